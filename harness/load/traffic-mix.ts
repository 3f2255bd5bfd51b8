import type { Json, Scenario, Traffic } from '../model.ts';
import { errorAt, errorAtKey, type Reading } from '../scenario/reading.ts';
import { didYouMean } from '../source/nearest.ts';
import { listed } from '../source/schema.ts';
import { below } from '../source/source.ts';
import { isObject } from '../values/pointer.ts';

type Mix = Traffic['mix'];

/** Shares are written with few decimals: thirds may be 33.3, 33.3 and 33.4. */
const TOLERANCE = 1e-6;

/** Reads the shares of scenarios, each of which must be there and fit for a load, and which together are all journeys. */
export function readMix(reading: Reading, value: Json | undefined, scenarios: readonly Scenario[]): Mix {
  if (!isObject(value)) return [];
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const mix = Object.entries(value).map(([name, percent]) => {
    checkScenario(reading, name, byId);
    checkShare(reading, name, percent);
    return { scenario: name, percent: Number(percent), span: reading.source.keySpanOf(below('/mix', name)) };
  });
  checkSum(reading, mix);
  return mix;
}

function checkScenario(reading: Reading, name: string, byId: ReadonlyMap<string, Scenario>): void {
  const at = below('/mix', name);
  const [id = '', row] = name.split('#', 2);
  const scenario = byId.get(id);
  if (!scenario) {
    const folder = id.includes('/') ? id.slice(0, id.lastIndexOf('/') + 1) : '';
    const near = [...byId.keys()].filter((each) => each.startsWith(folder));
    errorAtKey(reading, at, `unknown scenario "${id}"`, {
      why:
        near.length > 0 && folder !== ''
          ? `${folder} has ${listed(near.map((each) => each.slice(folder.length)))}`
          : NAMES,
      ...didYouMean(id, [...byId.keys()]),
    });
    return;
  }
  if (scenario.steps.some(({ matrix }) => matrix !== undefined)) {
    errorAtKey(reading, at, `"${id}" is a list of faulty requests`, {
      why: 'a load is made of requests that a gateway accepts',
      fix: 'name a scenario without a matrix',
    });
  }
  const rows = scenario.rows.map((each) => each.id);
  if (row === undefined || rows.includes(row)) return;
  errorAtKey(reading, at, `"${id}" has no row "${row}"`, {
    why: rows.length === 0 ? 'it has no rows' : `its rows are ${listed(rows)}`,
    ...(rows.length === 0 ? { fix: `write ${id}` } : didYouMean(row, rows)),
  });
}

const NAMES =
  'a scenario is named as its file is below scenarios/: orders/provide-new, or with a row orders/provide-new#business';

function checkShare(reading: Reading, name: string, percent: Json): void {
  if (typeof percent !== 'number' || percent > 0) return;
  errorAt(reading, below('/mix', name), `${percent} percent is no share`, {
    why: 'a share of a mix is above 0',
    ...(percent === 0 ? { fix: 'leave the line out' } : {}),
  });
}

function checkSum(reading: Reading, mix: Mix): void {
  if (mix.length === 0) {
    errorAt(reading, '/mix', 'the mix is empty', {
      why: 'journeys walk scenarios',
      fix: 'write orders/provide-new: 100',
    });
    return;
  }
  if (!mix.every(({ percent }) => percent > 0)) return;
  const sum = mix.reduce((total, { percent }) => total + percent, 0);
  if (Math.abs(sum - 100) < TOLERANCE) return;
  const off = rounded(Math.abs(100 - sum));
  errorAtKey(reading, '/mix', `the shares add up to ${rounded(sum)} percent`, {
    why: 'the shares of a mix are percent of all journeys, together 100',
    fix: sum < 100 ? `give ${off} more` : `take ${off} away`,
  });
}

const rounded = (percent: number): number => Math.round(percent * 1e4) / 1e4;

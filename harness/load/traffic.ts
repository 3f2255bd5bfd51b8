import { basename } from 'node:path';
import schema from '../../fixtures/contract/traffic.schema.json' with { type: 'json' };
import type { Json, JsonObject, KciProfile, Problem, Scenario, Target, TrafficProfile } from '../model.ts';
import { errorAt, errorAtKey, optional, problemsOf, type Reading } from '../scenario/reading.ts';
import { readDuration } from '../scenario/texts.ts';
import { flatSteps } from '../scenario/uses.ts';
import { didYouMean } from '../source/nearest.ts';
import { listed } from '../source/schema.ts';
import { below, parseSource } from '../source/source.ts';
import { isObject } from '../values/pointer.ts';
import { metricsOf, OPERATIONS } from './metrics.ts';
import { readThreshold } from './threshold.ts';
import { readStages, readWeek } from './traffic-stages.ts';

/**
 * What a traffic profile is checked against: the scenarios it may mix, the tenants that walk them, and the events it may
 * have thresholds on.
 */
export interface TrafficAgainst {
  readonly scenarios: readonly Scenario[];
  readonly target: Pick<Target, 'target' | 'tenants'>;
  readonly profile: Pick<KciProfile, 'events'>;
}

const DRAIN_MS = 120_000;

/**
 * Reads the text of a traffic profile; `traffic` is absent if there is an error. Never throws: all problems are returned at
 * once, in the order of the file.
 */
export function readTrafficProfile(
  text: string,
  file: string,
  { scenarios, target, profile }: TrafficAgainst,
): { readonly traffic?: TrafficProfile; readonly problems: Problem[] } {
  const source = parseSource(text, file);
  if (source.problems.length > 0) return { problems: explained(source.problems) };
  const reading: Reading = { source, problems: [] };
  if (source.value === null) errorAt(reading, '', 'the file is empty', { why: 'traffic has a mix and arrivals' });
  const root: JsonObject = isObject(source.value) ? source.value : {};
  const stages = readStages(reading, root.arrivals);
  const week = readWeek(reading, root.week);
  const traffic: TrafficProfile = {
    id: basename(file).replace(/\.ya?ml$/, ''),
    title: typeof root.traffic === 'string' ? root.traffic : '',
    file,
    mix: readMix(reading, root.mix, scenarios),
    stages,
    tenants: readTenants(reading, root.tenants, target),
    think: readThink(reading, root.think),
    drainMs: readDuration(reading, '/drain', root.drain) ?? DRAIN_MS,
    receiverDown: readOutages(reading, root.receiver),
    ...optional('week', week),
    thresholds: readThresholds(reading, root.thresholds, { profile, asked: askedIn(root.mix, scenarios) }),
    span: source.keySpanOf('/traffic'),
  };
  const problems = problemsOf(reading, schema);
  return problems.length > 0 ? { problems } : { traffic, problems };
}

/** Advice on the most usual mistake: in YAML, a text that begins with > is a block scalar. */
function explained(problems: readonly Problem[]): Problem[] {
  const greater = problems.find(({ message }) => message.startsWith('Block scalar'));
  return greater ? [{ ...greater, fix: "quote a condition that begins with >: '>= 100'" }] : [...problems];
}

/** The names of the chosen tenants; all of the target if none is named. */
function readTenants(reading: Reading, value: Json | undefined, target: TrafficAgainst['target']): string[] {
  const names = target.tenants.map(({ name }) => name);
  if (!Array.isArray(value)) return names;
  return value.flatMap((wanted: Json, nth) => {
    const name = names.find((each, i) => wanted === each || wanted === i + 1);
    if (name !== undefined) return [name];
    errorAt(reading, below('/tenants', nth), `the target "${target.target}" has no tenant ${JSON.stringify(wanted)}`, {
      why: `it has ${names.map((each, i) => `${i + 1} (${each})`).join(', ')}`,
      ...didYouMean(String(wanted), names),
    });
    return [];
  });
}

const NO_TIME = { fromMs: 0, toMs: 0 };

function readThink(reading: Reading, value: Json | undefined): TrafficProfile['think'] {
  if (value === undefined) return NO_TIME;
  const [from, to = from, ...rest] = typeof value === 'string' ? value.split(/\s+to\s+/) : [value];
  const fromMs = readDuration(reading, '/think', from);
  if (fromMs === undefined) return NO_TIME;
  const toMs = to === from ? fromMs : readDuration(reading, '/think', to);
  if (toMs === undefined) return NO_TIME;
  if (rest.length > 0 || toMs < fromMs) {
    errorAt(reading, '/think', `${JSON.stringify(value)} is no range`, {
      why: 'a range goes from the shorter to the longer duration',
      fix: `write ${rest.length > 0 ? '200ms to 2s' : `${to} to ${from}`}`,
    });
  }
  return { fromMs, toMs };
}

function readOutages(reading: Reading, value: Json | undefined): TrafficProfile['receiverDown'] {
  const list = isObject(value) && Array.isArray(value.down) ? value.down : [];
  return list.flatMap((outage: Json, nth) => {
    if (!isObject(outage)) return [];
    const at = below('/receiver/down', nth);
    const fromMs = readDuration(reading, below(at, 'at'), outage.at);
    const forMs = readDuration(reading, below(at, 'for'), outage.for);
    if (fromMs === undefined || forMs === undefined) return [];
    return [{ fromMs, forMs, status: typeof outage.with === 'number' ? outage.with : 503 }];
  });
}

/** The operations that the mix uses; empty if it names a scenario that does not exist. */
function askedIn(mix: Json | undefined, scenarios: readonly Scenario[]): ReadonlySet<string> {
  const ids = Object.keys(isObject(mix) ? mix : {}).map((name) => name.split('#', 1)[0]);
  const mixed = scenarios.filter(({ id }) => ids.includes(id));
  if (!ids.every((id) => mixed.some((each) => each.id === id))) return new Set();
  return new Set(['token', ...mixed.flatMap(({ steps }) => flatSteps(steps).flatMap(({ verb }) => verb ?? []))]);
}

function readThresholds(
  reading: Reading,
  value: Json | undefined,
  { profile, asked }: Pick<TrafficAgainst, 'profile'> & { readonly asked: ReadonlySet<string> },
): TrafficProfile['thresholds'] {
  const metrics = metricsOf(profile);
  return Object.entries(isObject(value) ? value : {}).flatMap(([metric, conditions]) => {
    const at = below('/thresholds', metric);
    const kind = metrics.get(metric);
    if (kind === undefined) {
      errorAtKey(reading, at, `unknown metric "${metric}"`, {
        why: `measured are ${listed([...metrics.keys()], metrics.size)}`,
        ...didYouMean(metric, [...metrics.keys()]),
      });
      return [];
    }
    const isList = Array.isArray(conditions);
    const list: readonly Json[] = isList ? conditions : [conditions];
    const read = list.flatMap((condition, nth) => {
      if (typeof condition !== 'string' && typeof condition !== 'number') return [];
      return readThreshold(reading, isList ? below(at, nth) : at, metric, condition, kind) ?? [];
    });
    if (read.length > 0 && OPERATIONS.has(metric) && asked.size > 0 && !asked.has(metric)) {
      errorAtKey(reading, at, `no scenario of the mix asks for "${metric}"`, {
        why: `what is never sent is not measured; the mix asks for ${listed([...asked], asked.size)}`,
        fix: 'take the threshold out, or a scenario in',
      });
    }
    return read;
  });
}

type Mix = TrafficProfile['mix'];

/** Shares have few decimals: thirds may be 33.3, 33.3 and 33.4. */
const TOLERANCE = 1e-6;

/** Reads the shares of scenarios. Each scenario must exist and be fit for a load, and the shares must add up to 100. */
function readMix(reading: Reading, value: Json | undefined, scenarios: readonly Scenario[]): Mix {
  if (!isObject(value)) return [];
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const mix = Object.entries(value).map(([name, percent]) => {
    checkScenario(reading, name, byId);
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

import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { shippedPath } from '../../home.ts';
import { emptyFolder } from '../../testing/command.ts';
import { formatProblems } from '../../words/problem.ts';
import { type Aim, loadAim, loadSpec } from '../inputs.ts';
import { Refusal } from '../say.ts';
import { checkTraffic, loadTraffic, trafficNames, withoutTraffic } from './traffic.ts';

let aim: Aim;

beforeAll(() => {
  aim = loadAim({ target: 'fake' }, loadSpec());
});

/** What a command says that cannot load the traffic. */
function refusalOf(reference: string): string {
  try {
    loadTraffic(reference, aim);
  } catch (error) {
    if (error instanceof Refusal) return formatProblems(error.problems);
    throw error;
  }
  return 'nothing';
}

/** A folder with a scenario of its own and traffic that mixes it with one that comes with Assay. */
function ownFolder(mix: string): string {
  const folder = join(emptyFolder(), 'scenarios');
  for (const name of ['availability', 'traffic']) mkdirSync(join(folder, name), { recursive: true });
  cpSync(shippedPath('scenarios/availability/sub-address.yaml'), join(folder, 'availability/flat.yaml'));
  writeFileSync(join(folder, 'traffic/mine.yaml'), `traffic: Mine\nmix: ${mix}\narrivals: [{ for: 1m, rate: 1/s }]\n`);
  return folder;
}

describe('traffic that comes with Assay', () => {
  test('is found by its name, with the scenarios that it mixes', () => {
    const { traffic, scenarios } = loadTraffic('smoke', aim);

    expect(traffic.id).toBe('smoke');
    expect(scenarios.map(({ id }) => id)).toContain('orders/provide-new');
    expect(scenarios).toHaveLength(new Set(traffic.mix.map(({ scenario }) => scenario.replace(/#.*/, ''))).size);
  });

  test('has no mistakes, with any of the KCI profiles', () => {
    const profiles = readdirSync(shippedPath('fixtures/kci')).filter((file) => file.endsWith('.yaml'));

    for (const profile of profiles) {
      const other = loadAim({ target: 'fake', profile: profile.replace('.yaml', '') }, loadSpec());
      expect(checkTraffic([], other)).toEqual({ count: trafficNames().length, problems: [] });
    }
  });

  test('has thresholds on requests and on outcomes, so that a silent target fails each', () => {
    for (const name of trafficNames()) {
      const metrics = loadTraffic(name, aim).traffic.thresholds.map(({ metric }) => metric);
      expect(metrics).toEqual(expect.arrayContaining(['unexpected-status']));
    }
  });
});

describe("traffic of one's own", () => {
  test('mixes scenarios beside it with those of Assay', () => {
    const folder = ownFolder('{ availability/flat: 50, availability/new-line: 50 }');

    const { traffic, scenarios } = loadTraffic(join(folder, 'traffic/mine.yaml'), aim);

    expect(traffic.id).toBe('mine');
    expect(scenarios.map(({ id }) => id).toSorted()).toEqual(['availability/flat', 'availability/new-line']);
  });

  test('asks nothing of what lies beside it and is not mixed', () => {
    const folder = ownFolder('{ availability/flat: 100 }');
    writeFileSync(join(folder, 'acme.yaml'), 'target: acme\n');
    writeFileSync(join(folder, 'availability/unfinished.yaml'), 'scenario: Not yet\n');

    const { scenarios } = loadTraffic(join(folder, 'traffic/mine.yaml'), aim);

    expect(scenarios.map(({ id }) => id)).toEqual(['availability/flat']);
  });

  test('is refused for a mistake in a scenario that it mixes', () => {
    const folder = ownFolder('{ availability/flat: 100 }');
    writeFileSync(join(folder, 'availability/flat.yaml'), 'scenario: Not yet\n');

    expect(refusalOf(join(folder, 'traffic/mine.yaml'))).toContain('"steps" is missing');
  });

  test('is checked with its folder, as a folder and as a file', () => {
    const folder = ownFolder('{ availability/flt: 100 }');

    for (const path of ['', 'traffic', 'traffic/mine.yaml']) {
      const { count, problems } = checkTraffic([join(folder, path)], aim);
      expect([count, problems.map(({ message, fix }) => [message, fix])]).toEqual([
        1,
        [['unknown scenario "availability/flt"', 'did you mean "availability/flat"?']],
      ]);
    }
    expect(checkTraffic([join(folder, 'availability')], aim).count).toBe(0);
    expect(withoutTraffic([folder, join(folder, 'traffic'), join(folder, 'traffic/mine.yaml')])).toEqual([folder]);
  });
});

test('traffic that is not there is refused with the names of what is', () => {
  const why = `  a traffic profile is ${trafficNames().slice(0, -1).join(', ')} or ${trafficNames().at(-1)}, or the path of a file`;

  expect(refusalOf('smoek')).toBe(
    ['unknown traffic profile "smoek"', why, '  fix: did you mean "smoke"?', '', '1 error'].join('\n').concat('\n'),
  );
  expect(refusalOf('none/smoke.yaml')).toBe(['there is no file none/smoke.yaml', why, '', '1 error', ''].join('\n'));
});

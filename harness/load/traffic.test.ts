import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
import type { TrafficProfile } from '../model.ts';
import { loadScenarios } from '../scenario/load.ts';
import { formatProblems } from '../words/problem.ts';
import { AGAINST } from './testing/traffic-sample.ts';
import { readTrafficProfile } from './traffic.ts';

const WHOLE = `traffic: A busy hour
mix:
  availability/new-line: 78
  orders/provide-new: 17
  orders/provide-new#business: 5
arrivals:
  - { for: 2m, from: 60/m, to: 10/s }
  - { for: 10m, rate: 10/s }
  - { for: 30s, to: 0/s }
tenants: [2, northwind-broadband, 1]
think: 200ms to 2s
drain: 5m
receiver: { down: [{ at: 30s, for: 20s }, { at: 5m, for: 1s, with: 500 }] }
week: { days: [1, 1, 1, 1, 1, 0.4, 0] }
thresholds:
  availability: [p95 < 1500ms, count >= 100]
  kci.ACKNOWLEDGED: p99.9 <= 30s
  kci.missing: 0
  unexpected-status: < 0.5%
  failed: 0
  journeys: '>= 100'
`;

function read(text: string): TrafficProfile {
  const { traffic, problems } = readTrafficProfile(text, 'scenarios/traffic/busy-hour.yaml', AGAINST);
  if (!traffic) throw new Error(formatProblems(problems));
  return traffic;
}

test('those of Assay are read against a KCI profile that has names of its own for all events', () => {
  const events = { opened: { when: ['opened'] }, closed: { when: ['closed'], fulfils: true } };
  const files = readdirSync(shippedPath('scenarios', 'traffic')).filter((name) => name.endsWith('.yaml'));
  const { scenarios } = loadScenarios([shippedPath('scenarios')]);
  const problems = files.flatMap((name) => {
    const file = shippedPath('scenarios', 'traffic', name);
    return readTrafficProfile(readFileSync(file, 'utf8'), file, { ...AGAINST, scenarios, profile: { events } })
      .problems;
  });
  expect([files.length > 5, formatProblems(problems)]).toEqual([true, '']);
});

test('a traffic profile is read whole', () => {
  const { mix, thresholds, span, week, ...rest } = read(WHOLE);

  expect(rest).toEqual({
    id: 'busy-hour',
    title: 'A busy hour',
    file: 'scenarios/traffic/busy-hour.yaml',
    stages: [
      { forMs: 120_000, fromPerSecond: 1, toPerSecond: 10 },
      { forMs: 600_000, fromPerSecond: 10, toPerSecond: 10 },
      { forMs: 30_000, fromPerSecond: 10, toPerSecond: 0 },
    ],
    tenants: ['harbour-telecom', 'northwind-broadband', 'northwind-broadband'],
    think: { fromMs: 200, toMs: 2000 },
    drainMs: 300_000,
    receiverDown: [
      { fromMs: 30_000, forMs: 20_000, status: 503 },
      { fromMs: 300_000, forMs: 1000, status: 500 },
    ],
  });
  expect(mix.map(({ scenario, percent, span: at }) => [scenario, percent, at.line])).toEqual([
    ['availability/new-line', 78, 3],
    ['orders/provide-new', 17, 4],
    ['orders/provide-new#business', 5, 5],
  ]);
  expect(week).toEqual({ days: [1, 1, 1, 1, 1, 0.4, 0], hours: Array(24).fill(1) });
  expect(span).toMatchObject({ line: 1, col: 1 });
  expect(thresholds.map(({ span: at, ...threshold }) => ({ ...threshold, line: at.line }))).toEqual([
    { metric: 'availability', of: 'p95', is: '<', bound: 1500, text: 'p95 < 1500ms', line: 16 },
    { metric: 'availability', of: 'count', is: '>=', bound: 100, text: 'count >= 100', line: 16 },
    {
      metric: 'kci.ACKNOWLEDGED',
      of: 'p99.9',
      is: '<=',
      bound: 30_000,
      text: 'p99.9 <= 30s',
      line: 17,
    },
    { metric: 'kci.missing', of: 'count', is: '=', bound: 0, text: '0', line: 18 },
    { metric: 'unexpected-status', of: 'rate', is: '<', bound: 0.005, text: '< 0.5%', line: 19 },
    { metric: 'failed', of: 'rate', is: '=', bound: 0, text: '0', line: 20 },
    { metric: 'journeys', of: 'count', is: '>=', bound: 100, text: '>= 100', line: 21 },
  ]);
});

test('what is left out is as plain as can be', () => {
  const { tenants, think, drainMs, receiverDown, week, thresholds, stages } = read(`traffic: Short
mix: { availability/new-line: 100 }
arrivals: [{ for: 10s, to: 5/s }]
`);

  expect({ tenants, think, drainMs, receiverDown, week, thresholds, stages }).toEqual({
    tenants: ['northwind-broadband', 'harbour-telecom'],
    think: { fromMs: 0, toMs: 0 },
    drainMs: 120_000,
    receiverDown: [],
    week: undefined,
    thresholds: [],
    stages: [{ forMs: 10_000, fromPerSecond: 0, toPerSecond: 5 }],
  });
});

test('shares with decimals may add up to 100', () => {
  const mix = { 'availability/new-line': 33.3, 'orders/provide-new#business': 33.3, 'orders/provide-new': 33.4 };

  expect(read(WHOLE.replace(/mix:[\s\S]*?arrivals/, `mix: ${JSON.stringify(mix)}\narrivals`)).mix).toHaveLength(3);
});

test('a word that every object of JavaScript knows is no statistic', () => {
  const { problems } = readTrafficProfile(
    WHOLE.replace('p95 < 1500ms', 'constructor < 1500ms'),
    'scenarios/traffic/busy-hour.yaml',
    AGAINST,
  );

  expect(problems.map(({ message }) => message)).toEqual(['durations have no "constructor"']);
});

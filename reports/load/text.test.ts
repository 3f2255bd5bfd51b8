import { expect, test } from 'vitest';
import { HOSTILE } from '../testing/sample-runs.ts';
import { loadGithub } from './ci.ts';
import { brokenLoad, crossedLoad, heldLoad, hostileLoad, lateLoad } from './testing/sample.ts';
import { loadText } from './text.ts';

test('a terminal shows what was to hold, how long it took, what went wrong, and the sums', () => {
  expect(loadText(crossedLoad(), ['out/index.html', 'out/load.json'])).toBe(
    `THRESHOLDS CROSSED  A busy hour of a wholesale gateway: acme, KCI profile supplier, seed 7, engine simulated
  ✗ 2 of 4 thresholds crossed, 2 journeys failed

  ✗ order: p95 < 2s            2.7 s
  ✓ unexpected-status: < 0.5%  0.29 %
  ✗ kci.missing: 0             2
  ✓ availability: p95 < 2s     360 ms

                                    count     median        p95        p99        max
  availability                      1,400     120 ms     360 ms     480 ms     720 ms
  kci.lag                             300       30 s 1 min 30 s      2 min      3 min
  order                               100     900 ms      2.7 s      3.6 s      5.4 s
  order, from when due                100     904 ms      2.7 s      3.6 s      5.4 s
  sent late: the generator's        1,500     3.0 ms     9.0 ms    12.0 ms    18.0 ms

  ✗ 2 × kci.missing: order …: COMMITTED is awaited since ACKNOWLEDGED at …
      orders/provide-new@7: order 1000007: COMMITTED is awaited since ACKNOWLEDGED at 2026-03-16T09:00:31.000Z
      orders/provide-new@9: order 1000009: COMMITTED is awaited since ACKNOWLEDGED at 2026-03-16T09:00:31.000Z
  ✗ 2 × kci.sequence: order …: COMPLETED came where COMMITTED is expected
  ! 4 × order 504 SUPPLIER_TIMED_OUT
  ! 1 × availability reset

  journeys    1,500 in 1 min 5 s: 1,497 passed, 2 failed, 1 could not be judged
  orders      100 accepted, the events of 100 judged
  events      300 received, 2 orders lack some, 1 came again, 0 unexpected
  requests    1,725, 5 not answered as expected
  reports     out/index.html
              out/load.json
`,
  );
});

test('where some thresholds of a load that held were not measured, its first line says so', () => {
  const held = heldLoad();
  const [first] = held.thresholds;
  const thresholds = first ? [...held.thresholds, { ...first, outcome: 'unmeasured' as const }] : [];
  expect(loadText({ ...held, thresholds }, [])).toMatch(/^THRESHOLDS MET {2}\d of \d met, 1 not measured: A busy hour/);
});

test('columns grow with what stands in them', () => {
  const spread = { count: 1, min: 1, mean: 1, median: 815_000, p90: 1, p95: 815_000, p99: 1, p999: 1, max: 815_000 };
  const held = heldLoad();
  const text = loadText(
    { ...held, metrics: { ...held.metrics, late: { ...spread, max: 0.5 }, durations: { 'kci.lag': spread } } },
    [],
  );

  expect(text).toContain(
    `                                     count      median         p95         p99         max
  kci.lag                                1 13 min 35 s 13 min 35 s      1.0 ms 13 min 35 s
`,
  );
});

test('a load that broke off says why, and that nothing was measured', () => {
  const text = loadText(brokenLoad(), []);

  expect(text.split('\n').slice(0, 5)).toEqual([
    'INCOMPLETE  A busy hour of a wholesale gateway: acme, KCI profile supplier, seed 7, engine simulated',
    '  k6 ended after 0.2 s (killed)',
    '  - thresholds: 0 of 1 met, 1 not measured',
    '',
    '  - order: p95 < 2s  not measured',
  ]);
});

test('of a load whose generator did not keep up, what went wrong is told first, and then what cannot be known', () => {
  expect(loadText(lateLoad(), []).split('\n').slice(0, 7)).toEqual([
    'INCOMPLETE  A busy hour of a wholesale gateway: acme, KCI profile supplier, seed 7, engine simulated',
    '  ✗ 1 of 4 thresholds crossed, 2 journeys failed',
    '  the generator did not keep up: 806 of 2000 arrivals (40 %) were not begun',
    '  - thresholds: 2 of 4 met, 1 not measured',
    '',
    '  - order: p95 < 2s            not measured: p95 2.7 ms from when sent, 2700 ms from when due; the generator was 2690 ms late',
    '  ✓ unexpected-status: < 0.5%  0.29 %',
  ]);
});

test('hostile text cannot move the cursor, colour the terminal or start a line', () => {
  const text = loadText(hostileLoad(HOSTILE), []);

  expect(text.replaceAll('\n', '').match(/[\p{Cc}\p{Cf}\p{Cs}]/gu)).toBeNull();
  expect(text.split('\n').filter((line) => /^\S/.test(line))).toHaveLength(1);
});

test('GitHub gets an error at each threshold that was crossed, and one for the journeys', () => {
  expect(loadGithub(crossedLoad())).toBe(
    `::error file=scenarios/traffic/busy-hour.yaml,line=40,col=3,title=order%3A p95 < 2s::order: p95 < 2s was crossed: 2.7 s
::error file=scenarios/traffic/busy-hour.yaml,line=40,col=3,title=kci.missing%3A 0::kci.missing: 0 was crossed: 2
::error title=Every journey kept its promises::2 journeys failed
`,
  );
  expect(loadGithub(heldLoad())).toBe('');
});

test('hostile text starts no command of GitHub', () => {
  const lines = loadGithub(hostileLoad(`${HOSTILE}\n::set-env name=PATH::.`))
    .trimEnd()
    .split('\n');

  expect(lines.filter((line) => !line.startsWith('::error '))).toEqual([]);
});

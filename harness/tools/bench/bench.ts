import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '../../../reports/testing/browser.ts';
import { shippedPath } from '../../home.ts';
import type { Verdict } from '../../model.ts';
import { costOf } from './command.ts';
import { fakeSpeed } from './fake-speed.ts';
import { benchInputs } from './journeys.ts';
import { loadSpeed } from './load-speed.ts';
import { overHttp } from './over-http.ts';
import { proxySpeed } from './proxy-speed.ts';
import { receiverSpeed } from './receiver-speed.ts';
import { loadRecorderScale, reportScale } from './report-scale.ts';

// `npm run bench`: what Assay costs, on this machine, now. A benchmark and no test: read the ratios before the numbers.

const ROUNDS = 5;
const JOURNEYS = 500;
const DELIVERIES = 1_000_000;
const PROXIED = 5_000;
// Of the fault `every-answer-slow`, the fake's target, and its door on a socket.
const SLOW_ANSWER_MS = 800;
const AT_A_TIME = 16;
const SOCKET_SETTLE_MS = 500;

const per = (speed: number): string => `${Math.round(speed).toLocaleString('en-GB')}/s`;
const ms = (time: number): string => `${Math.round(time)} ms`;

function row(what: string, measured: string, wanted = ''): void {
  process.stdout.write(`${what.padEnd(58)}${measured.padStart(14)}   ${wanted}\n`.replace(/ +\n$/, '\n'));
}

row('Over HTTP, the fake in its own process', 'measured', 'wanted');
const inputs = benchInputs();
const http = await overHttp(inputs, ROUNDS, JOURNEYS);
row(`  runner: journeys of ${http.requests} requests, with record and receiver`, per(http.runner));
row('  bare keep-alive loop sending the same requests', per(http.bare));
row('  runner / bare loop', http.ratio.toFixed(2), '0.60 or more');
if (http.ratio < 0.8) {
  const shares = http.hotspots.map(({ part, share }) => `${part} ${Math.round(share * 100)} %`);
  row('  where the runner spends its own time:', '');
  for (const share of shares) row(`    ${share}`, '');
}

row('The fake: availability answers', '', '');
const fake = await fakeSpeed(inputs);
row('  as a bare function', per(fake.asFunction));
row('  on a socket, 16 in flight', per(fake.onSocket));
row('  bare node:http server sending the same bytes', per(fake.bareServer));
row('  fake / bare server', (fake.onSocket / fake.bareServer).toFixed(2), '0.50 or more');

row('The receiver of a load: deliveries of 1 kB', '', '');
const receiver = await receiverSpeed(inputs, DELIVERIES);
row('  taken and stored, by the processor time of its thread', per(receiver.load));
row('  bare node:http receiver appending the same bytes', per(receiver.bare));
row('  load / bare receiver', receiver.ratio.toFixed(2), '0.70 or more');
row('  read and booked, by the processor time of the other thread', per(receiver.booked));
row(`  of ${receiver.long.deliveries.toLocaleString('en-GB')} to one receiver: lost`, String(receiver.long.lost), '0');
row('    peak memory', `${Math.round(receiver.long.maxRssMb)} MB`, 'below 300 MB');

row('The proxy, a request at a time', '', '');
const proxied = await proxySpeed(inputs, PROXIED);
row('  median request without it', `${proxied.direct.toFixed(2)} ms`);
row('  added by it to the median', `${(proxied.through - proxied.direct).toFixed(2)} ms`, '2 ms or less');

row('Commands, start-up included', '', '');
row('  assay --version, median of 7', ms(costOf(['--version'], 7).wallMs), 'below 250 ms');
row('  assay check, median of 7', ms(costOf(['check'], 7).wallMs), 'below 1000 ms');

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const out = join(folder, 'run');
for (const door of ['msw', 'function']) {
  const cost = costOf(['certify', '-q', '--door', door, '--out', out], 3);
  const { counts } = JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;
  const cases = Object.values(counts.cases).reduce((sum, each) => sum + each, 0);
  row(`  assay certify, in-process through ${door}: ${cases} cases`, ms(cost.wallMs), 'below 3000 ms');
  row('    processor time', ms(cost.cpuMs));
  row('    peak memory', `${Math.round(cost.maxRssMb)} MB`, 'below 200 MB');
}
row('  assay judge of that run', ms(costOf(['judge', out], 3).wallMs));

const slowWords = [
  '--door',
  'socket',
  '--fault',
  'every-answer-slow',
  '--only',
  'availability/*',
  '--only',
  'token/*',
  '--only',
  'appointments/*',
];
costOf(['certify', '-q', ...slowWords, '--allow-inconclusive', '--out', out], 1);
const slow = JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;
const slowMs = slow.endedAt - slow.startedAt - SOCKET_SETTLE_MS;
const dictatedMs = (slow.counts.requests * SLOW_ANSWER_MS) / AT_A_TIME;
row(
  `  a gateway of ${SLOW_ANSWER_MS} ms an answer: ${slow.counts.requests} requests, ${AT_A_TIME} at a time`,
  ms(slowMs),
);
row('    of what that alone takes', (slowMs / dictatedMs).toFixed(2), '1.20 or less');

row('The report in Chromium', '', '');
if (existsSync(chromium)) {
  for (const cost of await reportScale([500, 100_000])) {
    row(
      `  ${cost.cases.toLocaleString('en-GB')} cases: opened and listed`,
      ms(cost.listedMs),
      cost.cases === 500 ? 'below 300 ms' : 'below 2000 ms',
    );
    row(
      '    the usual and the longest frame of a scroll through all',
      `${ms(cost.frameMs)}, ${ms(cost.longestFrameMs)}`,
    );
    row('    a case opened', ms(cost.caseMs));
    row('    size of the file', `${cost.sizeMb.toFixed(1)} MB`, 'below 25 MB');
    row('    layout shift', String(cost.shift), '0');
    row('    made in', ms(cost.madeMs));
  }
  const { longestLaneFrameMs, sizeMb } = await loadRecorderScale(100_000);
  row('  100,000 orders of a load scrolled: the longest frame', ms(longestLaneFrameMs), '50 ms or less');
  row('    size of the file', `${sizeMb.toFixed(1)} MB`);
} else row(`  no browser at ${chromium}`, 'not measured');

const simulated = costOf(
  ['simulate', shippedPath('harness/tools/bench/hundred-thousand.yaml'), '-q', '--out', join(folder, 'load')],
  1,
);
row('  assay simulate, 100,000 orders, each judged', ms(simulated.wallMs), 'below 30,000 ms on two processors');
row('    processor time', ms(simulated.cpuMs));
row('    peak memory', `${Math.round(simulated.maxRssMb)} MB`, 'below 300 MB');

row('A load of 2,000 journeys in 20 s, against a stub', '', '');
const loads = await loadSpeed(folder);
if (loads) {
  const { plain, k6, native } = loads;
  const cost = ({ begun, cpuMs }: typeof plain): number => cpuMs / Math.max(1, begun);
  const begun = (each: typeof plain): string => each.begun.toLocaleString('en-GB');
  row('  a hand-written script of k6: begun', begun(plain));
  row('    processor time of a journey', `${cost(plain).toFixed(2)} ms`);
  row('    peak memory', `${Math.round(plain.memoryMb)} MB`);
  row('  assay load, by k6: begun', begun(k6));
  row(
    '    processor time of a journey / script, k6 alone',
    (cost({ ...k6, cpuMs: k6.k6CpuMs }) / cost(plain)).toFixed(2),
    '1.20 or less',
  );
  row('    all processes', (cost(k6) / cost(plain)).toFixed(2), '1.60 or less');
  row('    peak memory', `${Math.round(k6.memoryMb)} MB`, `${Math.round(2 * plain.memoryMb + 150)} MB or less`);
  row('  assay load, by our own engine: begun', begun(native));
  row('    processor time of a journey / script', (cost(native) / cost(plain)).toFixed(2), '1.20 or less');
} else row('  no k6', 'not measured');
rmSync(folder, { recursive: true, force: true });

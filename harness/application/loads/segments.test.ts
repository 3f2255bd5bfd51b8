import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { displayPath, shippedPath } from '../../home.ts';
import { freePort } from '../../io/free-port.ts';
import { findK6 } from '../../load/k6/binary.ts';
import type { WalkedJourney } from '../../load/port.ts';
import { SEGMENT_FILES } from '../../load/segment.ts';
import type { LoadVerdict } from '../../model.ts';
import { assay, type CommandResult, emptyFolder, startAssay } from '../../testing/command.ts';
import { servedFake } from '../../testing/target.ts';

const found = await findK6(process.env);
const ENGINES = [
  { engine: 'native', of: 4, skipped: '' },
  // Of each, a process that starts another.
  { engine: 'k6', of: 2, skipped: 'message' in found ? ` (skipped: ${found.message})` : '' },
] as const;

const TRAFFIC = `traffic: A little of everything
mix:
  availability/new-line#standard: 40
  appointments/book#provide: 20
  orders/provide-new: 30
  cancellations/cease: 10
arrivals:
  - { for: 2s, rate: 10/s }
drain: 15s
thresholds:
  orders: '>= 3'
  kci.missing: 0
  kci.unexpected: 0
`;
const JOURNEYS = 20;
/** Many processes on a machine that may have few processors. */
const MANY = { withinMs: 90_000 };

interface Place {
  readonly folder: string;
  readonly traffic: string;
  readonly target: string;
}

/** A gateway of its own that all segments reach, and the files that say so. */
async function place(): Promise<Place> {
  const folder = emptyFolder();
  const url = await servedFake({ kciDelay: 20 });
  const target = join(folder, 'target.yaml');
  const shipped = readFileSync(shippedPath('fixtures/targets/fake-http.yaml'), 'utf8');
  writeFileSync(target, shipped.replace('http://127.0.0.1:8080', url));
  const traffic = join(folder, 'traffic.yaml');
  writeFileSync(traffic, TRAFFIC);
  return { folder, traffic, target };
}

interface Made {
  readonly ends: readonly CommandResult[];
  readonly folders: readonly string[];
}

/** All segments at once, each a process of the real command. */
async function makeSegments({ folder, traffic, target }: Place, engine: string, of: number): Promise<Made> {
  const control = `127.0.0.1:${await freePort()}`;
  const numbers = Array.from({ length: of }, (_, i) => i + 1);
  const folders = numbers.map((nth) => join(folder, `${nth}-of-${of}`));
  const env = { K6_BIN: process.env.K6_BIN ?? '' };
  const words = ['load', traffic, '--target', target, '--engine', engine, '--nonce', 'shared'];
  const ends = await Promise.all(
    numbers.map((nth, i) => {
      const events = nth === 1 ? ['--control', control] : ['--receiver', `http://${control}`];
      const segment = ['--segment', `${nth}/${of}`, ...events, '--out', folders[i] ?? ''];
      return startAssay([...words, ...segment], { env, ...MANY }).ended;
    }),
  );
  return { ends, folders };
}

function walksIn(folder: string): readonly WalkedJourney[] {
  const lines = readFileSync(join(folder, SEGMENT_FILES.walked), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as WalkedJourney).filter(({ journey }) => journey !== null);
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)|\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\d(\.\d+)?Z|\d{4}-\d\d-\d\d/g;

/** A journey with its ids and its requests, without times and without what a gateway chose. */
function meant({ index, journey, observed }: WalkedJourney): unknown {
  const requests = observed.flatMap((each) =>
    each.type === 'request-sent'
      ? [
          {
            step: each.step,
            tenant: each.tenant,
            path: new URL(each.url).pathname,
            query: new URL(each.url).search,
            body: each.body?.text,
          },
        ]
      : [],
  );
  const text = JSON.stringify({ index, id: journey?.id, ids: journey?.values.ids ?? null, requests });
  return JSON.parse(
    text
      .replaceAll(UUID, 'uuid')
      .replaceAll(TIME, 'time')
      .replaceAll(/APT\d+/g, 'reference'),
  );
}

const byIndex = (a: WalkedJourney, b: WalkedJourney): number => a.index - b.index;

async function merged(
  folders: readonly string[],
  out: string,
): Promise<CommandResult & { readonly verdict: LoadVerdict }> {
  const ended = await assay(['load', 'merge', ...folders, '--out', out, '--quiet']);
  return { ...ended, verdict: JSON.parse(readFileSync(join(out, 'load.json'), 'utf8')) as LoadVerdict };
}

for (const { engine, of, skipped } of ENGINES) {
  test.skipIf(skipped)(
    `the segments of a load by ${engine} are together what one instance alone is${skipped}`,
    // On real time: where other work holds all processors, an order may be over before its journey cancels it.
    { timeout: 240_000, retry: 2 },
    async () => {
      const together = await place();
      const parts = await makeSegments(together, engine, of);
      const alone = await place();
      const whole = await makeSegments(alone, engine, 1);

      const ends = [...parts.ends, ...whole.ends];
      expect(ends.map(({ code, stdout }) => [code, stdout])).toEqual(Array(of + 1).fill([0, '']));
      const walks = parts.folders.map(walksIn);
      expect(walks.map(({ length }) => length)).toEqual(Array(of).fill(JOURNEYS / of));
      const union = walks.flat().sort(byIndex);
      expect(union.map(({ index }) => index)).toEqual(Array.from({ length: JOURNEYS }, (_, i) => i));
      expect(union.map(meant)).toEqual(whole.folders.flatMap(walksIn).sort(byIndex).map(meant));

      const joined = await merged(parts.folders.toReversed(), join(together.folder, 'joined'));
      const single = await merged(whole.folders, join(alone.folder, 'joined'));
      expect([joined.code, single.code]).toEqual([0, 0]);
      expect(joined.verdict.outcome).toBe('held');
      expect(joined.verdict.cases).toEqual({ passed: JOURNEYS, failed: 0, inconclusive: 0, 'not-applicable': 0 });
      expect(joined.verdict.cases).toEqual(single.verdict.cases);
      expect(joined.verdict.orders).toEqual(single.verdict.orders);
      expect(lasting(joined.verdict)).toEqual(lasting(single.verdict));
    },
  );
}

/** Each segment asks for tokens of its own, and how far an order has got when it is cancelled is chance. */
function lasting({ metrics }: LoadVerdict): Readonly<Record<string, number>> {
  const { requests: _requests, token: _tokens, 'kci.received': _received, ...rest } = metrics.counts;
  return rest;
}

test('a load that lacks a segment is incomplete, and what is there twice is refused', async () => {
  const there = await place();
  const { folders } = await makeSegments(there, 'native', 2);
  const [first = '', second = ''] = folders;

  const lacking = await merged([first], join(there.folder, 'lacking'));
  const deaf = await merged([second], join(there.folder, 'deaf'));
  const twice = await assay(['load', 'merge', first, second, second, '--quiet']);
  const none = await assay(['load', 'merge', there.folder, '--quiet']);

  expect([lacking.code, deaf.code, twice.code, none.code]).toEqual([3, 3, 2, 2]);
  expect([lacking.verdict.outcome, lacking.verdict.note]).toEqual(['incomplete', 'segment 2 of 2 is missing']);
  expect(deaf.verdict.note).toBe('segment 1 of 2 is missing; no segment held the receiver');
  expect(twice.stderr).toBe(`segment 2 of 2 is there twice
  in ${displayPath(second)} and in ${displayPath(second)}
  fix: name one of them
`);
  expect(none.stderr).toBe(`there is no segment of a load in ${displayPath(there.folder)}
  segment.json is missing
  fix: name the folder that "assay load --segment i/n" leaves when it has ended
`);
});

test('the segments of a simulated load are together what the plain one is', async () => {
  const folder = emptyFolder();
  const traffic = join(folder, 'traffic.yaml');
  writeFileSync(traffic, TRAFFIC.replace('drain: 15s', 'drain: 30d'));
  const words = ['simulate', traffic, '--quiet', '--out'];
  const of = 4;
  const folders = Array.from({ length: of }, (_, i) => join(folder, `${i + 1}-of-${of}`));

  const plain = await assay([...words, join(folder, 'plain')], MANY);
  const ends = await Promise.all(folders.map((out, i) => assay([...words, out, '--segment', `${i + 1}/${of}`], MANY)));
  const joined = await merged(folders, join(folder, 'joined'));

  expect([plain, ...ends, joined].map(({ code, stderr }) => [code, stderr])).toEqual(Array(of + 2).fill([0, '']));
  const single = JSON.parse(readFileSync(join(folder, 'plain', 'load.json'), 'utf8')) as LoadVerdict;
  expect(sameOf(joined.verdict)).toEqual(sameOf(single));
});

/** What does not hang on who asked for tokens, and on when the last event came. */
function sameOf(verdict: LoadVerdict): unknown {
  const { outcome, engine, seed, nonce, cases, orders, failures, errors, thresholds, startedAt, metrics } = verdict;
  const { requests: _requests, token: _tokens, ...counts } = metrics.counts;
  const { token: _token, ...durations } = metrics.durations;
  const whole = { outcome, engine, seed, nonce, cases, orders, failures, errors, thresholds, startedAt };
  return { ...whole, counts, durations, failed: metrics.shares.failed };
}

const REFUSED = [
  {
    what: 'of an embedded fake',
    words: ['smoke', '--nonce', 'shared'],
    said: `segments need a gateway that all of them reach
  target "fake" is embedded: each process would have its own
  fix: use "assay simulate --segment", or start "assay fake --port 8080" and use --target fake-http
`,
  },
  {
    what: 'without a nonce',
    words: ['smoke', '--target', 'fake-http'],
    said: `--segment needs --nonce
  all segments of a load must share one, or they would use the same ids and addresses
  fix: give all of them the same, which no earlier load had: --nonce build-71
`,
  },
];

test.each(REFUSED)('a segment $what is refused', async ({ words, said }) => {
  const { code, stderr } = await assay(['load', ...words, '--engine', 'native', '--segment', '2/4', '--quiet']);

  expect(code).toBe(2);
  expect(stderr).toBe(said);
});

test('a segment that would await events elsewhere needs the address of who holds the receiver', {
  timeout: 30_000,
}, async () => {
  const { traffic, target } = await place();
  const words = ['--target', target, '--engine', 'native', '--segment', '2/2', '--nonce', 'shared', '--quiet'];

  const { code, stderr } = await assay(['load', traffic, ...words]);

  expect(code).toBe(2);
  expect(stderr).toBe(`scenario cancellations/cease awaits events, and no receiver is known
  another segment holds it
  fix: name its address: --receiver http://…, as that segment tells it
`);
});

test('of a segment that was interrupted there is kept what it had until then', async () => {
  const { folder, traffic, target } = await place();
  const out = join(folder, 'part');
  const words = ['--target', target, '--engine', 'native', '--segment', '1/1', '--nonce', 'shared', '--out', out];
  const segment = startAssay(['load', traffic, ...words]);
  await segment.printed(/the target was told/);
  // An order that is broken off before its events have come proves nothing.
  const hasOneToPass = () => walksIn(out).some(({ journey }) => journey?.scenario.startsWith('availability/'));
  while (!existsSync(join(out, SEGMENT_FILES.walked)) || !hasOneToPass())
    await new Promise((resolve) => setTimeout(resolve, 50));

  const { code } = await segment.stop('SIGINT');
  const joined = await merged([out], join(folder, 'joined'));

  expect([code, joined.code]).toEqual([130, 3]);
  expect([joined.verdict.outcome, joined.verdict.note]).toEqual(['incomplete', 'segment 1: it was interrupted']);
  expect(joined.verdict.cases.passed).toBeGreaterThan(0);
});

import { expect, test } from 'vitest';
import { createLive } from './live.ts';
import { benchWith, callOf, type TestBench } from './testing/bench.ts';

/** The texts of a stream, as the page reads them, until so many came. */
async function eventsOf(
  bench: TestBench,
  path: string,
  count: number,
  end = new AbortController(),
): Promise<unknown[]> {
  const streamed = bench.stream(callOf(path), end.signal);
  const seen: unknown[] = [];
  for await (const text of streamed?.texts ?? []) {
    expect(text).toMatch(/^data: .*\n\n$/);
    seen.push(JSON.parse(text.slice(6)));
    if (seen.length === count) end.abort();
  }
  return seen;
}

function abortedController(): AbortController {
  const end = new AbortController();
  end.abort();
  return end;
}

const chosen = { target: 'fake', seed: 1, faults: [], only: [], isOnRealTime: false };

test('whoever comes late hears the run from its beginning, and then what comes', async () => {
  const bench = benchWith();
  await bench.send(callOf('/api/start', { method: 'POST', body: chosen }));
  bench.live.tell({ type: 'kcis', kcis: [{ atMs: 5, name: 'COMMITTED' }] });
  const heard = eventsOf(bench, '/api/live', 2);
  await Promise.resolve();
  bench.started[0]?.end({ code: 1, stdout: 'NOT CERTIFIED\n' });

  expect(await heard).toEqual([
    [
      { type: 'begun', work: 'run', run: 'new-fake', command: 'npx assay certify --target fake --seed 1' },
      { type: 'kcis', kcis: [{ atMs: 5, name: 'COMMITTED' }] },
    ],
    [{ type: 'ended', code: 1, said: 'NOT CERTIFIED\n' }],
  ]);
});

test('of where the run stands only the latest is told, and a new run begins anew', async () => {
  const live = createLive();
  const end = new AbortController();
  const heard: unknown[] = [];
  const standAt = (requests: number) => ({ type: 'stand', state: { requests } }) as never;
  live.tell({ type: 'begun', work: 'run', run: 'one', command: '' });
  live.tell(standAt(1));
  live.tell(standAt(2));
  for await (const news of live.follow(end.signal)) {
    heard.push(news);
    if (heard.length === 1) {
      live.tell({ type: 'begun', work: 'run', run: 'two', command: '' });
      live.tell(standAt(3));
    } else end.abort();
  }
  expect(heard).toEqual([
    [{ type: 'begun', work: 'run', run: 'one', command: '' }, standAt(2)],
    [{ type: 'begun', work: 'run', run: 'two', command: '' }, standAt(3)],
  ]);
});

test('where a load stands is told as it prints it, and what it printed besides at its end', async () => {
  const bench = benchWith();
  const body = { traffic: 'smoke', engine: 'simulate', target: 'fake', seed: 1, faults: [] };
  await bench.send(callOf('/api/load/start', { method: 'POST', body }));
  const [it] = bench.started;
  it?.print('{"journeys":{"begun":1},"intervals":[{"fromMs":0}]}');
  it?.print('{"journeys":{"begun":2},"intervals":[{"fromMs":0},{"fromMs":1000}]}');
  it?.print('HELD');
  it?.print('{ no standing }');
  it?.end({ code: 0, stderr: 'waiting\n' });
  expect((await eventsOf(bench, '/api/live', 2)).flat()).toEqual([
    { type: 'begun', work: 'load', run: 'new-smoke-fake', command: 'npx assay simulate smoke --target fake --seed 1' },
    { type: 'measured', intervals: [{ fromMs: 0 }] },
    { type: 'load-stand', load: { journeys: { begun: 2 }, intervals: [{ fromMs: 1_000 }] } },
    { type: 'ended', code: 0, said: 'waiting\n\nHELD\n{ no standing }' },
  ]);
});

test('each finding of the doctor is told as it is found', async () => {
  const bench = benchWith();
  const heard = eventsOf(bench, '/api/doctor?target=acme.yaml', 3);
  await Promise.resolve();
  bench.started[0]?.print('{"part":"files"}');
  bench.started[0]?.print('{"part":"world"}');
  bench.started[0]?.end({ code: 3 });

  expect(bench.started[0]?.words).toEqual(['doctor', '--target=acme.yaml', '--json-lines']);
  expect(await heard).toEqual([
    { type: 'line', line: { part: 'files' } },
    { type: 'line', line: { part: 'world' } },
    { type: 'ended', code: 3, said: '' },
  ]);
});

test('whoever leaves the doctor ends its look', async () => {
  const bench = benchWith();
  const end = new AbortController();
  const heard = eventsOf(bench, '/api/doctor?target=acme.yaml', 1, end);
  await Promise.resolve();
  bench.started[0]?.print('{"part":"files"}');
  bench.started[0]?.end({});
  await heard;
  expect(bench.started[0]?.interrupts).toBe(1);
});

test('for whoever has left before it began, the doctor does not look', async () => {
  const bench = benchWith();
  expect(await eventsOf(bench, '/api/doctor?target=acme.yaml', 1, abortedController())).toEqual([]);
  expect(bench.started).toEqual([]);
});

test('a run whose writing cannot be followed is told of where the server was started, and still ends', async () => {
  const bench = benchWith({
    look: () => {
      throw new Error('torn');
    },
  });
  await bench.send(callOf('/api/start', { method: 'POST', body: chosen }));
  bench.started[0]?.end({ code: 0 });
  const heard = (await eventsOf(bench, '/api/live', 2)) as readonly (readonly { readonly type: string }[])[];
  expect(heard.flat().map(({ type }) => type)).toEqual(['begun', 'ended']);
  expect(bench.crashes).toHaveLength(1);
});

test('a finding of the doctor that is none ends the look, and is told of where the server was started', async () => {
  const bench = benchWith();
  const heard = eventsOf(bench, '/api/doctor?target=acme.yaml', 3);
  await Promise.resolve();
  bench.started[0]?.print('no JSON');
  expect(await heard).toEqual([]);
  expect(bench.crashes).toHaveLength(1);
});

import { describe, expect, test } from 'vitest';
import type { ChosenInputs, ChosenLoad, RunEntry } from './protocol.ts';
import { asked, benchWith, callOf, entry } from './testing/bench.ts';

const chosen: ChosenInputs = { target: 'acme.yaml', seed: 7, faults: [], only: [], isOnRealTime: false };
const post = (path: string, body: unknown) => callOf(path, { method: 'POST', body });

describe('cases', () => {
  test('are those that the command lists for the target', async () => {
    const { send, started } = benchWith({ paths: ['mine'], answer: () => ({ stdout: '[{"id":"a"}]' }) });
    const { status, body } = await asked(send, callOf('/api/cases?target=acme.yaml&profile=generic'));
    expect([status, body]).toEqual([200, [{ id: 'a' }]]);
    expect(started[0]?.words).toEqual(['list', 'mine', '--target=acme.yaml', '--profile=generic', '--json']);
  });

  test('where a file is wrong, the problems are told in the words of the command', async () => {
    const { send } = benchWith({ answer: () => ({ code: 2, stderr: 'acme.yaml:3:1  unknown key "tenat"\n' }) });
    const { status, body } = await asked(send, callOf('/api/cases?target=acme.yaml'));
    expect([status, body]).toEqual([422, { refused: 'acme.yaml:3:1  unknown key "tenat"' }]);
  });
});

describe('a run', () => {
  test('is started as a command of its own, with what was chosen', async () => {
    const { send, started } = benchWith();
    const { body } = await asked(
      send,
      post('/api/start', { ...chosen, profile: 'generic', faults: ['a', 'b'], only: ['orders'], isOnRealTime: true }),
    );
    expect(body).toEqual({ run: 'new-acme.yaml' });
    expect(started[0]?.words).toEqual([
      'run',
      '--target=acme.yaml',
      '--profile=generic',
      '--door=socket',
      '--fault=a',
      '--fault=b',
      '--seed=7',
      '--only=orders',
      '--out=out/new-acme.yaml',
      '--reporter=console,junit,html,ctrf',
    ]);
  });

  test('is given a waiver file', async () => {
    const { send, started } = benchWith();
    await asked(send, post('/api/start', { ...chosen, waivers: 'known.yaml' }));
    expect(started[0]?.words).toContain('--waivers=known.yaml');
  });

  test('of everything that comes with Assay is a certification', async () => {
    const { send, started } = benchWith();
    await asked(send, post('/api/start', chosen));
    expect(started[0]?.words.slice(0, 3)).toEqual(['certify', '--target=acme.yaml', '--seed=7']);
  });

  test('waits for the one that is under way', async () => {
    const { send, started } = benchWith();
    await asked(send, post('/api/start', chosen));
    const { status, body } = await asked(send, post('/api/start', chosen));
    expect([status, body]).toEqual([422, { refused: 'A run is under way.\n  fix: stop it, or wait for its end' }]);
    expect(started).toHaveLength(1);
  });

  test('is stopped as Ctrl-C stops it, and a second time at once', async () => {
    const { send, started } = benchWith();
    expect((await asked(send, post('/api/stop', {}))).body).toEqual({ stopped: false });
    expect((await asked(send, post('/api/answer', { said: 'done' }))).body).toEqual({ answered: false });
    await asked(send, post('/api/start', chosen));
    expect((await asked(send, post('/api/answer', { said: 'done' }))).body).toEqual({ answered: true });
    expect((await asked(send, post('/api/answer', {}))).status).toBe(400);
    expect(started[0]?.answers).toEqual(['done']);
    expect((await asked(send, post('/api/stop', {}))).body).toEqual({ stopped: true });
    await asked(send, post('/api/stop', {}));
    expect(started[0]?.interrupts).toBe(2);
  });

  test.for([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['no object', []],
    ['no target', { ...chosen, target: '' }],
    ['a seed that is none', { ...chosen, seed: -1 }],
    ['a seed that is a text', { ...chosen, seed: '1' }],
    ['names that are no texts', { ...chosen, only: [1] }],
    ['a name that no command line can hold', { ...chosen, only: ['a\0b'] }],
  ] as const)('is not started by %s', async ([, body]) => {
    const { send, started } = benchWith();
    expect((await asked(send, post('/api/start', body))).status).toBe(400);
    expect(started).toEqual([]);
  });

  test('no value is taken for a flag', async () => {
    const { send, started } = benchWith();
    await asked(send, post('/api/start', { ...chosen, target: '--out=/elsewhere', only: ['--quiet'] }));
    expect(started[0]?.words.slice(0, 4)).toEqual(['run', '--target=--out=/elsewhere', '--seed=7', '--only=--quiet']);
  });
});

describe('a run that failed', () => {
  const again = (failed: readonly string[]) =>
    benchWith({
      runs: { again: (name) => (name === 'one' ? { chosen, paths: ['mine'], failed } : undefined) },
    });

  test('has its failed cases again, with the data of that run', async () => {
    const { send, started } = again(['a', 'b#c']);
    await asked(send, post('/api/again', { run: 'one' }));
    expect(started[0]?.words.slice(0, 6)).toEqual([
      'run',
      'mine',
      '--target=acme.yaml',
      '--seed=7',
      '--only=a',
      '--only=b#c',
    ]);
  });

  test('has the cases again that are named', async () => {
    const { send, started } = again(['a', 'b#c']);
    await asked(send, post('/api/again', { run: 'one', cases: ['b#c'] }));
    expect(started[0]?.words).toContain('--only=b#c');
    expect(started[0]?.words).not.toContain('--only=a');
  });

  test('has whole scenarios again where the cases are more than a command line takes', async () => {
    const { send, started } = again(Array.from({ length: 500 }, (_, i) => `orders/much~omit:/body/${i}`));
    await asked(send, post('/api/again', { run: 'one' }));
    expect(started[0]?.words.filter((word) => word.startsWith('--only'))).toEqual(['--only=orders/much']);
  });

  test('is not started again where nothing failed, or where there is none', async () => {
    const { send, started } = again([]);
    expect((await asked(send, post('/api/again', { run: 'one' }))).status).toBe(422);
    expect((await asked(send, post('/api/again', { run: '../one' }))).status).toBe(404);
    expect((await asked(send, post('/api/again', { run: 'one', cases: [] }))).status).toBe(400);
    expect(started).toEqual([]);
  });
});

describe('a run that was broken off', () => {
  const runs = { folderOf: (name: string) => (name === 'one' ? 'out/one' : undefined) };

  test('is gone on with by the command, in its own folder', async () => {
    const { send, started } = benchWith({ runs });
    expect((await asked(send, post('/api/resume', { run: 'one' }))).body).toEqual({ run: 'one' });
    expect(started[0]?.words).toEqual(['run', '--resume=out/one', '--reporter=console,junit,html,ctrf']);
  });

  test('is looked for among the runs that are there', async () => {
    const { send, started } = benchWith({ runs });
    expect((await asked(send, post('/api/resume', { run: '../one' }))).status).toBe(404);
    expect((await asked(send, post('/api/resume', {}))).status).toBe(400);
    expect(started).toEqual([]);
  });
});

describe('a load', () => {
  const load: ChosenLoad = { traffic: 'smoke', target: 'acme.yaml', seed: 7, faults: [], engine: 'native' };
  const words = ['load', 'smoke', '--engine=native', '--target=acme.yaml', '--seed=7'];

  test('is started as a command of its own, which tells where it stands', async () => {
    const { send, started } = benchWith();
    expect((await asked(send, post('/api/load/start', load))).body).toEqual({ run: 'new-smoke-acme.yaml' });
    expect(started[0]?.words).toEqual([
      ...words,
      '--out=out/new-smoke-acme.yaml',
      '--reporter=console,junit,html,ctrf',
      '--json-lines',
    ]);
  });

  test('on simulated time is simulated', async () => {
    const { send, started } = benchWith();
    await asked(send, post('/api/load/start', { ...load, engine: 'simulate', target: 'fake', faults: ['a'] }));
    expect(started[0]?.words.slice(0, 5)).toEqual(['simulate', 'smoke', '--target=fake', '--fault=a', '--seed=7']);
  });

  test('is shown before anything is sent, or why it must not be, in the words of the command', async () => {
    const allowed = benchWith({ answer: () => ({ stdout: 'smoke: 50 journeys\n' }) });
    expect((await asked(allowed.send, post('/api/load/preview', load))).body).toEqual({
      said: 'smoke: 50 journeys\n',
    });
    expect(allowed.started[0]?.words).toEqual([...words, '--dry-run']);
    const not = benchWith({ answer: () => ({ code: 2, stderr: 'target "acme" does not allow load\n' }) });
    const { status, body } = await asked(not.send, post('/api/load/preview', load));
    expect([status, body]).toEqual([422, { refused: 'target "acme" does not allow load' }]);
  });

  test('waits for the run that is under way', async () => {
    const { send, started } = benchWith();
    await asked(send, post('/api/start', chosen));
    expect((await asked(send, post('/api/load/start', load))).status).toBe(422);
    expect(started).toHaveLength(1);
  });

  test.for([
    ['no traffic', { ...load, traffic: '' }],
    ['traffic that is a flag', { ...load, traffic: '--out=/elsewhere' }],
    ['an engine that nobody has', { ...load, engine: 'wrk' }],
    ['no target', { ...load, target: undefined }],
    ['a seed that is none', { ...load, seed: 0.5 }],
  ] as const)('is not started by %s', async ([, body]) => {
    const { send, started } = benchWith();
    expect((await asked(send, post('/api/load/start', body))).status).toBe(400);
    expect(started).toEqual([]);
  });
});

test('a case is told by the command, also while its run goes on', async () => {
  const runs = { folderOf: (name: string) => (name === 'a' ? 'out/a' : undefined) };
  const { send, started } = benchWith({ runs, answer: () => ({ stdout: 'POST /order' }) });
  expect((await asked(send, callOf('/api/case?run=a&id=orders/cease'))).body).toEqual({ said: 'POST /order' });
  expect(started[0]?.words).toEqual(['show', 'out/a', 'orders/cease']);
  expect((await asked(send, callOf('/api/case?run=../a&id=orders/cease'))).status).toBe(404);
});

describe('two runs', () => {
  const runs = { folderOf: (name: string) => (/^[ab]$/.test(name) ? `out/${name}` : undefined) };

  test('are compared by the command, whether or not the later is worse', async () => {
    for (const code of [0, 1]) {
      const { send, started } = benchWith({ runs, answer: () => ({ code, stdout: '{"version":1}' }) });
      expect((await asked(send, callOf('/api/compare?before=a&after=b'))).body).toEqual({ version: 1 });
      expect(started[0]?.words).toEqual(['diff', 'out/a', 'out/b', '--json']);
    }
  });

  test('are not, where one is no run', async () => {
    const { send, started } = benchWith({ runs });
    for (const query of ['before=a', 'before=a&after=../b', '']) {
      expect((await asked(send, callOf(`/api/compare?${query}`))).status).toBe(404);
    }
    expect(started).toEqual([]);
  });
});

describe('the history', () => {
  const running: RunEntry = { kind: 'unfinished', name: 'torn', writtenAt: 3 };

  test('takes up every finished run, the earliest first', async () => {
    const { send, started } = benchWith({
      runs: {
        list: () => [running, { ...entry, name: 'late' }, { ...entry, name: 'early' }],
        folderOf: (name) => `out/${name}`,
      },
      answer: () => ({ stdout: 'out/early: added\n' }),
    });
    expect((await asked(send, post('/api/history', {}))).body).toEqual({ said: 'out/early: added\n' });
    expect(started[0]?.words).toEqual(['history', 'import', '--db=out/history.db', 'out/early', 'out/late']);
  });

  test('is empty before anything is remembered', async () => {
    const { send, started } = benchWith({ hasHistory: false });
    expect((await asked(send, callOf('/api/history'))).body).toEqual({ runs: [], cases: [], steady: 0 });
    expect(started).toEqual([]);
  });

  test('is what the command tells', async () => {
    const { send, started } = benchWith({ answer: () => ({ stdout: '{"runs":[],"cases":[]}' }) });
    expect((await asked(send, callOf('/api/history?target=acme'))).body).toEqual({ runs: [], cases: [], steady: 0 });
    expect(started[0]?.words).toEqual(['history', '--json', '--latest=60', '--db=out/history.db', '--target=acme']);
  });
});

test('what nobody foresaw is told where the server was started, and the server goes on', async () => {
  const { send, crashes } = benchWith({ answer: () => ({ stdout: 'no JSON' }) });
  expect(await asked(send, callOf('/api/history'))).toMatchObject({
    status: 500,
    body: 'Assay is at fault: it printed more where it was started\n',
  });
  expect(crashes).toHaveLength(1);
  expect((await asked(send, callOf('/api/runs'))).status).toBe(200);
});

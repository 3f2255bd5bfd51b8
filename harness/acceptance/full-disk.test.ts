import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
import { findK6 } from '../load/k6/binary.ts';
import { assay, emptyFolder } from '../testing/command.ts';
import { verdictIn } from '../testing/run-folder.ts';

const TRAFFIC = `traffic: Little
mix: { orders/minimal-order: 100 }
arrivals: [{ for: 1s, rate: 5/s }]
drain: 1s
thresholds: { failed: 0 }
`;

const RUN = ['run', 'scenarios/token', 'scenarios/availability/refusals.yaml', '--quiet'];

/** Runs the command with a bound on the size of any file, which fails writes as a full disk does. */
function withRoomFor(kilobytes: number, words: readonly string[]) {
  const { PATH = '', HOME = '' } = process.env;
  const command = ['ulimit -f "$1"; shift; exec "$@"', 'sh', String(kilobytes), process.execPath];
  const { status, stderr } = spawnSync('bash', ['-c', ...command, shippedPath('harness/cli/assay.js'), ...words], {
    cwd: shippedPath(),
    env: { PATH, HOME, ...(process.env.K6_BIN === undefined ? {} : { K6_BIN: process.env.K6_BIN }) },
    encoding: 'utf8',
    timeout: 100_000,
  });
  return { status, stderr };
}

describe.skipIf(process.platform === 'win32')('where there is no room left', () => {
  test('for what a run needs, nothing is sent and nothing is there under a final name', () => {
    const out = join(emptyFolder(), 'run');

    const { status, stderr } = withRoomFor(100, [...RUN, '--out', out]);

    expect(stderr).toBe(`cannot write ${out}/inputs.json\n  the file would become too large\n`);
    expect(status).toBe(3);
    expect(readdirSync(out)).toEqual([]);
  });

  test('for the record, the run ends, what is in the record stays readable, and --resume finishes it', async () => {
    const out = join(emptyFolder(), 'run');

    const { status, stderr } = withRoomFor(750, [...RUN, '--out', out, '--reporter', 'junit,html,json']);

    expect(stderr).toBe(`cannot write ${out}/record.ndjson
  the file would become too large

cannot write ${out}/index.html
  the file would become too large

2 errors
`);
    expect(status).toBe(3);
    expect(readdirSync(out).sort()).toEqual(['inputs.json', 'junit.xml', 'plan.json', 'record.ndjson']);
    const resumed = await assay(['run', '--resume', out, '--quiet', '--reporter', 'json']);
    expect(resumed.code).toBe(0);
    const verdict = verdictIn(out);
    expect(verdict.outcome).toBe('passed');
  });
});

test.skipIf(process.getuid?.() === 0)(
  'where a folder may not be written, that is told, and nothing is sent',
  async () => {
    const folder = emptyFolder();
    chmodSync(folder, 0o500);

    const { code, stderr } = await assay([...RUN, '--out', join(folder, 'run')]);

    expect(stderr).toBe(`cannot create ${folder}/run\n  permission denied\n  fix: choose a place this user may use\n`);
    expect(code).toBe(3);
  },
);

test('where a file stands in the place of a folder, that is told, and the file stays', async () => {
  const file = join(emptyFolder(), 'run');
  writeFileSync(file, 'mine');

  const { code, stderr } = await assay([...RUN, '--out', file]);

  expect(stderr).toContain(`cannot create ${file}\n`);
  expect(code).toBe(3);
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('where a report cannot be put in its place, the others are there, and the run can be reported again', async () => {
  const out = join(emptyFolder(), 'run');
  const taken = join(emptyFolder(), 'junit.xml');
  mkdirSync(taken);

  const { code, stderr } = await assay([...RUN, '--out', out, '--reporter', `json,junit=${taken}`]);

  expect(stderr).toContain(`cannot write ${taken}\n`);
  expect(code).toBe(3);
  expect(existsSync(join(out, 'verdict.json'))).toBe(true);
  expect(readdirSync(taken)).toEqual([]);
});

const k6 = await findK6(process.env);
const withoutK6 = 'message' in k6 ? ` (skipped: ${k6.message})` : '';

/** Of a load: kilobytes of room, what is told of, and what is there under its final name. */
describe.skipIf(process.platform === 'win32')('where there is no room left for what a load writes', () => {
  const load = (out: string, engine: string): readonly string[] => {
    const profile = join(emptyFolder(), 'little.yaml');
    writeFileSync(profile, TRAFFIC);
    return ['load', profile, '--engine', engine, '--fault', 'kci-lost-completion', '--out', out, '--quiet'];
  };

  test('for deliveries, it ends, and what broke it off is told before the report that does not fit either', () => {
    const out = join(emptyFolder(), 'load');

    const { status, stderr } = withRoomFor(1, load(out, 'native'));

    expect(stderr).toBe(`the receiver at 127.0.0.1:0 can take nothing more
  EFBIG: file too large, write
  fix: make room where temporary files go

cannot write ${out}/index.html
  the file would become too large

2 errors
`);
    expect(status).toBe(3);
    expect(readdirSync(out).sort()).toEqual(['failed.ndjson', 'orders.ndjson']);
  });

  test.skipIf(withoutK6 !== '')(`for the script of k6, nothing is sent${withoutK6}`, () => {
    const out = join(emptyFolder(), 'load');

    const { status, stderr } = withRoomFor(6, load(out, 'k6'));

    expect(stderr).toBe(`cannot write ${out}/assay.ts\n  the file would become too large\n`);
    expect(status).toBe(3);
    expect(readdirSync(out).sort()).toEqual(['failed.ndjson', 'journeys.tsv', 'orders.ndjson', 'script.js']);
    expect(statSync(join(out, 'failed.ndjson')).size).toBe(0);
  });

  test('for the files that people run by k6 themselves, what is there is whole', () => {
    const out = join(emptyFolder(), 'script');
    const target = ['--target', shippedPath('fixtures/targets/fake-http.yaml')];

    const { status, stderr } = withRoomFor(1, ['load', 'smoke', ...target, '--print-script', out]);

    expect(stderr).toBe(`cannot write ${out}/journeys.tsv.part\n  the file would become too large\n`);
    expect(status).toBe(3);
    expect(readdirSync(out)).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('where there is no room left for what is made of a run', () => {
  test('it is named, and nothing half-written is left', async () => {
    const folder = emptyFolder();
    const out = join(folder, 'run');
    await assay([...RUN, '--out', out, '--reporter', 'json']);
    const refused = (words: readonly string[], file: string): void => {
      const { status, stderr } = withRoomFor(1, words);
      expect([status, stderr.split('\n')[0]]).toEqual([3, `cannot write ${file}`]);
    };

    refused(['seal', out], join(out, 'seal.json'));
    refused(['report', out, '--out', join(folder, 'again')], join(folder, 'again', 'index.html'));
    refused(['history', 'import', out, '--db', join(folder, 'history.db')], join(folder, 'history.db'));
    await assay(['seal', out]);

    const left = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(
      left.filter(
        (name) => !/^(run|again|history\.db)$|^run\/(inputs|plan|verdict|seal)\.json$|^run\/record\.ndjson$/.test(name),
      ),
    ).toEqual([]);
    expect((await assay(['verify', out])).code).toBe(0);
  });
});

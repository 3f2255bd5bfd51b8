import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reporters } from '../../../reports/index.ts';
import { shippedPath } from '../../home.ts';
import { readRecord } from '../../io/record-file.ts';
import type { Observation, Plan, Verdict } from '../../model.ts';
import { assay } from '../../testing/command.ts';
import { essence } from '../../testing/essence.ts';
import { random } from '../../values/seed.ts';
import { RUN_FILES, type RunInputs } from '../folder/folder.ts';
import { rejudge } from '../stored/rejudge.ts';
import { resume } from './resume.ts';

/** Journeys with waits, groups, retries and refusals, against a fake with a fault that some of them show. */
const SCENARIOS = ['scenarios/cancellations', 'scenarios/kci', 'scenarios/appointments/slot-contested.yaml'];
/** How many places; `npm run crash` tries a hundred, of a run with all their cases. */
const MOMENTS = Number(process.env.KILLS ?? 10);
const DEPTH = process.env.KILLS === undefined ? 'quick' : 'standard';
const RUN = ['run', ...SCENARIOS, '--depth', DEPTH, '--fault', 'cancellation-answered-with-body'];

const place = mkdtempSync(join(tmpdir(), 'assay-resume-'));
const whole = join(place, 'whole');
beforeAll(async () => {
  await assay([...RUN, '--out', whole, '--quiet', '--reporter', 'json']);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function read<T>(folder: string, name: string): T {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
}

function change<T>(folder: string, name: string, edit: (value: T) => T): void {
  writeFileSync(join(folder, name), JSON.stringify(edit(read<T>(folder, name))));
}

/** A copy of the run as a crash left it when its record had so many bytes. */
function brokenOff(name: string, bytes: number): string {
  const folder = join(place, name);
  cpSync(whole, folder, { recursive: true });
  rmSync(join(folder, RUN_FILES.verdict));
  truncateSync(join(folder, RUN_FILES.record), bytes);
  return folder;
}

function goOn(folder: string): Promise<number> {
  const limited: Parameters<typeof resume>[1]['limited'] = (target) => target;
  return resume(folder, { outlets: [{ reporter: 'json' }], allowInconclusive: false, quiet: true, limited });
}

const sizeBytes = (): number => statSync(join(whole, RUN_FILES.record)).size;
const recordIn = (folder: string): Observation[] =>
  readFileSync(join(folder, RUN_FILES.record), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Observation);

describe('a run that is taken up again', () => {
  test.for(Array.from({ length: MOMENTS }, (_, i) => i))(
    'comes to the verdict of an undisturbed one, wherever its record ends (%i)',
    async (nth) => {
      const share = nth === 0 ? 0 : nth === 1 ? 1 : random(`moment ${nth}`)();
      const folder = brokenOff(`moment-${nth}`, Math.floor(share * sizeBytes()));

      const code = await goOn(folder);

      expect(code).toBe(1);
      expect(essence(read<Verdict>(folder, RUN_FILES.verdict))).toEqual(
        essence(read<Verdict>(whole, RUN_FILES.verdict)),
      );
      const record = recordIn(folder);
      expect(record.map(({ seq }) => seq)).toEqual(record.map((_, i) => i + 1));
      expect(reporters.json.render(rejudge(folder).input)).toBe(readFileSync(join(folder, RUN_FILES.verdict), 'utf8'));
    },
  );

  test('walks no journey again that had come to its end, and none with ids that were used', async () => {
    const folder = brokenOff('half', Math.floor(sizeBytes() * 0.6));
    const before = readRecord(join(folder, RUN_FILES.record)).observations.length;

    await goOn(folder);

    const record = recordIn(folder);
    const ended = record.flatMap((each) => (each.type === 'journey-ended' ? [each.journey] : []));
    expect(new Set(ended).size).toBe(ended.length);
    const sentIn = (from: number, to?: number): string[] =>
      record.slice(from, to).flatMap((each) => {
        if (each.type !== 'request-sent' || each.verb === 'token') return [];
        return each.headers.flatMap(([name, value]) => (name === 'X-Request-ID' && value !== '' ? [value] : []));
      });
    const earlier = new Set(sentIn(0, before));
    expect(sentIn(before).filter((id) => earlier.has(id))).toEqual([]);
    expect(read<Plan>(folder, RUN_FILES.plan).resumedAt).toHaveLength(1);
  });

  test('is told its variables anew only where they are secret', async () => {
    const target = join(place, 'named.yaml');
    writeFileSync(
      target,
      `extends: ${shippedPath('fixtures/targets/fake.yaml')}\ntitle: $env.TITLE\nwebhook: { path-secret: $env.WORD }\nheaders: { X-Word: $env.WORD }\n`,
    );
    const folder = join(place, 'variables');
    const told = ['--target', target, '--var', 'TITLE=Ours', '--var', 'WORD=secret-of-the-hook-7391', '-q'];
    expect(
      await assay(['run', 'scenarios/token/access-token.yaml', ...told, '--reporter', 'json', '--out', folder]),
    ).toMatchObject({
      code: 0,
      stderr: '',
    });
    rmSync(join(folder, RUN_FILES.verdict));
    const [begun = ''] = readFileSync(join(folder, RUN_FILES.record), 'utf8').split('\n');
    truncateSync(join(folder, RUN_FILES.record), begun.length + 1);

    const without = await assay(['run', '--resume', folder, '-q']);
    const goneOn = await assay(['run', '--resume', folder, '-q', '--var', 'WORD=secret-of-the-hook-7391']);

    expect(read<RunInputs>(folder, RUN_FILES.inputs).words?.var).toEqual(['TITLE=Ours']);
    expect([without.code, /the environment variable \w+ is not set/.exec(without.stderr)?.[0]]).toEqual([
      2,
      'the environment variable WORD is not set',
    ]);
    expect(goneOn).toMatchObject({ code: 0, stderr: '' });
    // The reports are those that the run was told to make.
    expect(existsSync(join(folder, RUN_FILES.verdict))).toBe(true);
    expect(existsSync(join(folder, 'index.html'))).toBe(false);
    expect(readFileSync(join(folder, RUN_FILES.inputs), 'utf8')).not.toContain('7391');
  });

  test('that had ended is only reported again', async () => {
    const folder = brokenOff('ended', sizeBytes());

    const code = await goOn(folder);

    expect(code).toBe(1);
    expect(readFileSync(join(folder, RUN_FILES.record), 'utf8')).toBe(
      readFileSync(join(whole, RUN_FILES.record), 'utf8'),
    );
    expect(readFileSync(join(folder, RUN_FILES.verdict), 'utf8')).toBe(
      readFileSync(join(whole, RUN_FILES.verdict), 'utf8'),
    );
  });
});

describe('a run is not taken up again', () => {
  test.for<[string, (inputs: RunInputs) => RunInputs, string]>([
    [
      'by another version of Assay',
      (inputs) => ({ ...inputs, assay: '0.0.9' }),
      'the version of Assay is not that of the run',
    ],
    [
      'under another contract',
      (inputs) => ({ ...inputs, contract: { ...inputs.contract, digest: 'f00' } }),
      'the contract is not that of the run',
    ],
    [
      'with another KCI profile',
      (inputs) => ({ ...inputs, profile: { ...inputs.profile, unknownEvents: 'observe' } }),
      'the KCI profile is not that of the run',
    ],
    [
      'in another world',
      (inputs) => ({ ...inputs, world: { ...inputs.world, timeZone: 'UTC' } }),
      'the world is not that of the run',
    ],
    [
      'against another target',
      (inputs) => ({ ...inputs, target: { ...inputs.target, lacks: ['amendments'] } }),
      'the target is not that of the run',
    ],
  ])('%s', async ([name, edit, message]) => {
    const folder = brokenOff(name.replaceAll(' ', '-'), 5_000);
    change<RunInputs>(folder, RUN_FILES.inputs, edit);

    await expect(goOn(folder)).rejects.toThrow(message);

    expect(statSync(join(folder, RUN_FILES.record)).size).toBe(5_000);
  });

  test('with other scenarios', async () => {
    const folder = brokenOff('scenarios', 5_000);
    change<Plan>(folder, RUN_FILES.plan, (plan) => ({
      ...plan,
      journeys: plan.journeys.map((journey, i) => (i === 3 ? { ...journey, title: 'As it read then' } : journey)),
    }));

    await expect(goOn(folder)).rejects.toThrow('the scenarios are not those of the run');
  });

  test('with other words', async () => {
    const { code, stderr } = await assay(['run', 'scenarios/orders', '--resume', whole, '--seed', '2']);

    expect(code).toBe(2);
    expect(stderr).toBe(`--resume does not go with --seed, scenarios/orders
  a run goes on with what it was told when it began
  fix: leave it out, or make a new run
`);
  });
});

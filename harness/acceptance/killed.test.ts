import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { RUN_FILES } from '../application/folder/folder.ts';
import { shippedPath } from '../home.ts';
import { readRecord } from '../io/record-file.ts';
import { assay } from '../testing/command.ts';
import { essence } from '../testing/essence.ts';
import { assayKilledAt } from '../testing/killed.ts';
import { verdictIn } from '../testing/run-folder.ts';
import { servedFake } from '../testing/target.ts';
import { random } from '../values/seed.ts';

/** How many moments; `npm run crash` tries a hundred. */
const KILLS = Number(process.env.KILLS ?? 4);
/** A run is killed so often before it may come to its end. */
const KILLS_OF_ONE_RUN = 2;

/** A run that is against a fake of its own, for a gateway goes on telling of the orders of an earlier one. */
interface Place {
  readonly out: string;
  readonly words: readonly string[];
}

async function placeFor(out: string, fault: readonly string[]): Promise<Place> {
  const url = await servedFake({ kciDelay: 10, fault });
  const text = readFileSync(shippedPath('fixtures/targets/fake-http.yaml'), 'utf8');
  const quick = text.replace('kci-delay: 0s', 'kci-delay: 10ms').replace('settle: 1s', 'settle: 200ms');
  const target = `${out}.yaml`;
  writeFileSync(target, quick.replace('http://127.0.0.1:8080', url));
  const scenarios = ['scenarios/cancellations', 'scenarios/appointments/slot-contested.yaml'];
  return { out, words: ['run', ...scenarios, '--target', target, '--out', out, ...QUIETLY] };
}

/**
 * What a verdict comes to, but for the row of repeated deliveries: one that was written down, and not acknowledged before
 * the run was killed, comes again.
 */
function essenceOf(out: string): unknown {
  const verdict = verdictIn(out);
  return essence({ ...verdict, requirements: verdict.requirements.filter(({ id }) => id !== 'KCI-21') });
}

const QUIETLY = ['--quiet', '--reporter', 'json'];

describe.each([
  ['keeps its promises', [], 0],
  ['takes cancellations wrongly', ['cancellation-answered-with-body', 'cancellation-null-reason-accepted'], 1],
] as const)('runs against a gateway that %s, killed', (_, faults, status) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-killed-'));
  const undisturbedOnce = async () => {
    const { out, words } = await placeFor(join(folder, 'undisturbed'), faults);
    expect((await assay(words)).code).toBe(status);
    return { verdict: essenceOf(out), bytes: statSync(join(out, RUN_FILES.record)).size };
  };
  let made: ReturnType<typeof undisturbedOnce> | undefined;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const share = Math.ceil(KILLS / KILLS_OF_ONE_RUN / 2);
  test.each(Array.from({ length: share }, (_each, i) => i))(
    'and taken up again come to the verdict of an undisturbed one (%i)',
    async (nth) => {
      made ??= undisturbedOnce();
      const undisturbed = await made;
      const { out, words } = await placeFor(join(folder, `killed-${nth}`), faults);
      const record = join(out, RUN_FILES.record);
      const moment = random(`${status}/${nth}`);
      let before = '';
      for (let kill = 0; kill < KILLS_OF_ONE_RUN; kill += 1) {
        const left = Math.max(0, undisturbed.bytes - before.length);
        const at = before.length + 1 + Math.floor(moment() * left * 0.8);
        const { code } = await assayKilledAt(kill === 0 ? words : ['run', '--resume', out, ...QUIETLY], out, at);
        expect(code).toBe(null);
        const { observations, problems } = readRecord(record);
        const text = readFileSync(record, 'utf8');
        expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(observations.map(({ seq }) => seq)).toEqual(observations.map((_each, i) => i + 1));
        expect(text.startsWith(before.slice(0, before.lastIndexOf('\n') + 1))).toBe(true);
        before = text;
      }

      const { code } = await assay(['run', '--resume', out, ...QUIETLY]);

      expect(code).toBe(status);
      expect(essenceOf(out)).toEqual(undisturbed.verdict);
    },
  );
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reporters } from '../../../reports/index.ts';
import type { Fault } from '../../fake/fault.ts';
import { shippedFaults } from '../../fake/faults.ts';
import { certificationScopeOf } from '../../journey/whole.ts';
import type { CaseVerdict, Plan, Verdict } from '../../model.ts';
import { certifyFake } from '../../prove/certification.ts';
import { brokenBy } from '../../prove/trial.ts';
import { emptyFolder } from '../../testing/command.ts';
import { verdictIn } from '../../testing/run-folder.ts';
import { casesOfWhole, WHOLE } from '../../testing/whole.ts';
import { random } from '../../values/seed.ts';
import { execute } from '../certify/execute.ts';
import { faultsNamed } from '../faults.ts';
import { loadInputs } from '../inputs.ts';
import { stageOf } from '../proofs/prove.ts';
import { readOutlets } from '../report/outlets.ts';
import { Refusal } from '../say.ts';
import { issueCertificate } from './issue-certificate.ts';
import { rejudge } from './rejudge.ts';
import { sealRun } from './seal-run.ts';

/** So many faults are drawn by ATTACK_SEED, beside the one that lets most pass: "npm run attack" tries a hundred. */
const ATTACKS = Number(process.env.ATTACKS ?? 0);
const { ATTACK_SEED = '1' } = process.env;
const NOW = new Date();

const inputs = loadInputs({ target: 'fake' }, []);
const stage = stageOf(inputs, 1);

function faultNamed(name: string): Fault {
  const [fault] = faultsNamed([name]);
  if (!fault) throw new Error(name);
  return fault;
}

function faultsDrawn(): readonly string[] {
  const { register } = inputs.contract;
  const names = shippedFaults()
    .faults.filter((fault) => brokenBy(fault, register).kind === 'fault')
    .map(({ fault }) => fault);
  const next = random(`attack ${ATTACK_SEED}`);
  const drawn = names.map((name) => [next(), name] as const).sort(([a], [b]) => a - b);
  return ['service-open-to-bare-requests', ...drawn.slice(0, ATTACKS).map(([, name]) => name)];
}

async function runOf(only: readonly string[], fault: string, folder: string): Promise<Verdict> {
  await execute(inputs, {
    seed: 1,
    faults: [fault],
    only,
    out: folder,
    outlets: readOutlets(['json'], {}),
    allowInconclusive: true,
    quiet: true,
    command: 'npx assay certify',
  });
  return verdictIn(folder);
}

/** Of cases that passed, few that look at whatever any of them looks at. */
function coverOf(cases: readonly CaseVerdict[]): string[] {
  const passed = cases.filter(({ outcome }) => outcome === 'passed');
  const open = new Set(passed.flatMap(({ requirements }) => requirements));
  const chosen: string[] = [];
  while (open.size > 0) {
    const gain = (one: CaseVerdict): number => one.requirements.filter((row) => open.has(row)).length;
    const best = passed.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    chosen.push(best.id);
    for (const row of best.requirements) open.delete(row);
  }
  return chosen;
}

/** Why no certificate was issued; undefined where one was. */
function refusalOf(folder: string): readonly (string | undefined)[] | undefined {
  sealRun(folder, { now: NOW });
  try {
    issueCertificate(folder, { anyOutcome: true }, NOW);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.problems.map(({ why }) => why);
    throw error;
  }
}

/** Lets the plan say that its cases are all there are. */
function forge(folder: string): Verdict {
  const path = join(folder, 'plan.json');
  const plan = JSON.parse(readFileSync(path, 'utf8')) as Plan;
  writeFileSync(path, `${JSON.stringify({ ...plan, whole: certificationScopeOf(plan.journeys) })}\n`);
  const { input } = rejudge(folder);
  writeFileSync(join(folder, 'verdict.json'), reporters.json.render(input));
  return input.verdict;
}

describe('the cases that pass at a faulty gateway, chosen so that they look at all that passing cases look at', () => {
  test.each(faultsDrawn())(
    'get no certificate: %s',
    async (name) => {
      const whole = await certifyFake(stage, inputs.validators, { fault: faultNamed(name) });
      const cover = coverOf(whole.verdict.cases);
      const folder = emptyFolder();
      const verdict = await runOf(cover, name, folder);
      const left = (stage.plan.journeys.length - cover.length).toLocaleString('en-GB');
      const missing = new RegExp(`^${left} of ${WHOLE} are missing: `);
      expect(verdict.scope).toEqual({ cases: cover.length, of: casesOfWhole() });
      expect(['passed', 'failed', 'inconclusive']).toContain(verdict.outcome);
      expect(refusalOf(folder)).toEqual([expect.stringMatching(missing)]);

      if (ATTACKS > 0) return;
      const forged = forge(folder);
      expect(['certified', 'not-certified', 'inconclusive']).toContain(forged.outcome);
      expect(refusalOf(folder)).toEqual([expect.stringMatching(missing)]);
      expect(existsSync(join(folder, 'certificate.json'))).toBe(false);
    },
    300_000,
  );
});

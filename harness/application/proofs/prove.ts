import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { proofHtml } from '../../../reports/proof/html.ts';
import { proofText } from '../../../reports/proof/text.ts';
import { trialOutcomes, UNWANTED } from '../../../reports/proof/words.ts';
import { spellWhole } from '../../../reports/terminal/live-state.ts';
import { screenLine } from '../../../reports/terminal/screen.ts';
import type { Fault } from '../../fake/fault.ts';
import { chosenFaults, shippedFaults } from '../../fake/faults.ts';
import { unplayable } from '../../fake/gateway.ts';
import { displayPath } from '../../home.ts';
import type { Stage } from '../../prove/certification.ts';
import { concludeProof, shortcomings } from '../../prove/conclude.ts';
import { mixesOf } from '../../prove/mixes.ts';
import { createPool } from '../../prove/pool.ts';
import { prove } from '../../prove/prove.ts';
import { certifyFaultless } from '../../prove/selection.ts';
import { baselineOf, unknownBreaks } from '../../prove/trial.ts';
import type { Trial } from '../../verdict/proof.ts';
import { IN_PROCESS_URL } from '../../wire/in-process.ts';
import { count, thousands } from '../../words/text.ts';
import { planCases } from '../cases/plan-run.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { writeFile } from '../folder/folder.ts';
import { folderForRun, holdForRun } from '../folder/hold-folder.ts';
import { type CertifyingInputs, type Inputs, loadInputs } from '../inputs.ts';
import { secretsOf } from '../open/secrets.ts';
import { VIRTUAL_START } from '../open/transport.ts';
import { print, refuseOn, say } from '../say.ts';
import { EXIT_OF, onSignals } from '../signals.ts';
import { terminalOf, wantsColour } from '../terminal.ts';
import { VERSION } from '../version.ts';

/** What the user may choose of a proof. */
interface ProveFlags {
  readonly fault?: readonly string[];
  readonly profile?: string;
  readonly seed: number;
  readonly jobs?: number;
  readonly out?: string;
  readonly quiet?: boolean;
}

/** Proves and reports; returns the exit code, which says whether the proof holds. */
export async function proveAll(flags: ProveFlags): Promise<ExitCode> {
  const { profile, seed, jobs = availableParallelism(), quiet = false } = flags;
  holdForRun(flags.out);
  const inputs = loadInputs({ target: 'fake', ...(profile === undefined ? {} : { profile }) }, []);
  refuseOn(unplayable(inputs.profile));
  const stage = stageOf(inputs, seed);
  const isWhole = flags.fault === undefined;
  const faults = faultsOf(flags, inputs);

  // Each fault is tried with several sets of cases, one after the other.
  const pool = createPool(stage, Math.min(jobs, faults.length));
  // An unfinished proof proves nothing, so nothing is written.
  const release = onSignals((signal) => {
    say('interrupted: nothing is proven');
    process.exit(EXIT_OF[signal]);
  });
  try {
    const faultless = await certifyFaultless(stage, inputs.validators);
    const trials = await prove(faults, {
      contract: inputs.contract,
      seed,
      runJob: pool.runJob,
      faultless,
      isWhole,
      onTrial: quiet ? undefined : showProof(faults.length),
    });
    const proof = concludeProof({
      stage,
      isWhole,
      baseline: baselineOf(faultless.result),
      trials,
    });
    const wanting = shortcomings(proof);
    const folder = folderForRun('prove', flags);
    const [json, html] = [join(folder, 'prove.json'), join(folder, 'prove.html')];
    writeFile(json, `${JSON.stringify(proof, null, 1)}\n`);
    writeFile(html, proofHtml(proof, wanting));
    const options = { colour: wantsColour(), shortcomings: wanting, reports: [displayPath(json), displayPath(html)] };
    if (!quiet) print(proofText(proof, options));
    return wanting.length === 0 ? EXIT.passed : EXIT.failed;
  } finally {
    release();
    await pool.close();
  }
}

function faultsOf({ fault: names, seed }: ProveFlags, { contract }: Inputs): Fault[] {
  const { faults, problems } = names === undefined ? shippedFaults() : chosenFaults(names);
  refuseOn([...problems, ...unknownBreaks(faults, contract.register)]);
  return names === undefined ? [...faults, ...mixesOf(faults, seed)] : faults;
}

/** What every trial starts from: the plan of `assay certify` against the fake in this process. */
export function stageOf(inputs: CertifyingInputs, seed: number): Stage {
  const { contract, profile, world } = inputs;
  const target = { ...inputs.target, baseUrl: IN_PROCESS_URL };
  const nonce = `seed-${seed}`;
  const plan = planCases({ nonce, now: VIRTUAL_START }, inputs, { target, isVirtual: true }, { seed, only: [] });
  return { contract, profile, world, target, plan, secrets: secretsOf(inputs, `hook-${nonce}`), assay: VERSION };
}

/** Prints each trial that ends badly, and the progress of the proof at every tenth. */
function showProof(trials: number): (trial: Trial) => void {
  const startedAt = Date.now();
  const { screen } = terminalOf(process.stderr);
  let done = 0;
  let bad = 0;
  return ({ fault, title, outcome }) => {
    const tenthBefore = Math.floor((10 * done) / trials);
    done += 1;
    if (UNWANTED.includes(outcome)) {
      bad += 1;
      say(screenLine([['red', trialOutcomes[outcome].toUpperCase()], '  ', ['bold', fault], `  ${title}`], screen()));
    }
    const tenth = Math.floor((10 * done) / trials);
    if (tenth === tenthBefore) return;
    const far = `${thousands(done)} of ${count(trials, 'trial')}, ${bad} not as it should be`;
    say(`${String(10 * tenth).padStart(3)} %  ${far}, ${spellWhole(Date.now() - startedAt)}`);
  };
}

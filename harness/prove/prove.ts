import type { Fault } from '../gateway/fault.ts';
import type { CaseVerdict, Contract, Plan } from '../model.ts';
import type { Trial } from '../proof.ts';
import type { Attempt, Attempted } from './attempt.ts';
import { brokenBy, decide } from './decide.ts';
import { likelyCases } from './likely.ts';

/** What trials are made with. */
export interface ProveOptions {
  readonly contract: Contract;
  readonly plan: Plan;
  readonly attempt: Attempt;
  /** The fake without any fault, and its cases, which say who looks at what. */
  readonly baseline: { readonly attempted: Attempted; readonly cases: readonly CaseVerdict[] };
  /** Every fault is tried with the whole plan, although a few cases may have killed it. */
  readonly isThorough: boolean;
  readonly onTrial?: (trial: Trial) => void;
}

/** Tries every fault and every legal variant; the trials come back in the order of the faults. */
export async function prove(faults: readonly Fault[], options: ProveOptions): Promise<Trial[]> {
  const trials = new Map<Fault, Trial>();
  // Variants take the whole plan: begun first, they leave short trials to fill the end.
  const inTurn = faults.toSorted((a, b) => Number(b.legal ?? false) - Number(a.legal ?? false));
  await Promise.all(
    inTurn.map(async (fault) => {
      const trial = await tryFault(fault, options);
      trials.set(fault, trial);
      options.onTrial?.(trial);
    }),
  );
  return faults.flatMap((fault) => trials.get(fault) ?? []);
}

/** A fault meets first the cases that are likely to kill it, and all of them only where these do not. */
async function tryFault(fault: Fault, { contract, plan, attempt, baseline, isThorough }: ProveOptions): Promise<Trial> {
  const broken = brokenBy(fault, contract.register);
  if (!fault.legal && !isThorough) {
    const likely = likelyCases(fault, broken, plan, baseline.cases);
    const first = likely.length > 0 ? await attempt({ fault, only: likely }) : undefined;
    if (first && decide(broken, first.reds) === 'killed') return trialOf(fault, broken.kind, first, 'killed');
  }
  const whole = await attempt({ fault });
  const isIdle = whole.digest === baseline.attempted.digest;
  return trialOf(fault, broken.kind, whole, decide(broken, whole.reds), isIdle);
}

/** A trial as it is reported. */
export function trialOf(
  { fault, title, breaks }: Pick<Fault, 'fault' | 'title' | 'breaks'>,
  kind: Trial['kind'],
  { reds, cases, inconclusive }: Attempted,
  outcome: Trial['outcome'],
  isIdle = false,
): Trial {
  return { fault, title, kind, breaks, outcome, cases, reds, inconclusive, isIdle };
}

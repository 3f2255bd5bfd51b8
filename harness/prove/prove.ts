import type { Fault } from '../fake/fault.ts';
import type { CaseVerdict, Contract, Plan, RowVerdict } from '../model.ts';
import { facetKey, type Red, type Told, type Trial } from '../verdict/proof.ts';
import type { Attempt, Attempted } from './attempt.ts';
import { likelyCases, sampledCases, touchedCases } from './cases.ts';
import { type Broken, brokenBy, decide, isRightCause } from './decide.ts';
import type { Met } from './met.ts';

/** What trials are made with. */
export interface ProveOptions {
  readonly contract: Contract;
  readonly plan: Plan;
  readonly attempt: Attempt;
  /** The whole plan with the fake as it should be: what it is like, which cases look at what, and what they meet with. */
  readonly faultless: {
    readonly attempted: Attempted;
    readonly cases: readonly CaseVerdict[];
    readonly rows: readonly RowVerdict[];
    readonly met: Met;
  };
  /** Every trial is made with the whole plan, whether or not fewer cases would do. */
  readonly isThorough: boolean;
  /** What facets no fault turned red is not asked. */
  readonly isPart?: boolean;
  readonly onTrial?: (trial: Trial) => void;
}

/** Tries every fault and every legal variant; the trials come back in the order of the faults. */
export async function prove(faults: readonly Fault[], options: ProveOptions): Promise<Trial[]> {
  const tryOne = createTrier(options);
  const isLegal = ({ legal = false }: Fault): number => (legal ? 0 : 1);
  const trials = new Map<Fault, Trial>();
  // Variants take longest: begun first, they leave short trials to fill the end.
  const inTurn = faults.toSorted((a, b) => isLegal(a) - isLegal(b));
  await Promise.all(
    inTurn.map(async (fault) => {
      const trial = await tryOne(fault);
      trials.set(fault, trial);
      options.onTrial?.(trial);
    }),
  );
  if (!options.isPart) await turnFacetsRed(trials, options);
  return faults.flatMap((fault) => trials.get(fault) ?? []);
}

/**
 * The cases that killed a fault are few. Of a facet that no trial turned red, the faults that break its row are tried
 * once more with the cases that showed it, one after the other until one does.
 */
async function turnFacetsRed(trials: Map<Fault, Trial>, { contract, attempt, faultless }: ProveOptions): Promise<void> {
  const red = new Set([...trials.values()].flatMap(({ kind, breached }) => (kind === 'fault' ? breached : [])));
  const breakersOf = (row: string): readonly Fault[] =>
    [...trials].flatMap(([fault, { kind }]) =>
      kind === 'fault' && !fault.also && brokenBy(fault, contract.register).rows.has(row) ? [fault] : [],
    );
  await Promise.all(
    faultless.rows.map(async ({ id, facets }) => {
      let left = facets.filter((facet) => !red.has(facetKey(id, facet.id)));
      for (const fault of breakersOf(id)) {
        const only = [...new Set(left.flatMap(({ cases }) => cases))];
        if (only.length === 0) return;
        const { breached } = await attempt({ fault, only });
        const trial = trials.get(fault);
        if (trial) trials.set(fault, { ...trial, breached: [...new Set([...trial.breached, ...breached])] });
        left = left.filter((facet) => !breached.includes(facetKey(id, facet.id)));
      }
    }),
  );
}

function createTrier({
  contract,
  plan,
  attempt,
  faultless,
  isThorough,
}: ProveOptions): (fault: Fault) => Promise<Trial> {
  const made = new Map([['', Promise.resolve(faultless.attempted)]]);
  /** The same cases without the fault; many faults touch the same. */
  const without = (only: readonly string[] | undefined): Promise<Attempted> => {
    const key = only?.join() ?? '';
    const usual = made.get(key) ?? attempt(only ? { only } : {});
    made.set(key, usual);
    return usual;
  };

  /** The first few cases that kill a fault are enough. */
  const killedByLikely = async (fault: Fault, broken: Broken): Promise<Attempted | null> => {
    if (broken.kind !== 'fault' || isThorough) return null;
    const only = likelyCases(fault, broken, plan, faultless);
    const attempted = only.length > 0 ? await attempt({ fault, only }) : null;
    const isEnough = attempted?.isEndless || decide(broken, attempted?.reds ?? []) === 'killed';
    return isEnough ? attempted : null;
  };

  return async (fault) => {
    const broken = brokenBy(fault, contract.register);
    const killed = await killedByLikely(fault, broken);
    // What does not end with a few cases does not end with all.
    if (killed) return trialOf(fault, broken, { ...killed, reds: killed.reds.filter(isFailed) });
    const choose = broken.kind === 'variant' ? sampledCases : touchedCases;
    const only = isThorough ? undefined : choose(fault, plan, faultless.met);
    const attempted = await attempt({ fault, ...(only ? { only } : {}) });
    // What the fake does as well when nothing is wrong matters only where nothing failed.
    const isKilled = broken.kind === 'fault' && decide(broken, attempted.reds) === 'killed';
    if (isKilled && !isThorough) return trialOf(fault, broken, { ...attempted, reds: attempted.reds.filter(isFailed) });
    const usual = await without(only);
    const reds = redsBeyond(usual.reds, attempted.reds);
    return trialOf(fault, broken, { ...attempted, reds }, attempted.digest === usual.digest);
  };
}

const isFailed = ({ outcome }: Red): boolean => outcome === 'failed';

/** Without the observations that the fake gives as well when nothing is wrong with it. */
function redsBeyond(usual: readonly Red[], reds: readonly Red[]): Red[] {
  const known = new Set(usual.map((red) => JSON.stringify(red)));
  return reds.filter((red) => isFailed(red) || !known.has(JSON.stringify(red)));
}

function isToldFirst(broken: Broken, first: Told['first']): boolean {
  return first?.checks.some((check) => isRightCause(broken, { check, rows: first.rows })) ?? false;
}

/** A trial as it is reported. */
export function trialOf(
  { fault, title, breaks, 'caught-by': caughtBy }: Pick<Fault, 'fault' | 'title' | 'breaks' | 'caught-by'>,
  broken: Broken,
  { reds, told, cases, inconclusive, breached, isEndless }: Omit<Attempted, 'digest'>,
  isIdle = false,
): Trial {
  return {
    fault,
    title,
    kind: broken.kind,
    breaks,
    ...(caughtBy === undefined ? {} : { caughtBy }),
    outcome: isEndless ? 'endless' : decide(broken, reds),
    cases,
    reds: reds.map((red) => ({ ...red, isCause: isRightCause(broken, red) })),
    breached,
    told: { ...told, isCauseFirst: isToldFirst(broken, told.first) },
    inconclusive,
    isIdle,
  };
}

/** The trial of the fake as it should be: nothing of it may fail. */
export function baselineOf(attempted: Attempted): Trial {
  const nothing: Broken = { kind: 'variant', checks: new Set(), rows: new Set() };
  const reds = attempted.reds.filter(isFailed);
  return trialOf({ fault: 'none', title: 'The fake without any fault', breaks: [] }, nothing, { ...attempted, reds });
}

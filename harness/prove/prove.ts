import type { Fault } from '../fake/fault.ts';
import type { Contract } from '../model.ts';
import { facetKey, isFailure, type Red, type Trial, type TrialKind } from '../verdict/proof.ts';
import type { Job } from './certification.ts';
import type { JobResult, RunJob } from './job.ts';
import type { Faultless } from './selection.ts';
import { casesInTurn } from './selection.ts';
import { brokenBy, decide, trialOf } from './trial.ts';

/** What trials need. */
interface ProveOptions {
  readonly contract: Contract;
  readonly seed: number;
  readonly runJob: RunJob;
  readonly faultless: Faultless;
  /** Whether to find facets that no fault turned red. */
  readonly isWhole: boolean;
  readonly onTrial?: ((trial: Trial) => void) | undefined;
}

/** Tries every fault and every legal variant; the trials come back in the order of the faults. */
export async function prove(faults: readonly Fault[], options: ProveOptions): Promise<Trial[]> {
  const tryOne = createTrier(options);
  const isLegal = ({ legal = false }: Fault): number => (legal ? 0 : 1);
  const trials = new Map<Fault, Trial>();
  // Variants take longest. Started first, they leave short trials for the end.
  const inTurn = faults.toSorted((a, b) => isLegal(a) - isLegal(b));
  await Promise.all(
    inTurn.map(async (fault) => {
      const trial = await tryOne(fault);
      trials.set(fault, trial);
      options.onTrial?.(trial);
    }),
  );
  if (options.isWhole) await turnFacetsRed(trials, options);
  return faults.flatMap((fault) => trials.get(fault) ?? []);
}

/**
 * Few cases are needed to kill a fault. For a facet that no trial turned red, the faults that break its row are tried again
 * with the cases that showed the facet, one after the other until one turns it red.
 */
async function turnFacetsRed(trials: Map<Fault, Trial>, { contract, runJob, faultless }: ProveOptions): Promise<void> {
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
        const { breached } = await runJob({ fault, only });
        const trial = trials.get(fault);
        if (trial) trials.set(fault, { ...trial, breached: [...new Set([...trial.breached, ...breached])] });
        left = left.filter((facet) => !breached.includes(facetKey(id, facet.id)));
      }
    }),
  );
}

/**
 * How many cases are tried with each kind of trial. A kind with several steps goes on while it is not conclusive.
 */
const STEPS: Readonly<Record<TrialKind, readonly number[]>> = {
  fault: [32, 240, Number.POSITIVE_INFINITY],
  departure: [240, Number.POSITIVE_INFINITY],
  variant: [240],
  load: [240],
};
/** For a fault, the cases that it affects are enough to begin with. */
function stepsOf(kind: TrialKind, met: number): number[] {
  const [first = 0, ...others] = STEPS[kind];
  return [kind === 'fault' && met > 0 ? Math.min(met, first) : first, ...others];
}

/** How many cases usually tell whether a variant shows at all; if they do not, all that it was tried with. */
const FEW = [8, 48] as const;

/** Cases to try; undefined for the whole plan. */
type Only = readonly string[] | undefined;

function createTrier({ contract, seed, runJob, faultless }: ProveOptions): (fault: Fault) => Promise<Trial> {
  const { register } = contract;
  const made = new Map<string, Promise<JobResult>>();
  /** The same job without the fault; many faults touch the same cases. */
  const without = (job: Omit<Job, 'fault'>): Promise<JobResult> => {
    const key = JSON.stringify(job);
    const usual = made.get(key) ?? runJob(job);
    made.set(key, usual);
    return usual;
  };
  const isSame = async (fault: Fault, only: Only): Promise<boolean> => {
    const job = { only, isDigest: true } as const;
    return (await runJob({ fault, ...job })).digest === (await without(job)).digest;
  };
  const neverShows = async (fault: Fault, inTurn: readonly string[], only: Only): Promise<boolean> => {
    for (const count of FEW) if (!(await isSame(fault, inTurn.slice(0, count)))) return false;
    return isSame(fault, only);
  };

  return async (fault) => {
    const broken = brokenBy(fault, register);
    const allowing = register.filter(({ id }) => fault.because?.includes(id)).map(({ id }) => id);
    const { ids, met } = casesInTurn(fault, new Set([...broken.rows, ...allowing]), seed, faultless.cases);
    const tryWith = async (only: Only, isLast: boolean): Promise<Trial | undefined> => {
      const result = await runJob({ fault, only });
      const failed = result.reds.filter(isFailure);
      const end = (reds: readonly Red[], isIdle: boolean): Trial => trialOf(fault, broken, { ...result, reds }, isIdle);
      // A run that does not end with a few cases does not end with all.
      if (result.isEndless || decide(broken, failed) === 'killed') return end(failed, false);
      if (broken.kind === 'load') return end(failed, false);
      if (broken.kind === 'variant') {
        return end(failed, failed.length === 0 && (await neverShows(fault, ids, only)));
      }
      if (broken.kind === 'fault' && !isLast) return undefined;
      // What the fake also does without the fault is not the fault's effect.
      const reds = redsBeyond((await without({ only })).reds, result.reds);
      if (!isLast && decide(broken, reds) === 'survived') return undefined;
      return end(reds, reds.length === 0 && (await isSame(fault, only)));
    };
    const counts = stepsOf(broken.kind, met).filter((count) => count < ids.length);
    const most = STEPS[broken.kind].at(-1) ?? 0;
    for (const count of counts) {
      const trial = await tryWith(ids.slice(0, count), count === most);
      if (trial) return trial;
    }
    const isWhole = ids.length === faultless.cases.length;
    return (await tryWith(isWhole ? undefined : ids, true)) as Trial;
  };
}

/** The reds without the observations that the fake also gives without the fault. */
function redsBeyond(usual: readonly Red[], reds: readonly Red[]): Red[] {
  const known = new Set(usual.map((red) => JSON.stringify(red)));
  return reds.filter((red) => isFailure(red) || !known.has(JSON.stringify(red)));
}

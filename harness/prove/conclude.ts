import { CHECKS } from '../judge/checks/table.ts';
import type { Contract } from '../model.ts';
import {
  facetKey,
  facetsNeverRed,
  type Proof,
  type Rate,
  type Trial,
  type TrialKind,
  type TrialOutcome,
} from '../verdict/proof.ts';
import type { Stage } from './certification.ts';

/** Trials, and their stage. */
interface Concluded extends Pick<Proof, 'isWhole' | 'baseline' | 'trials'> {
  readonly stage: Stage;
}

/** Counts the trials, and finds the checks and rows that no fault turned red. */
export function concludeProof({ stage, isWhole, baseline, trials }: Concluded): Proof {
  const { contract, profile, world, target, plan, assay } = stage;
  const count = (kind: TrialKind, outcome?: TrialOutcome): number =>
    trials.filter((each) => each.kind === kind && (outcome === undefined || each.outcome === outcome)).length;
  const killed = count('fault', 'killed');
  const red = trials.filter(({ kind, told }) => kind === 'fault' && told.kinds.length > 0);
  return {
    version: 1,
    assay,
    seed: plan.seed,
    target: target.target,
    profile: profile.profile,
    world: world.world,
    contract: contract.digest,
    isWhole,
    cases: plan.journeys.length,
    rates: {
      kill: rateOf(killed, count('fault')),
      rightCause: rateOf(killed, killed + count('fault', 'wrong-cause')),
      observed: rateOf(count('departure', 'observed'), count('departure')),
      causeFirst: rateOf(red.filter(({ told }) => told.isCauseFirst).length, red.length),
      falseAlarm: rateOf(count('variant', 'false-alarm'), count('variant')),
    },
    medianKinds: medianOf(red.map(({ told }) => told.kinds.length)),
    baseline,
    trials,
    checks: checksOf(trials, contract),
    rows: rowsOf(trials, contract),
  };
}

/** The 97.5 % point of the standard normal distribution: 2.5 % lie beyond it on either side. */
const Z = 1.959963984540054;

/**
 * A share of hits with its 95 % bounds by Wilson's score interval, which also holds for few trials and for shares near 0
 * and 1, where the usual interval collapses to a point. Without trials: 0 to 1.
 */
export function rateOf(hits: number, of: number): Rate {
  if (of === 0) return { hits, of, low: 0, high: 1 };
  const share = hits / of;
  const scale = 1 + Z ** 2 / of;
  const centre = (share + Z ** 2 / (2 * of)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  // For all or none the bounds are exact; rounding would miss them slightly.
  return { hits, of, low: hits === 0 ? 0 : centre - half, high: hits === of ? 1 : centre + half };
}

function medianOf(counts: readonly number[]): number {
  return counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
}

/** Checks that only say whether a case could be judged, and never fail. */
const PRECONDITIONS = /^step\./;

/** Every check that can fail, with the faults under which it did; observed counts if it only tests silent rows. */
function checksOf(trials: readonly Trial[], { register }: Contract): Proof['checks'] {
  const faults = trials.filter(({ kind }) => kind !== 'variant');
  return Object.keys(CHECKS)
    .filter((check) => !PRECONDITIONS.test(check))
    .map((check) => {
      const rows = register.filter(({ checks = [] }) => checks.includes(check));
      const isSilent = rows.length > 0 && rows.every(({ level }) => level === 'silent');
      const turned = faults.filter(({ reds }) =>
        reds.some((red) => red.check === check && (isSilent || red.outcome === 'failed')),
      );
      return { check, faults: turned.map(({ fault }) => fault) };
    });
}

/** The most faults named for one facet. */
const MAX_FAULTS = 5;

/** Each row that promises something, with the faults that turned its facets red. */
function rowsOf(trials: readonly Trial[], { register }: Contract): Proof['rows'] {
  const turned = new Map<string, string[]>();
  for (const { kind, breached, fault } of trials) {
    if (kind === 'variant') continue;
    for (const facet of breached) turned.set(facet, [...(turned.get(facet) ?? []), fault]);
  }
  return register
    .filter(({ level, excluded }) => level !== 'silent' && excluded === undefined)
    .map(({ id, level, place, sentence, facets }) => ({
      id,
      level,
      place,
      sentence,
      facets: (facets.length > 0 ? facets : [{ id: '' }]).map((facet) => ({
        id: facet.id,
        faults: (turned.get(facetKey(id, facet.id)) ?? []).slice(0, MAX_FAULTS),
      })),
    }));
}

/** Why a proof fails, in words; empty if Assay is proven. */
export function shortcomings(proof: Proof): string[] {
  const { baseline, trials, checks, isWhole } = proof;
  const those = (outcome: TrialOutcome): string[] => [
    ...new Set(trials.filter((each) => each.outcome === outcome).map(({ fault }) => fault)),
  ];
  const neverFailed = isWhole ? checks.filter(({ faults }) => faults.length === 0).map(({ check }) => check) : [];
  const told = (what: string, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [`${what}: ${names.join(', ')}`];
  return [
    ...(baseline.outcome === 'clean' && baseline.inconclusive.length === 0
      ? []
      : ['the fake without any fault is not certified']),
    ...told('survived', those('survived')),
    ...told('killed for another cause', those('wrong-cause')),
    ...told('false alarm', those('false-alarm')),
    ...told('did not end', those('endless')),
    ...told('never failed', neverFailed),
    ...(isWhole ? told('never red', facetsNeverRed(proof)) : []),
  ];
}

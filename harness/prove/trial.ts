import type { Fault } from '../fake/fault.ts';
import { CHECKS } from '../judge/checks/table.ts';
import type { Problem, Requirement } from '../model.ts';
import { didYouMean } from '../source/nearest.ts';
import {
  type FailureSummary,
  isFailure,
  type Red,
  type Trial,
  type TrialKind,
  type TrialOutcome,
} from '../verdict/proof.ts';
import type { JobResult } from './job.ts';

/** What a fault breaks, in terms of findings. */
interface FaultEffect {
  readonly kind: TrialKind;
  readonly checks: ReadonlySet<string>;
  readonly rows: ReadonlySet<string>;
}

/** The rows and checks that a fault breaks; a check also stands for the rows that the register says it tests. */
export function brokenBy(
  fault: Pick<Fault, 'breaks' | 'legal' | 'caught-by'>,
  register: readonly Requirement[],
): FaultEffect {
  const { breaks, legal, 'caught-by': profile } = fault;
  const named = new Set(breaks);
  const broken = register.filter(({ id, checks = [] }) => named.has(id) || checks.some((check) => named.has(check)));
  const isSilent = broken.length > 0 && broken.every(({ level }) => level === 'silent');
  return {
    kind: legal ? 'variant' : profile !== undefined ? 'load' : isSilent ? 'departure' : 'fault',
    checks: new Set(breaks.filter((name) => name in CHECKS)),
    rows: new Set(broken.map(({ id }) => id)),
  };
}

/** Whether a finding is about what the fault breaks. */
function isRightCause(
  { checks, rows }: Pick<FaultEffect, 'checks' | 'rows'>,
  red: Pick<Red, 'check' | 'rows'>,
): boolean {
  return checks.has(red.check) || red.rows.some((row) => rows.has(row));
}

/** The outcome of a trial, from what turned red. Inconclusive cases kill nothing. */
export function decide(broken: FaultEffect, reds: readonly Pick<Red, 'check' | 'rows' | 'outcome'>[]): TrialOutcome {
  const failed = reds.filter(isFailure);
  if (broken.kind === 'variant') return failed.length > 0 ? 'false-alarm' : 'clean';
  if (failed.some((red) => isRightCause(broken, red))) return 'killed';
  if (failed.length > 0) return 'wrong-cause';
  if (broken.kind === 'load') return 'left-to-load';
  const isNoticed = broken.kind === 'departure' && reds.some((red) => isRightCause(broken, red));
  return isNoticed ? 'observed' : 'survived';
}

/** Problems of faults that claim to break neither a row of the register nor a check. */
export function unknownBreaks(faults: readonly Fault[], register: readonly Requirement[]): Problem[] {
  const names = [...register.map(({ id }) => id), ...Object.keys(CHECKS)];
  const known = new Set(names);
  return faults.flatMap(({ fault, breaks }) =>
    breaks
      .filter((name) => !known.has(name))
      .map((name): Problem => {
        const message = `fault "${fault}" breaks "${name}", which is neither a row of the register nor a check`;
        return { severity: 'error', message, ...didYouMean(name, names) };
      }),
  );
}

/** A trial as reports show it. */
export function trialOf(
  { fault, title, breaks, 'caught-by': caughtBy }: Pick<Fault, 'fault' | 'title' | 'breaks' | 'caught-by'>,
  broken: FaultEffect,
  { reds, told, cases, inconclusive, breached, isEndless }: Omit<JobResult, 'digest'>,
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
    told: { ...told, isCauseFirst: isCauseFirst(broken, told) },
    inconclusive,
    isIdle,
  };
}

function isCauseFirst(broken: FaultEffect, { first }: FailureSummary): boolean {
  return first?.checks.some((check) => isRightCause(broken, { check, rows: first.rows })) ?? false;
}

/** The trial of the fake without faults: nothing may fail. */
export function baselineOf(result: JobResult): Trial {
  const nothing: FaultEffect = { kind: 'variant', checks: new Set(), rows: new Set() };
  const none = { fault: 'none', title: 'The fake without any fault', breaks: [] };
  return trialOf(none, nothing, { ...result, reds: result.reds.filter(isFailure) });
}

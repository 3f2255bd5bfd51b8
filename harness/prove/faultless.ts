import type { Validators } from '../contract/validators.ts';
import type { Occasion } from '../fake/fault-book.ts';
import type { RowVerdict } from '../model.ts';
import { certifyFake, type Stage } from './certification.ts';
import { type JobResult, resultOf } from './job.ts';
import { type FaultlessCase, faultlessCase } from './selection.ts';

/** The whole plan with the fake as it should be. */
export interface Faultless {
  readonly result: JobResult;
  readonly rows: readonly RowVerdict[];
  readonly cases: readonly FaultlessCase[];
}

/** Certifies the fake as it should be, and takes note of what faults could strike in each case. */
export async function certifyFaultless(stage: Stage, validators: Validators): Promise<Faultless> {
  const occasions = new Map<string, Occasion[]>(stage.plan.journeys.map(({ id }) => [id, []]));
  const caseOfOrder = new Map<string, string>();
  const certified = await certifyFake(stage, validators, {}, (occasion, asked) => {
    const { event, verb, order = '' } = occasion;
    if (verb === 'order') caseOfOrder.set(order, asked);
    occasions.get(event === undefined ? asked : (caseOfOrder.get(order) ?? ''))?.push(occasion);
  });
  const { cases, requirements: rows } = certified.verdict;
  const rowsOf = new Map(cases.map(({ id, requirements }) => [id, requirements]));
  return {
    result: resultOf(certified),
    rows,
    cases: stage.plan.journeys.map((journey) =>
      faultlessCase(journey, rowsOf.get(journey.id) ?? [], occasions.get(journey.id) ?? []),
    ),
  };
}

import { callsOf } from '../../harness/journey/calls.ts';
import type { CallStep, Check, Journey, ParallelStep } from '../../harness/model.ts';
import { isOver } from '../../harness/record/exchange.ts';
import type { ArrivalMoment, ExchangeMoment, LeaseMoment, Moment, WaitMoment } from './moments.ts';
import type { CaseStory } from './story.ts';

/** A request in a sequence diagram, with its step, and its place among overlapping ones. */
export interface DrawnExchange {
  readonly exchange: ExchangeMoment;
  readonly step?: CallStep;
  /** The parallel group that it belongs to. */
  readonly group?: ParallelStep;
  /** The position of its bar on the gateway's lifeline beside overlapping ones, from 0. */
  readonly lane: number;
}

/** A line of a sequence diagram, from `at` to `until`; they only differ for a whole exchange. */
export type DiagramLine = {
  readonly at: number;
  readonly until: number;
  readonly seq: number;
  readonly busy: readonly number[];
} & (
  | ({ readonly kind: 'exchange' } & DrawnExchange)
  | ({ readonly kind: 'sent' } & DrawnExchange)
  | ({ readonly kind: 'answered' } & DrawnExchange)
  | { readonly kind: 'arrival'; readonly moment: ArrivalMoment; readonly attempt: number }
  | { readonly kind: 'wait'; readonly moment: WaitMoment }
  | { readonly kind: 'leased'; readonly moment: LeaseMoment }
);

/**
 * The lines of a sequence diagram in chronological order. A request and its answer are one line if nothing happened in
 * between, else two; overlapping requests are side by side (`lane`, `busy`).
 */
export function diagramLines(moments: readonly Moment[], journey: Journey | undefined): readonly DiagramLine[] {
  const { stepOf, groupOf } = stepsOf(journey);
  const marks = moments.flatMap((moment) => timePointsOf(moment)).toSorted((a, b) => a.seq - b.seq);
  const open = new Map<ExchangeMoment, number>();
  const seen = new Map<string, number>();
  const lines: DiagramLine[] = [];
  for (const [i, { moment, end, ...times }] of marks.entries()) {
    if (moment.kind === 'exchange') {
      const isWhole = !end && marks[i + 1]?.moment === moment;
      if (end && marks[i - 1]?.moment === moment) continue;
      const lane = open.get(moment) ?? firstFree([...open.values()]);
      const step = stepOf.get(moment.request.step);
      const group = groupOf.get(moment.request.step);
      const told = { exchange: moment, lane, ...(step ? { step } : {}), ...(group ? { group } : {}) };
      const until = isWhole ? (marks[i + 1]?.at ?? times.at) : times.at;
      const busy = [...open.values()].filter((each) => each !== lane);
      lines.push({ ...times, until, busy, kind: isWhole ? 'exchange' : end ? 'answered' : 'sent', ...told });
      if (end) open.delete(moment);
      else if (!isWhole && isOver(moment)) open.set(moment, lane);
    } else if (moment.kind === 'arrival') {
      const said = deliveryKey(moment);
      const attempt = (seen.get(said) ?? 0) + 1;
      seen.set(said, attempt);
      lines.push({ ...times, until: times.at, busy: [...open.values()], kind: 'arrival', moment, attempt });
    } else {
      const line = { ...times, until: times.at, busy: [...open.values()] };
      lines.push(moment.kind === 'wait' ? { ...line, kind: 'wait', moment } : { ...line, kind: 'leased', moment });
    }
  }
  return lines;
}

/** A point in time of a moment; requests have a second one for the answer. */
interface TimePoint {
  readonly moment: Moment;
  readonly seq: number;
  readonly at: number;
  readonly end: boolean;
}

/** The points in time of a moment. */
export function timePointsOf(moment: Moment): TimePoint[] {
  const over = moment.kind === 'exchange' ? (moment.response ?? moment.broke) : undefined;
  const begun: TimePoint = { moment, seq: seenAs(moment).seq, at: moment.at, end: false };
  return over === undefined ? [begun] : [begun, { moment, seq: over.seq, at: over.at, end: true }];
}

/** The first observation of a moment. */
function seenAs(moment: Moment) {
  if (moment.kind === 'exchange') return moment.request;
  return moment.kind === 'arrival' ? moment.delivery : moment.kind === 'wait' ? moment.wait : moment.lease;
}

function firstFree(taken: readonly number[]): number {
  let lane = 0;
  while (taken.includes(lane)) lane += 1;
  return lane;
}

/** The key of a delivery: attempts to deliver the same event with the same id share it. */
export function deliveryKey({ event, delivery }: ArrivalMoment): string {
  return event.deliveryId === undefined ? `seq ${delivery.seq}` : `${event.deliveryId} ${event.orderId}`;
}

function stepsOf(journey: Journey | undefined) {
  const stepOf = new Map<string, CallStep>();
  const groupOf = new Map<string, ParallelStep>();
  if (journey === undefined) return { stepOf, groupOf };
  for (const call of callsOf(journey)) stepOf.set(call.name, call);
  for (const step of journey.steps) {
    if (step.kind === 'parallel') for (const call of step.steps) groupOf.set(call.name, step);
  }
  return { stepOf, groupOf };
}

/** The calls of a journey that were never sent. */
export function unsentCalls(moments: readonly Moment[], journey: Journey | undefined): readonly CallStep[] {
  if (journey === undefined) return [];
  const sent = new Set(moments.flatMap((each) => (each.kind === 'exchange' ? [each.request.step] : [])));
  return callsOf(journey).filter(({ name }) => !sent.has(name));
}

/** The timelines of the attempts at a case, each under the id of its journey. */
export function attemptsOf(moments: readonly Moment[], first: string): ReadonlyMap<string, readonly Moment[]> {
  let current = first;
  return Map.groupBy(moments, (moment) => {
    // Deliveries do not name their journey; they belong to the requests before them.
    const seen = seenAs(moment);
    if ('journey' in seen) current = seen.journey;
    return current;
  });
}

/** The timeline of the attempt that a finding is about; the whole case's if there is none of that name. */
export function attemptWith({ journey }: Check, story: CaseStory): readonly Moment[] {
  const attempts = attemptsOf(story.moments, story.journey?.id ?? story.verdict.id);
  return attempts.get(journey) ?? story.moments;
}

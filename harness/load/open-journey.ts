import { callsByName, idIn } from '../journey/calls.ts';
import type { CallStep, Journey, KciProfile, Observation, RequestSent, Step, TrafficProfile } from '../model.ts';
import { createFold, type Fold } from '../record/fold.ts';
import { bodyJson } from '../wire/wire.ts';
import { numberOf } from './planner.ts';
import type { Measured } from './port.ts';
import { groupsOf, thinkMs } from './thinking.ts';

/** A journey of a load from its start until it is judged, with everything observed of it. */
export interface OpenJourney {
  readonly journey: Journey;
  readonly intendedAt: number;
  readonly due: Due;
  readonly steps: ReadonlyMap<string, CallStep>;
  readonly observed: Observation[];
  /** Its own exchanges, read as they came. Its many events are read together with them only if some are missing. */
  readonly fold: Fold;
  readonly measured: Measured[];
  /** Its walk has ended. */
  isOver: boolean;
}

/** A journey that starts now, and should have at `intendedAt`. */
export function openJourney(
  journey: Journey,
  intendedAt: number,
  { profile, think }: { readonly profile: KciProfile; readonly think: TrafficProfile['think'] },
): OpenJourney {
  return {
    journey,
    intendedAt,
    due: createDue(journey, intendedAt, think),
    steps: callsByName(journey),
    observed: [],
    fold: createFold(profile),
    measured: [],
    isOver: false,
  };
}

/** By order id: when its orders were accepted. */
export function acceptedOf({ fold }: OpenJourney): ReadonlyMap<string, number> {
  return new Map(
    [...fold.orders.values()].flatMap(({ id, acceptedAt }) => (acceptedAt === undefined ? [] : [[id, acceptedAt]])),
  );
}

/** Ids of its orders, amendments and cancellations that were not answered. */
export function unansweredOf({ fold }: OpenJourney): ReadonlySet<string> {
  const broken = [...fold.exchanges.values()].filter(({ sent, broke }) => broke && isAboutOrders(sent.verb));
  return new Set(broken.flatMap(({ sent }) => idIn(bodyJson(sent.body).json) ?? []));
}

/** How many of its waits for events expired or became impossible. */
export function unmetOf({ journey, fold }: OpenJourney): number {
  const waits = fold.walks.get(journey.id)?.flatMap((walk) => walk.waits) ?? [];
  return waits.filter(({ wait, ended }) => isOfEvents(wait) && (ended === 'expired' || ended === 'impossible')).length;
}

/** Whether it requested anything that may cause events, whatever the answer. */
export function mayHear({ fold }: OpenJourney): boolean {
  // What a step of plain HTTP requests is not known here.
  return [...fold.exchanges.values()].some(({ sent: { verb } }) => isAboutOrders(verb) || verb === 'http');
}

/** What is left to judge of it after its walker has checked its other steps; undefined: nothing. */
export function unchecked({ journey, fold, measured }: OpenJourney): Journey | undefined {
  if (measured.length === 0) return journey;
  const sent = new Set([...fold.exchanges.values()].map((each) => each.sent.step));
  if (sent.size === 0) return undefined;
  const isLeft = ({ name }: { readonly name: string }): boolean => sent.has(name);
  const steps = journey.steps.flatMap((step): Step[] => {
    if (step.kind === 'parallel') return [{ ...step, steps: step.steps.filter(isLeft) }];
    return step.kind !== 'call' || isLeft(step) ? [step] : [];
  });
  return { ...journey, steps };
}

/** Whether the wait is for the events that a `kci` block promises, and not a step of the journey. */
function isOfEvents(wait: string): boolean {
  return wait === 'kci' || wait.startsWith('kci:');
}

/** Whether a request may use, change or give back a booked slot. */
export function isAboutOrders(verb: RequestSent['verb']): boolean {
  return verb === 'order' || verb === 'amend' || verb === 'cancel';
}

/** The ids that the journey's own requests will carry. */
export function requestIdsOf({ values }: Pick<Journey, 'values'>): readonly string[] {
  const { ids } = values;
  return typeof ids === 'object' && ids !== null ? Object.values(ids).map(String) : [];
}

/** When the requests of one journey should leave. */
type Due = ReturnType<typeof createDue>;

/**
 * When the requests of one journey should leave, by the rules for its walker. The first request is due when its journey
 * should have begun; each later one after the answer or event before it and the customer's think time; those of a group at
 * once.
 */
function createDue(journey: Journey, intendedAt: number, think: TrafficProfile['think']) {
  const { id, steps } = journey;
  const groups = groupsOf(steps);
  /** By step: how late its request left; undefined if it was sent again. */
  const asked = new Map<string, number | undefined>();
  let free = intendedAt;
  let group = groups.get(steps[0]?.name ?? '');
  let due = { at: intendedAt, isTimed: true };
  return {
    /** The journey waits no longer, for an answer or an event. */
    freeAt: (at: number): void => {
      free = at;
    },
    /**
     * How late the request of a step leaves; undefined if it is repeated after a rate limit. `isTimed`: a clock set its due
     * time, not the answer before it. No request is due before there is a token.
     */
    leaves: (step: string, at: number, tokenAt = 0) => {
      const isAgain = asked.has(step);
      asked.set(step, undefined);
      if (isAgain) return undefined;
      if (groups.get(step) !== group) {
        group = groups.get(step);
        due = { at: free + thinkMs(think, numberOf(id) - 1, step), isTimed: think.toMs > 0 };
      }
      const waitedForToken = tokenAt > due.at && tokenAt <= at;
      const ms = Math.max(0, at - (waitedForToken ? tokenAt : due.at));
      asked.set(step, ms);
      return { ms, isTimed: due.isTimed && !waitedForToken };
    },
    /** How late the request of a step left, the last time; undefined if it is unknown when it was due. */
    lateMs: (step: string): number | undefined => asked.get(step),
  };
}

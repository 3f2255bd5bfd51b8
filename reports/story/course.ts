import { assign } from '../../harness/kci/assign.ts';
import type { Fits } from '../../harness/kci/pattern.ts';
import { freedomOf, type Recognition } from '../../harness/kci/recognise.ts';
import type { Json, KciProfile, Pattern } from '../../harness/model.ts';
import { getAt, isObject } from '../../harness/values/pointer.ts';
import { type Laid, lay } from './laid.ts';
import type { Arrival, Moment } from './moments.ts';
import type { Found } from './story.ts';

/** Where the events of an order left their course. */
export interface Derailment {
  /** What came instead; absent where nothing came. */
  readonly came?: Arrival;
  /**
   * `late`: it was due, and came when its time was over. `content`: it was due with another content. `state`: an answer
   * to a request, in a status of the order that knows no such answer. `ended`: it came when the order was over.
   */
  readonly how: 'missing' | 'late' | 'content' | 'order' | 'state' | 'ended';
  /** Names of what had to come next, each once; none where nothing more had to. */
  readonly due: readonly string[];
  /** Names of what could have come before that. */
  readonly possible: readonly string[];
}

/** The course that is laid down for an order's events, beside what came. */
export interface Course {
  readonly orderId?: string;
  /** When the order was answered; absent where it was never sent. */
  readonly since?: number;
  /** The time that its next event has. */
  readonly withinMs: number;
  readonly laid: Laid;
  readonly state: Recognition['state'];
  readonly derailed?: Derailment;
  /** Came before their place, which has not come. */
  readonly early: readonly Arrival[];
  /** Came after the course was left. */
  readonly after: readonly Arrival[];
  /** Came unasked, as the profile lets them. */
  readonly unasked: readonly Arrival[];
  /** Deliveries that are no event of the stream: they repeat another, or say nothing that the profile knows. */
  readonly beside: readonly Arrival[];
  /** What the judge found about it. */
  readonly found: readonly Found[];
}

/** What came of an order, laid over a pattern. */
export interface Told extends Omit<Recognition, 'early'> {
  readonly laid: Laid;
  /** The names that could have come next: those of which one had to, and those that could have come before. */
  readonly due: readonly string[];
  readonly possible: readonly string[];
  readonly early: readonly Arrival[];
  readonly unasked: readonly Arrival[];
}

/** Lays what came of an order over a pattern: which item each event took, and where they left it. */
export function layCourse(pattern: Pattern, came: readonly Arrival[], profile: KciProfile, fits?: Fits): Told {
  const events = came.map(({ event }) => event);
  const told = assign(pattern, events, freedomOf(profile), fits);
  const took = new Map<string, Arrival[]>();
  for (const [i, at] of told.items.entries()) {
    const arrival = came[i];
    if (at !== undefined && arrival !== undefined) took.set(at, [...(took.get(at) ?? []), arrival]);
  }
  const needed = new Set(told.needed.flatMap((at) => nameAt(pattern, at)));
  const { state, at, next } = told;
  return {
    state,
    next,
    ...(at === undefined ? {} : { at }),
    laid: lay(pattern, { took, due: new Set(state === 'complete' ? [] : told.due) }),
    due: next.filter((name) => needed.has(name)),
    possible: next.filter((name) => !needed.has(name)),
    early: (told.early ?? []).flatMap((i) => came[i] ?? []),
    unasked: came.slice(0, at).filter((_, i) => told.items[i] === undefined),
  };
}

/** The name of an item, by its pointer below the pattern. */
function nameAt(pattern: Pattern, at: string): string[] {
  const item = getAt(pattern as unknown as Json, at);
  return isObject(item) && typeof item.name === 'string' ? [item.name] : [];
}

/** Whether a moment is a delivery. */
export const isArrival = (moment: Moment): moment is Arrival => moment.kind === 'arrival';

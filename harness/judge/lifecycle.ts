import { lifecycleOf } from '../kci.ts';
import type { KciLifecycle, KciProfile, KciRequestOutcome, Pattern } from '../model.ts';
import { beginningOf, eventNames } from '../pattern.ts';
import { freedomOf, type Recognition, recognise } from '../recognise.ts';
import { askedFor, isRefused } from './exchange.ts';
import type { Change, Delivery, OrderHistory } from './orders.ts';

/** The lifecycle of an order by its type; undefined where the profile has none. */
export function lifecycleFor(profile: KciProfile, { placed }: OrderHistory): KciLifecycle | undefined {
  const orderType = askedFor(placed, 'orderType');
  return typeof orderType === 'string' ? lifecycleOf(profile, orderType) : undefined;
}

/**
 * How far the events of an order follow its lifecycle, whatever course it takes, with the answers to its amendments and
 * cancellations in between. An accepted cancellation may end it anywhere.
 */
export function recogniseCourse(profile: KciProfile, lifecycle: KciLifecycle, order: OrderHistory): Recognition {
  const legal: Pattern = lifecycle.legal ?? { kind: 'one-of', of: Object.values(lifecycle.outcomes) };
  const course = withAnswers(profile, legal, order);
  const whole = follow(profile, course, order.stream);
  if (whole.state !== 'impossible' && !whole.early) return whole;
  const ends = endings(profile, order);
  if (ends.length === 0) return whole;
  const cutShort: Pattern = { kind: 'seq', of: [beginningOf(course), { kind: 'one-of', of: ends }] };
  return follow(profile, cutShort, order.stream).state === 'complete' ? { state: 'complete', next: [] } : whole;
}

/**
 * Whether a target did as if it had not been asked for anything: the order came by a right course to its usual end where
 * another was steered, or its amendment or cancellation was answered as usual. That shows nothing of the promises of
 * the spec.
 */
export function isSteeringIgnored(profile: KciProfile, order: OrderHistory): boolean {
  const changeIgnored = order.changes.some(({ kind, exchange }) => {
    const outcomes = profile.requests[kind];
    const [usual] = Object.values(outcomes);
    const asked = outcomes[exchange.step?.steer?.outcome ?? ''];
    return asked !== undefined && asked !== usual && came(order, usual) && !came(order, asked);
  });
  if (changeIgnored) return true;
  const lifecycle = lifecycleFor(profile, order);
  const [usual] = Object.values(lifecycle?.outcomes ?? {});
  const asked = lifecycle?.outcomes[order.placed.step?.steer?.outcome ?? ''];
  if (!lifecycle || !usual || !asked || asked === usual) return false;
  const walks = (pattern: Pattern): boolean =>
    follow(profile, withAnswers(profile, pattern, order), order.stream).state === 'complete';
  return (walks(usual) || endsAsUsual(profile, lifecycle, usual, order)) && !walks(asked);
}

/** Whether a right course, with whatever came in its way, ended in an event of the usual one. */
function endsAsUsual(profile: KciProfile, lifecycle: KciLifecycle, usual: Pattern, order: OrderHistory): boolean {
  const end = order.stream.find(({ event }) => profile.events[event.name ?? '']?.terminal)?.event.name;
  const isRight = recogniseCourse(profile, lifecycle, order).state === 'complete';
  return isRight && end !== undefined && eventNames(usual).includes(end);
}

/** The outcomes that a request may have which the target accepted, or neither accepted nor refused. */
function outcomesOf(profile: KciProfile, { kind, isAccepted, exchange }: Change): readonly KciRequestOutcome[] {
  return isAccepted || !isRefused(exchange) ? Object.values(profile.requests[kind]) : [];
}

function withAnswers(profile: KciProfile, course: Pattern, { changes }: OrderHistory): Pattern {
  const answers = changes.flatMap((change): Pattern[] => {
    const of = outcomesOf(profile, change).flatMap(({ emits, ends }) => (emits && !ends ? [emits] : []));
    return of.length === 0 ? [] : [{ kind: 'repeat', of: { kind: 'one-of', of }, min: 0, max: 1 }];
  });
  return answers.length === 0 ? course : { kind: 'any-order', of: [course, ...answers] };
}

function endings(profile: KciProfile, { changes }: OrderHistory): readonly Pattern[] {
  return changes.flatMap((change) =>
    outcomesOf(profile, change).flatMap(({ emits, ends }) => (emits && ends ? [emits] : [])),
  );
}

function follow(profile: KciProfile, pattern: Pattern, stream: readonly Delivery[]): Recognition {
  return recognise(
    pattern,
    stream.map(({ event }) => event),
    freedomOf(profile),
  );
}

function came(order: OrderHistory, outcome: KciRequestOutcome | undefined): boolean {
  const emits = outcome?.emits;
  return emits?.kind === 'event' && order.stream.some(({ event }) => event.name === emits.name);
}

import { type AskedChange, type Followed, followLifecycle, lifecycleOf, withAnswers } from '../kci/course.ts';
import { eventNames } from '../kci/pattern.ts';
import { freedomOf, recognise } from '../kci/recognise.ts';
import type { KciLifecycle, KciProfile, KciRequestOutcome, Pattern } from '../model.ts';
import { askedFor, isRefused } from './exchange.ts';
import type { OrderHistory } from './orders.ts';

/** The lifecycle of an order by its type; undefined where the profile has none. */
export function lifecycleFor(profile: KciProfile, { placed }: OrderHistory): KciLifecycle | undefined {
  const orderType = askedFor(placed, 'orderType');
  return typeof orderType === 'string' ? lifecycleOf(profile, orderType) : undefined;
}

/** How far the events of an order follow its lifecycle. */
export function recogniseCourse(profile: KciProfile, lifecycle: KciLifecycle, order: OrderHistory): Followed {
  const events = order.stream.map(({ event }) => event);
  return followLifecycle(profile, lifecycle, { changes: changesOf(order), events });
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
    recognise(
      withAnswers(profile, pattern, changesOf(order)),
      order.stream.map(({ event }) => event),
      freedomOf(profile),
    ).state === 'complete';
  return (walks(usual) || endsAsUsual(profile, lifecycle, usual, order)) && !walks(asked);
}

/** Whether a right course, with whatever came in its way, ended in an event of the usual one. */
function endsAsUsual(profile: KciProfile, lifecycle: KciLifecycle, usual: Pattern, order: OrderHistory): boolean {
  const end = order.stream.find(({ event }) => profile.events[event.name ?? '']?.terminal)?.event.name;
  const isRight = recogniseCourse(profile, lifecycle, order).state === 'complete';
  return isRight && end !== undefined && eventNames(usual).includes(end);
}

function changesOf({ changes }: OrderHistory): readonly AskedChange[] {
  return changes.map(({ kind, isAccepted, exchange }) => ({ kind, isAccepted, isRefused: isRefused(exchange) }));
}

function came(order: OrderHistory, outcome: KciRequestOutcome | undefined): boolean {
  const emits = outcome?.emits;
  return emits?.kind === 'event' && order.stream.some(({ event }) => event.name === emits.name);
}

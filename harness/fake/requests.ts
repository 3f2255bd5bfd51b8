import type { Json, JsonObject } from '../model.ts';
import { merge } from '../values/members.ts';
import { getAt, isObject } from '../values/pointer.ts';
import { reservationFor } from './appointments.ts';
import { plannedAnswer } from './course.ts';
import { characteristicsOf, ORDERED, withCharacteristics } from './lines.ts';
import { headerFor } from './read-request.ts';
import { ACCEPTED, asText, type DecidableRequest, type Decision, type Rules, refusal } from './rules.ts';
import type { ChangeRequest, GatewayState, OrderState, Reservation, StateChange } from './state.ts';

/** Spec, Endpoints 5: accepts an amendment; whether it is granted comes as an event. */
export function amendOrder(rules: Rules, asking: DecidableRequest): Decision {
  const order = orderOf(rules.state, asking);
  if (!order) return unknownOrder(rules, asking);
  const reservation = reservationFor(rules, asking, order);
  if (typeof reservation === 'string') return refusal(rules, asking, 422, reservation);
  return answerLater(
    rules,
    asking,
    order,
    'amendment',
    {
      amendmentId: Number(asking.body.id),
      changes: changesOf(
        asking.forgets.has('amendments-under-way-forgotten') ? order.body : bodyToBe(order),
        asking.body,
        asking.forgets.has('amended-lists-replaced'),
      ),
      ...(reservation ? { reservation: reservation.number } : {}),
    },
    reservation,
  );
}

/** Spec, Endpoints 6: accepts a cancellation; whether it is granted comes as an event. */
export function cancelOrder(rules: Rules, asking: DecidableRequest): Decision {
  const order = orderOf(rules.state, asking);
  if (!order) return unknownOrder(rules, asking);
  return answerLater(rules, asking, order, 'cancellation', { cancellationId: Number(asking.body.id) });
}

function orderOf(state: GatewayState, asking: DecidableRequest): OrderState | undefined {
  const id = asText(asking.body.orderId) ?? '';
  const isOfAnyone = asking.forgets.has('orders-by-id-alone');
  const own = isOfAnyone ? undefined : state.orders.get(`${asking.tenant}/${id}`);
  const all = [...state.orders.values()];
  if (own) {
    const ofAddress = all.filter(({ site, isEnded }) => site === own.site && !isEnded);
    if (asking.forgets.has('oldest-order-of-address')) return ofAddress[0] ?? own;
    return asking.forgets.has('newest-order-of-address') ? (ofAddress.at(-1) ?? own) : own;
  }
  return isOfAnyone || asking.forgets.has('foreign-orders') ? all.find((order) => String(order.id) === id) : undefined;
}

function unknownOrder(rules: Rules, asking: DecidableRequest): Decision {
  if (asking.forgets.has('unknown-orders')) return ACCEPTED;
  return refusal(rules, asking, 422, 'orderId is not the id of an order');
}

function answerLater(
  rules: Rules,
  asking: DecidableRequest,
  known: OrderState,
  kind: 'amendment' | 'cancellation',
  cause: Omit<ChangeRequest, 'conversation' | 'requestId' | 'asked'>,
  reservation?: Reservation,
): Decision {
  const asked = JSON.stringify(asking.body);
  if (known.accepted.includes(asked) && !asking.forgets.has('changes-made-again')) return ACCEPTED;
  const order = { ...known, accepted: [...known.accepted, asked] };
  // Also an order that the answer to an earlier request will end.
  const isEnding = order.isEnded || order.answers.some(({ cause: earlier }) => earlier?.ends);
  if (isEnding && asking.forgets.has('late-requests-answered-later')) {
    return refusal(rules, asking, 422, 'orderId is the id of an order that has ended');
  }
  const outcome = asking.steering.outcome ?? order.steers;
  const answer = plannedAnswer(rules.profile, kind, {
    ...(outcome === undefined ? {} : { outcome }),
    ...(order.status === undefined ? {} : { status: order.status }),
    isTooLate: isEnding && !asking.forgets.has('late-requests-accepted'),
    chance: `${rules.seed}/${kind}/${order.key}/${asText(asking.body.id)}`,
  });
  const isAllButDone = rules.profile.events[order.agenda[0]?.name ?? '']?.fulfils;
  const isDropped = isAllButDone && asking.forgets.has('changes-dropped-before-the-end');
  if (!answer || isDropped) {
    const isKept = reservation && asking.forgets.has('slot-kept-on-open-amendment');
    const kept: StateChange[] = isKept ? [{ reservation: { ...reservation, order: order.key } }] : [];
    return { ...ACCEPTED, facts: [{ order }, ...kept] };
  }
  const { changes, reservation: chosen, ...ids } = cause;
  const takesOver = answer.isGranted
    ? !asking.forgets.has('amendment-not-applied')
    : asking.forgets.has('rejected-amendment-applied');
  const full: ChangeRequest = {
    ...ids,
    asked: asking.body,
    conversation: headerFor(asking.asked, 'conversation') ?? '',
    requestId: headerFor(asking.asked, 'request') ?? '',
    ...(takesOver && changes ? { changes } : {}),
    ...(takesOver && chosen !== undefined ? { reservation: chosen } : {}),
    settles: answer.isGranted || takesOver,
    ends: answer.ends
      ? !asking.forgets.has('order-goes-on-after-cancel')
      : kind === 'cancellation' && asking.forgets.has('order-stops-after-refused-cancel'),
  };
  const answers = [...order.answers, ...answer.names.map((name) => ({ name, cause: full }))];
  const facts: StateChange[] = [{ order: { ...order, answers } }];
  if (reservation && answer.isGranted && !asking.forgets.has('amended-slot-not-kept'))
    facts.push({ reservation: { ...reservation, order: order.key } });
  return { ...ACCEPTED, facts, order: order.key };
}

/** The order as the amendments leave it that are granted and not yet told. */
function bodyToBe({ body, answers }: OrderState): JsonObject {
  return Object.assign({}, body, ...answers.map(({ cause }) => cause?.changes ?? {})) as JsonObject;
}

/**
 * What the order takes over: only what the amendment supplies, and not null members; contacts and characteristics are
 * merged by member.
 */
function changesOf(ordered: JsonObject, amendment: JsonObject, isReplacing: boolean): JsonObject {
  const { id: _, orderId: __, serviceCharacteristics, ...members } = amendment;
  const merged: Record<string, Json> = {};
  for (const [name, value] of Object.entries(members)) {
    if (value === null) continue;
    const before = ordered[name];
    merged[name] = isObject(before) && isObject(value) ? merge(before, value) : value;
  }
  if (serviceCharacteristics === undefined || serviceCharacteristics === null) return merged;
  const over = characteristicsOf(serviceCharacteristics);
  const former = (list: Json | undefined): Json | undefined => (isReplacing ? undefined : list);
  const item = ordered.serviceOrderItem;
  return isObject(item)
    ? {
        ...merged,
        serviceOrderItem: {
          ...item,
          serviceCharacteristics: withCharacteristics(former(getAt(ordered, ORDERED)), over),
        },
      }
    : { ...merged, serviceCharacteristics: withCharacteristics(former(ordered.serviceCharacteristics), over) };
}

import { lifecycleOf } from '../kci.ts';
import type { JsonObject } from '../model.ts';
import { plannedCourse } from './course.ts';
import { obstacle } from './fulfil.ts';
import { reservationFor } from './reservations.ts';
import { type Asking, type Decision, type Rules, refusal, textOf } from './rules.ts';
import { addressOf } from './sites.ts';
import type { Fact, OrderState } from './state.ts';

/** The supplier's word where a steered outcome needs a problem and none is named. */
const DEFAULT_PROBLEM = 'UNKNOWN_FAULT';
const ACCEPTED: Decision = { reply: { status: 202 } };

/** Spec, Endpoints 4: takes an order. What only its site can tell against it comes as an event. */
export function placeOrder(rules: Rules, asking: Asking): Decision {
  const { body, tenant } = asking;
  const key = `${tenant}/${textOf(body.id) ?? ''}`;
  if (body.tenant !== tenant && body.tenant !== undefined && !asking.forgets.has('tenant-mismatch')) {
    return refusal(rules, asking, 422, 'tenant is not the tenant of the request');
  }
  const firstBody = JSON.stringify(body);
  const same = rules.state.orders.get(key);
  if (same && !asking.forgets.has('duplicate-orders')) {
    // The same again is a repetition: taken once, told of once.
    return same.firstBody === firstBody ? ACCEPTED : refusal(rules, asking, 422, 'id is the id of another order');
  }
  const site = siteKeyOf(rules, body);
  const reservation = reservationFor(rules, asking, { key, ...(body.address === undefined || !site ? {} : { site }) });
  if (typeof reservation === 'string') return refusal(rules, asking, 422, reservation);

  const order = newOrder(rules, asking, { key, firstBody, ...(site === undefined ? {} : { site }) });
  const facts: Fact[] = [{ order: reservation ? { ...order, reservation: reservation.number } : order }];
  if (reservation) facts.push({ reservation: { ...reservation, order: key } });
  return { ...ACCEPTED, facts, order: key };
}

function siteKeyOf(rules: Rules, body: JsonObject): string | undefined {
  if (body.address !== undefined) return addressOf(body.address);
  const serviceId = textOf(body.serviceId);
  return serviceId === undefined ? undefined : rules.sites.ofService(serviceId);
}

function newOrder(
  rules: Rules,
  asking: Asking,
  known: { readonly key: string; readonly firstBody: string; readonly site?: string },
): OrderState {
  const { body, tenant, wishes, asked } = asking;
  const orderType = String(body.orderType ?? '');
  const site = known.site === undefined ? null : rules.sites.byKey(known.site);
  const rejectedBecause = obstacle(site, { orderType, tenant, body });
  const outcome = wishes.outcome ?? site?.steers;
  const agenda = plannedCourse(rules.profile, orderType, {
    ...(outcome === undefined ? {} : { outcome }),
    ...(rejectedBecause === null ? {} : { rejectedBecause }),
    chance: `${rules.seed}/course/${known.key}`,
  });
  return {
    ...known,
    id: Number(body.id),
    tenant,
    orderType,
    kind: lifecycleOf(rules.profile, orderType)?.kind ?? '',
    body,
    reference: `SO${String(rules.state.counts.orders + 1).padStart(8, '0')}`,
    conversation: asked.headers['X-Conversation-ID'] ?? '',
    requestId: asked.headers['X-Request-ID'] ?? '',
    problemCode: wishes.problemCode ?? DEFAULT_PROBLEM,
    gapMs: wishes.gapMs ?? rules.kciGapMs,
    ...(site?.steers === undefined ? {} : { steers: site.steers }),
    faults: wishes.faults,
    isEnded: false,
    agenda: wishes.events?.map((name) => ({ name })) ?? agenda ?? [],
    answers: [],
    sequence: 0,
  };
}

import { siteKey } from '../journey/site.ts';
import { lifecycleOf } from '../kci/course.ts';
import type { JsonObject } from '../model.ts';
import { reservationFor } from './appointments.ts';
import { plannedCourse } from './course.ts';
import { obstacle } from './lines.ts';
import { headerFor } from './read-request.ts';
import { ACCEPTED, asText, type DecidableRequest, type Decision, type Rules, refusal } from './rules.ts';
import type { OrderState, StateChange } from './state.ts';

/** The supplier's code if a steered outcome needs a problem and none is named. */
const DEFAULT_PROBLEM = 'UNKNOWN_FAULT';

/** Spec, Endpoints 4: accepts an order. Obstacles that depend on the site come as an event. */
export function placeOrder(rules: Rules, asking: DecidableRequest): Decision {
  const { body, tenant } = asking;
  const key = `${tenant}/${asText(body.id) ?? ''}`;
  if (body.tenant !== tenant && body.tenant !== undefined && !asking.forgets.has('tenant-mismatch')) {
    return refusal(rules, asking, 422, 'tenant is not the tenant of the request');
  }
  const firstBody = JSON.stringify(body);
  const same = rules.state.orders.get(key);
  if (same && !asking.forgets.has('duplicate-orders')) {
    // The same body again is a repetition: accepted again, with no further events.
    const isRepetition = same.firstBody === firstBody && !asking.forgets.has('repetitions-accepted');
    return isRepetition ? ACCEPTED : refusal(rules, asking, 422, 'id is the id of another order');
  }
  const site = siteKeyOf(rules, body);
  const reservation = reservationFor(rules, asking, { key, ...(body.address === undefined || !site ? {} : { site }) });
  const isBadAppointment = typeof reservation === 'string';
  if (isBadAppointment && !asking.forgets.has('appointments-judged-at-once')) {
    return refusal(rules, asking, 422, reservation);
  }
  const at = site === undefined ? null : rules.sites.byKey(site);
  const wanted = { orderType: String(body.orderType ?? ''), tenant, body };
  const rejectedBecause = isBadAppointment ? reservation : obstacle(at, wanted);
  if (rejectedBecause !== null && asking.forgets.has('obstacles-told-later')) {
    return refusal(rules, asking, 422, rejectedBecause);
  }

  const order = newOrder(rules, asking, {
    key,
    firstBody,
    ...(site === undefined ? {} : { site }),
    ...(rejectedBecause === null ? {} : { rejectedBecause }),
  });
  if (isBadAppointment || !reservation) return { ...ACCEPTED, facts: [{ order }], order: key };
  const facts: StateChange[] = [{ order: { ...order, reservation: reservation.number } }];
  facts.push({ reservation: { ...reservation, order: key } });
  return { ...ACCEPTED, facts, order: key };
}

function siteKeyOf(rules: Rules, body: JsonObject): string | undefined {
  if (body.address !== undefined) return siteKey(body.address);
  const serviceId = asText(body.serviceId);
  return serviceId === undefined ? undefined : rules.sites.ofService(serviceId);
}

interface NewOrder {
  readonly key: string;
  readonly firstBody: string;
  readonly site?: string;
  /** An obstacle, to be told as an event. */
  readonly rejectedBecause?: string;
}

function newOrder(rules: Rules, asking: DecidableRequest, { rejectedBecause, ...known }: NewOrder): OrderState {
  const { body, tenant, steering, asked } = asking;
  const orderType = String(body.orderType ?? '');
  const site = known.site === undefined ? null : rules.sites.byKey(known.site);
  const outcome = steering.outcome ?? site?.steers;
  const agenda = plannedCourse(rules.profile, orderType, {
    ...(outcome === undefined ? {} : { outcome }),
    ...(rejectedBecause === undefined ? {} : { rejectedBecause }),
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
    conversation: headerFor(asked, 'conversation') ?? '',
    requestId: headerFor(asked, 'request') ?? '',
    problemCode: steering.problemCode ?? DEFAULT_PROBLEM,
    gapMs: steering.gapMs ?? rules.kciGapMs,
    ...(site?.steers === undefined ? {} : { steers: site.steers }),
    ...(site && asking.forgets.has('site-as-it-was-found') ? { found: site } : {}),
    faults: steering.faults,
    isEnded: false,
    agenda: steering.events?.map((name) => ({ name })) ?? agenda ?? [],
    answers: [],
    accepted: [],
    sequence: 0,
  };
}

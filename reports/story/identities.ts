import type { CallStep, Headers, Json } from '../../harness/model.ts';
import { UUID } from '../../harness/values/hideable.ts';
import { isObject, leavesOf } from '../../harness/values/pointer.ts';
import { bodyJson, headerOf } from '../../harness/wire/wire.ts';
import { iso } from '../../harness/words/times.ts';
import type { ArrivalMoment, ExchangeMoment } from './moments.ts';
import { readBody } from './read-body.ts';
import type { CaseStory, Found } from './story.ts';
import { callsIn } from './story.ts';

/** An id by which both sides can find something in their logs. */
interface Identity {
  readonly name: string;
  readonly value: string;
}

/**
 * The time and ids by which both sides find what a finding rests on in their logs; for an event, also those of its order.
 */
export function identitiesOf({ moment, story }: Pick<Found, 'moment' | 'story'>): Identity[] {
  if (moment?.kind === 'exchange') {
    const { request, response } = moment;
    return [
      { name: 'time (UTC)', value: iso(response?.at ?? moment.at) },
      { name: 'request', value: `${request.method} ${request.url}` },
      ...exchangeIdentities(moment, story),
    ];
  }
  if (moment?.kind !== 'arrival') return [];
  const placed = orderedBy(moment, story);
  const ofOrder = placed === undefined ? [] : exchangeIdentities(placed, story);
  return [
    { name: 'time (UTC)', value: iso(moment.at) },
    ...arrivalIdentities(moment, story),
    ...ofOrder.map(({ name, value }) => ({ name: `order request: ${name}`, value })),
  ];
}

/** The request that placed the order of a delivery; the first try if it was repeated. */
function orderedBy({ order }: ArrivalMoment, story: CaseStory | undefined): ExchangeMoment | undefined {
  if (order === undefined) return undefined;
  return story?.moments.find((each): each is ExchangeMoment => each.kind === 'exchange' && each.order === order);
}

/**
 * The ids of an exchange: headers that the plan gave it by name, ids that the plan chose or an earlier answer gave, and ids
 * in the answer. They are recognised by the plan and by their form, because a report knows no names of the specification.
 */
export function exchangeIdentities({ request, response }: ExchangeMoment, story: CaseStory | undefined): Identity[] {
  const step = callsIn(story).find(({ name }) => name === request.step);
  return distinct([
    ...headersNamed(request.headers, Object.keys(step?.request.headers ?? {})),
    ...chosenIn(step, bodyJson(request.body).json, story),
    ...(response === undefined ? [] : uuidsIn(readBody(response.body).json)),
  ]);
}

/** The ids of a delivery, and of its order. */
export function arrivalIdentities({ delivery, event }: ArrivalMoment, story: CaseStory | undefined): Identity[] {
  const names = callsIn(story).flatMap(({ request }) => Object.keys(request.headers));
  return distinct([
    ...(event.orderId === undefined ? [] : [{ name: 'order', value: event.orderId }]),
    ...headersNamed(delivery.headers, names),
    ...(event.deliveryId === undefined ? [] : [{ name: 'delivery', value: event.deliveryId }]),
    ...(event.sequence === undefined ? [] : [{ name: 'number of the event', value: String(event.sequence) }]),
  ]);
}

function headersNamed(headers: Headers, names: readonly string[]): Identity[] {
  return [...new Set(names)].flatMap((name) => {
    const value = headerOf(headers, name);
    return value === undefined ? [] : [{ name, value }];
  });
}

/** Values of a body that are ids chosen by the plan, or given by an earlier answer. */
function chosenIn(step: CallStep | undefined, sent: Json | undefined, story: CaseStory | undefined): Identity[] {
  if (sent === undefined) return [];
  const chosen = new Set(
    isObject(story?.journey?.values.ids) ? Object.values(story.journey.values.ids).map(String) : [],
  );
  const template = new Map(leavesOf(step?.request.body));
  return leavesOf(sent).flatMap(([at, value]) => {
    const planned = template.get(at);
    const isTaken = typeof planned === 'string' && /^\$\w+(?:\.\w+)+$/.test(planned);
    const isId = chosen.has(String(value)) || (isTaken && /(?:id|reference)$/i.test(at));
    return isId ? [{ name: `${step?.name ?? ''} ${at.slice(1)}`.trim(), value: String(value) }] : [];
  });
}

/** Members of an answer that are UUIDs; errors have one. */
function uuidsIn(answer: Json | undefined): Identity[] {
  if (!isObject(answer)) return [];
  return Object.entries(answer).flatMap(([name, value]) =>
    typeof value === 'string' && UUID.test(value) ? [{ name: `answer ${name}`, value }] : [],
  );
}

function distinct(all: readonly Identity[]): Identity[] {
  return [...new Map(all.map((each) => [`${each.name} ${each.value}`, each])).values()];
}

import { idIn } from '../journey/calls.ts';
import { askedFor, operationAt } from '../judge/exchange.ts';
import type { Contract, ExchangeRef, Headers, Target, TargetTenant, Unrecorded } from '../model.ts';
import { bodyJson, headerOf } from '../wire/wire.ts';
import type { SeenTraffic } from './seen.ts';

/** Names what was seen for the record: its operation, its tenant, and its case. */
type Namer = (seen: SeenTraffic) => readonly (Unrecorded & { readonly at: number })[];

/** The case of token requests, because others share their tokens. */
export const TOKENS = 'tokens';

/**
 * Names traffic made by others, one observation after the other. A case is a conversation of a tenant, by its header.
 * Changes of an order belong to the case of that order, and a request without a conversation is a case of its own. Requests
 * outside the contract belong to no case.
 */
export function createNamer(contract: Contract, { tenants }: Pick<Target, 'tenants'>): Namer {
  const { headers } = contract;
  const journeys = new Map<string, string>();
  const taken = new Set<string>();
  const begun = new Set<string>();
  const stepOf = countSteps();
  const journeyOfOrder = new Map<string, string>();
  const underWay = new Map<number, ExchangeRef>();

  const journeyFor = (key: string, name: string): string => {
    const known = journeys.get(key);
    if (known !== undefined) return known;
    const clean = name.replaceAll(/[^\w./-]+/g, '-').slice(0, 80);
    const journey = taken.has(clean) ? `${clean}-${journeys.size + 1}` : clean;
    taken.add(journey);
    journeys.set(key, journey);
    return journey;
  };

  const ofRequest = (seen: Extract<SeenTraffic, { type: 'request-sent' }>): ExchangeRef => {
    const operation = operationAt(contract, seen.method, seen.url);
    const verb = operation?.verb ?? 'http';
    const named = headerOf(seen.headers, headers.tenant);
    const shown = (): string => ownerOf(seen.headers, tenants)?.name ?? onlyOf(tenants);
    const tenant = named ?? (operation?.auth === 'basic' ? shown() : '');
    const body = bodyJson(seen.body).json;
    const conversation = headerOf(seen.headers, headers.conversation);
    const changed = idIn(askedFor({ operation, asked: { query: {}, body: body ?? null } }, 'order'));
    const ofOrder = changed === undefined ? undefined : journeyOfOrder.get(`${tenant} ${changed}`);
    const journey =
      operation === undefined
        ? ''
        : operation.auth === 'basic'
          ? journeyFor(TOKENS, TOKENS)
          : (ofOrder ??
            (conversation
              ? journeyFor(`${tenant} ${conversation}`, `conversation/${conversation}`)
              : journeyFor(`request ${seen.exchange}`, `request/${seen.exchange}`)));
    const id = verb === 'order' ? idIn(body) : undefined;
    if (id !== undefined && !journeyOfOrder.has(`${tenant} ${id}`)) journeyOfOrder.set(`${tenant} ${id}`, journey);
    return { exchange: seen.exchange, journey, step: stepOf(journey, verb), verb, tenant };
  };

  return (seen) => {
    if (seen.type === 'delivery-received') return [seen];
    if (seen.type === 'request-sent') {
      const of = ofRequest(seen);
      underWay.set(seen.exchange, of);
      const sent = { ...seen, ...of };
      if (of.journey === '' || begun.has(of.journey)) return [sent];
      begun.add(of.journey);
      return [{ type: 'journey-started', journey: of.journey, at: seen.at }, sent];
    }
    const of = underWay.get(seen.exchange);
    underWay.delete(seen.exchange);
    return of ? [{ ...seen, ...of }] : [];
  };
}

/** Names the steps of a case after their verbs: `order`, `order-2`. */
export function countSteps(): (journey: string, verb: string) => string {
  const steps = new Map<string, number>();
  return (journey, verb) => {
    const nth = (steps.get(`${journey} ${verb}`) ?? 0) + 1;
    steps.set(`${journey} ${verb}`, nth);
    return nth === 1 ? verb : `${verb}-${nth}`;
  };
}

/** The tenant whose credentials a request shows. */
export function ownerOf(headers: Headers, tenants: readonly TargetTenant[]): TargetTenant | undefined {
  const [, basic = ''] = /^Basic +(\S+)$/i.exec(headerOf(headers, 'authorization') ?? '') ?? [];
  const [clientId = ''] = Buffer.from(basic, 'base64').toString().split(':');
  return tenants.find((each) => [each.clientId, encodeURIComponent(each.clientId)].includes(clientId));
}

const onlyOf = ([first, ...others]: readonly TargetTenant[]): string =>
  others.length === 0 ? (first?.name ?? '') : '';

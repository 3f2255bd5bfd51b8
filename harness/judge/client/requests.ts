import { isObject } from '../../values/pointer.ts';
import { headerOf } from '../../wire/wire.ts';
import { type CheckFunction, failed, passed } from '../check.ts';
import { askedFor, type Exchange, hasVerb, idAsked, isAccepted, sentView } from '../exchange.ts';
import {
  type ClientConversation,
  contentOf,
  inEach,
  inRequests,
  isPassing,
  ofRequest,
  profileOf,
} from './conversation.ts';

/**
 * `client.request`: headers, parameters and body are as the contract describes; each breach names the row of its place.
 * Values in a URL are encoded as needed.
 */
const clientRequest: CheckFunction = inEach(({ exchanges }, { contract, validators }) => {
  const known = new Set(contract.register.map(({ id }) => id));
  return exchanges.flatMap((each) => {
    const { operation, sent } = each;
    if (!operation) return [];
    const { verb } = operation;
    const hasBody = operation.body !== undefined && operation.auth === 'bearer' && sent.body !== null;
    const { body = null, ...bodiless } = sentView(each);
    const view = hasBody ? { ...bodiless, body } : bodiless;
    const broken = validators.request(verb, view);
    const rows = new Set(broken.flatMap(({ requirement = '', also = [] }) => [requirement, ...also]));
    const kept = validators.exercised(verb, view).filter((row) => known.has(row) && !rows.has(row));
    const bare = operation.parameters.filter(({ json, name }) => json && isBare(sent.url, name));
    return [
      ...broken.map(({ requirement, also = [], pointer, expected, actual }) =>
        failed(ofRequest('client.request', each, [requirement ?? [], also].flat()), {
          is: 'request-wrong',
          verb,
          pointer,
          expected,
          actual,
        }),
      ),
      ...bare.map(({ name, requirement }) =>
        failed(ofRequest('client.request', each, [requirement ?? []].flat()), { is: 'not-encoded', verb, name }),
      ),
      ...(broken.length + bare.length === 0 ? [passed(ofRequest('client.request', each, kept))] : []),
    ];
  });
});

/** Whether JSON is in a URL unencoded: RFC 3986 allows no braces and quotes in a query. */
function isBare(url: string, name: string): boolean {
  const parts = url.slice(url.indexOf('?') + 1).split('&');
  return parts.some((part) => part.startsWith(`${name}=`) && /["{}]/.test(part));
}

/** How long a refusal counts: later the state may have changed. */
const REMEMBERED_MS = 60_000;

/** A repeated request together with the earlier attempts that came to nothing. */
function triesOf({ exchanges }: ClientConversation): (request: Exchange) => readonly Exchange[] | undefined {
  const runs = new Map<string, readonly Exchange[]>();
  const tries = new Map<Exchange, readonly Exchange[]>();
  for (const each of exchanges) {
    const key = contentOf(each);
    const before = runs.get(key) ?? [];
    const last = before.at(-1);
    const run = last && isPassing(last) ? [...before, each] : [each];
    runs.set(key, run);
    if (run.length > 1) tries.set(each, run);
  }
  return (request) => tries.get(request);
}

/** The resolution of clocks, and how much too early timers may fire. */
const COARSE_MS = 16;

/**
 * The least time between the end of one attempt and the next. The end is recorded before the client is told, the next
 * request after it has come. Undefined if the client gave up by itself, or a clock was set back.
 */
function gapBetween({ response, broke }: Exchange, { sent }: Exchange): number | undefined {
  const end = response ?? broke;
  if (!end || end.seq > sent.seq || sent.at < end.at || broke?.fault === 'aborted') return undefined;
  return sent.at - end.at;
}

/** Checks of each request alone, and of repeated ones. */
export const REQUEST_CHECKS = {
  'client.request': clientRequest,
  ...inRequests({
    /** A request is for an operation of the contract, at its path, with its method. */
    'client.operation':
      () =>
      ({ operation, sent }) => {
        const path = sent.url.replace(/\?.*$/s, '');
        return !operation && { is: 'no-operation', method: sent.method, path };
      },
    /** Requests that ask for different things have different request ids. */
    'client.request-id': (_, { contract }) => {
      const seen = new Map<string, string>();
      return (each) => {
        const id = headerOf(each.sent.headers, contract.headers.request);
        if (!id || each.operation?.auth !== 'bearer') return undefined;
        const content = contentOf(each);
        const earlier = seen.get(id);
        seen.set(id, content);
        return earlier !== undefined && earlier !== content && { is: 'request-id-reused', value: id };
      };
    },
    /** An order names the tenant that sends it. */
    'client.tenant':
      (_, { contract }) =>
      (each) => {
        const owed = headerOf(each.sent.headers, contract.headers.tenant);
        const came = hasVerb(each, 'order') && askedFor(each, 'tenant');
        if (!owed || typeof came !== 'string') return undefined;
        return came !== owed && { is: 'other-tenant-in-body', owed, came };
      },
    /** No two tenants share the id of a conversation. */
    'client.own-conversation': (_, { contract }) => {
      const tenants = new Map<string, string>();
      return ({ sent, operation }) => {
        const id = headerOf(sent.headers, contract.headers.conversation);
        const { tenant } = sent;
        if (!id || tenant === '' || operation?.auth !== 'bearer') return undefined;
        const owner = tenants.get(id) ?? tenant;
        tenants.set(id, owner);
        return owner !== tenant && { is: 'conversation-shared', value: id, one: owner, other: tenant };
      };
    },
    /** An id names one order, booking, amendment or cancellation. A refused request leaves its id free. */
    'client.ids': () => {
      const seen = new Map<string, string>();
      return (each) => {
        const { operation, asked, sent } = each;
        const id = operation?.auth === 'bearer' ? idAsked(each) : undefined;
        if (!operation || id === undefined || !isObject(asked.body)) return undefined;
        const content = contentOf(each);
        const key = `${operation.verb} ${sent.tenant} ${id}`;
        const earlier = seen.get(key);
        if (isAccepted(each) || isPassing(each)) seen.set(key, content);
        return earlier !== undefined && earlier !== content && { is: 'id-reused', verb: operation.verb, id };
      };
    },
    /** A request refused as malformed or invalid is not sent again unchanged. */
    'client.refused-again': () => {
      const refused = new Map<string, Exchange>();
      return (each) => {
        const { response, operation, sent } = each;
        const key = contentOf(each);
        const { response: earlier } = refused.get(key) ?? {};
        const isInvalid = response?.status === 400 || response?.status === 422;
        if (isInvalid) refused.set(key, each);
        if (!operation || (!earlier && !isInvalid)) return undefined;
        const isAgain = earlier && sent.at - earlier.at < REMEMBERED_MS;
        return isAgain ? { is: 'refused-again', verb: operation.verb, status: earlier.status } : false;
      };
    },
    /** After two failures of a request, the next attempt waits. One quick retry is right. */
    'client.back-off': (conversation, context) => {
      const { backOffMs } = profileOf(context);
      const triesBefore = triesOf(conversation);
      return (each) => {
        const run = triesBefore(each);
        if (!run) return undefined;
        const gaps = run.slice(1).map((again, i) => gapBetween(run[i] as Exchange, again));
        const hasten = gaps.length >= 2 && gaps.slice(-2).every((gap = backOffMs) => gap + COARSE_MS < backOffMs);
        const told = gaps.flatMap((gap) => (gap === undefined ? [] : `${gap} ms`));
        return hasten && { is: 'not-backed-off', verb: each.sent.verb, backOffMs, gaps: told };
      };
    },
    /** A request that keeps failing is given up. */
    'client.tries': (conversation, context) => {
      const { tries } = profileOf(context);
      const triesBefore = triesOf(conversation);
      return (each) => {
        const count = triesBefore(each)?.length;
        if (count === undefined) return undefined;
        return count === tries + 1 && { is: 'never-given-up', verb: each.sent.verb, tries, count };
      };
    },
  }),
};

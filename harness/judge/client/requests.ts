import { isObject } from '../../values/pointer.ts';
import { headerOf } from '../../wire/wire.ts';
import { type CheckFunction, failed, passed, verdictOn } from '../check.ts';
import { askedFor, type Exchange, isAccepted } from '../exchange.ts';
import { contentOf, idOf, inEach, isPassing, ofRequest, ofVerb, profileOf } from './conversation.ts';

/** `client.operation`: a request is for an operation of the contract, at its path, with its method. */
export const clientOperation: CheckFunction = inEach(({ exchanges }) =>
  exchanges.flatMap((each) => {
    const { method, url } = each.sent;
    const path = url.replace(/\?.*$/s, '');
    return verdictOn(ofRequest('client.operation', each), !each.operation && { is: 'no-operation', method, path });
  }),
);

/**
 * `client.request`: headers, parameters and body are as the contract describes them; each breach names the row of its own
 * place. What a URL must encode is encoded.
 */
export const clientRequest: CheckFunction = inEach(({ exchanges }, { contract, validators }) => {
  const known = new Set(contract.register.map(({ id }) => id));
  return exchanges.flatMap((each) => {
    const { operation, sent, asked } = each;
    if (!operation) return [];
    const { verb } = operation;
    const hasBody = operation.body !== undefined && operation.auth === 'bearer' && sent.body !== null;
    const { query, path } = asked;
    const view = {
      headers: Object.fromEntries(sent.headers),
      query,
      ...(path ? { path } : {}),
      ...(hasBody ? { body: asked.body } : {}),
    };
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

/** Whether JSON stands in a URL as it is: RFC 3986 has no place for braces and quotes in a query. */
function isBare(url: string, name: string): boolean {
  const parts = url.slice(url.indexOf('?') + 1).split('&');
  return parts.some((part) => part.startsWith(`${name}=`) && /["{}]/.test(part));
}

/** `client.request-id`: two requests that ask for different things have ids of their own. */
export const clientRequestId: CheckFunction = inEach(({ exchanges }, { contract }) => {
  const seen = new Map<string, string>();
  return exchanges.flatMap((each) => {
    const id = headerOf(each.sent.headers, contract.headers.request);
    if (!id || each.operation?.auth !== 'bearer') return [];
    const content = contentOf(each);
    const earlier = seen.get(id);
    seen.set(id, content);
    const isRepeated = earlier !== undefined && earlier !== content;
    return verdictOn(ofRequest('client.request-id', each), isRepeated && { is: 'request-id-reused', value: id });
  });
});

/** `client.tenant`: the tenant that an order names is the one that asks. */
export const clientTenant: CheckFunction = inEach(({ exchanges }, { contract }) =>
  ofVerb(exchanges, 'order').flatMap((each) => {
    const owed = headerOf(each.sent.headers, contract.headers.tenant);
    const came = askedFor(each, 'tenant');
    if (!owed || typeof came !== 'string') return [];
    return verdictOn(ofRequest('client.tenant', each), came !== owed && { is: 'other-tenant-in-body', owed, came });
  }),
);

/** `client.own-conversation`: no two tenants share the id of a conversation. */
export const clientOwnConversation: CheckFunction = inEach(({ exchanges }, { contract }) => {
  const tenants = new Map<string, string>();
  return exchanges.flatMap((each) => {
    const id = headerOf(each.sent.headers, contract.headers.conversation);
    const { tenant } = each.sent;
    if (!id || tenant === '' || each.operation?.auth !== 'bearer') return [];
    const owner = tenants.get(id) ?? tenant;
    tenants.set(id, owner);
    const isShared = owner !== tenant;
    return verdictOn(
      ofRequest('client.own-conversation', each),
      isShared && { is: 'conversation-shared', value: id, one: owner, other: tenant },
    );
  });
});

/** `client.ids`: an id names one order, booking, amendment or cancellation. What was refused has left its id free. */
export const clientIds: CheckFunction = inEach(({ exchanges }) => {
  const seen = new Map<string, string>();
  return exchanges.flatMap((each) => {
    const id = each.operation?.auth === 'bearer' ? idOf(each) : undefined;
    if (id === undefined || !isObject(each.asked.body)) return [];
    const { verb } = each.operation as NonNullable<Exchange['operation']>;
    const content = contentOf(each);
    const key = `${verb} ${each.sent.tenant} ${id}`;
    const earlier = seen.get(key);
    if (isAccepted(each) || isPassing(each)) seen.set(key, content);
    const isReused = earlier !== undefined && earlier !== content;
    return verdictOn(ofRequest('client.ids', each), isReused && { is: 'id-reused', verb, id });
  });
});

/** For so long a refusal is remembered: later the world may have changed. */
const REMEMBERED_MS = 60_000;

/** `client.refused-again`: what was refused as malformed or invalid is not sent again as it was. */
export const clientRefusedAgain: CheckFunction = inEach(({ exchanges }) => {
  const refused = new Map<string, Exchange>();
  return exchanges.flatMap((each) => {
    const { response, operation, sent } = each;
    const key = contentOf(each);
    const earlier = refused.get(key);
    const status = response?.status;
    if (status === 400 || status === 422) refused.set(key, each);
    if (!operation || (!earlier && status !== 400 && status !== 422)) return [];
    const isAgain = earlier?.response !== undefined && sent.at - earlier.response.at < REMEMBERED_MS;
    const was = earlier?.response?.status ?? 0;
    return verdictOn(
      ofRequest('client.refused-again', each),
      isAgain && { is: 'refused-again', verb: operation.verb, status: was },
    );
  });
});

/** The requests that were made again because they came to nothing, each with the tries before it. */
function triesIn(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const runs = new Map<string, Exchange[]>();
  return exchanges.flatMap((each) => {
    const key = contentOf(each);
    const before = runs.get(key) ?? [];
    const last = before.at(-1);
    const run = last && isPassing(last) ? [...before, each] : [each];
    runs.set(key, run);
    return run.length > 1 ? [run] : [];
  });
}

const endOf = ({ sent, response, broke }: Exchange): number => (response ?? broke ?? sent).at;

/** `client.back-off`: after a request failed twice, the next try comes no sooner than some time after. One quick try is right. */
export const clientBackOff: CheckFunction = inEach(({ exchanges }, context) => {
  const { backOffMs } = profileOf(context);
  return triesIn(exchanges).flatMap((run) => {
    const last = run.at(-1) as Exchange;
    const gaps = run.slice(1).map((each, i) => each.sent.at - endOf(run[i] as Exchange));
    const hasten = gaps.length >= 2 && gaps.slice(-2).every((gap) => gap < backOffMs);
    return verdictOn(
      ofRequest('client.back-off', last),
      hasten && {
        is: 'not-backed-off',
        verb: last.sent.verb,
        backOffMs,
        gaps: gaps.map((gap) => `${gap} ms`),
      },
    );
  });
});

/** `client.tries`: a request that keeps failing is given up. */
export const clientTries: CheckFunction = inEach(({ exchanges }, context) => {
  const { tries } = profileOf(context);
  return triesIn(exchanges).flatMap((run) => {
    const last = run.at(-1) as Exchange;
    const isOnce = run.length === tries + 1;
    return verdictOn(
      ofRequest('client.tries', last),
      isOnce && { is: 'never-given-up', verb: last.sent.verb, tries, count: run.length },
    );
  });
});

import { errorCodeOf, tokenOf } from '../../wire/answer-body.ts';
import { headerOf } from '../../wire/wire.ts';
import { type Exchange, isAccepted } from '../exchange.ts';
import { type ClientConversation, contentOf, inRequests, profileOf, type RequestFaults } from './conversation.ts';

/** A token that was issued. */
export type Grant = ReturnType<typeof grantsIn>[number];

/** The tokens that were issued, in the order of their requests. */
export function grantsIn(exchanges: readonly Exchange[]) {
  return exchanges.flatMap(({ operation, response, sent, json }) => {
    const token = operation?.auth === 'basic' && response ? tokenOf(json) : undefined;
    if (!token || !response) return [];
    const lifeMs = (token.lifeSeconds ?? Number.POSITIVE_INFINITY) * 1000;
    return [{ text: token.text, tenant: sent.tenant, at: response.at, seq: response.seq, lifeMs }];
  });
}

const authorizationOf = ({ sent }: Exchange): string => headerOf(sent.headers, 'Authorization') ?? '';
/** The token that a request carries. */
export const bearerOf = (exchange: Exchange): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorizationOf(exchange))?.[1];
const isGateways = ({ operation }: Exchange): boolean => operation?.auth === 'bearer';

/** Requests under way at the same time may all be refused before the client can know. */
const UNDER_WAY_MS = 50;

/** For each refused token, the refusal and the first later request that still used the token, if any. */
function usedAfterRefusal(
  conversation: ClientConversation,
): readonly { readonly refused: Exchange; readonly grant: Grant; readonly again: Exchange | undefined }[] {
  const { exchanges } = conversation;
  const grants = grantsIn(conversation.exchanges);
  const known = new Set<string>();
  return exchanges.filter(isGateways).flatMap((refused) => {
    const { response } = refused;
    const bearer = bearerOf(refused);
    const grant = grants.find(({ text }) => text === bearer);
    if (response?.status !== 401 || bearer === undefined || !grant || known.has(bearer)) return [];
    known.add(bearer);
    const later = exchanges.filter(
      (each) => isGateways(each) && bearerOf(each) === bearer && each.sent.seq > response.seq,
    );
    const isSame = (each: Exchange): boolean => contentOf(each) === contentOf(refused);
    const isLate = (each: Exchange): boolean => each.sent.at - response.at > UNDER_WAY_MS;
    const again = later.find((each) => isSame(each) || isLate(each)) ?? later[1];
    return [{ refused, grant, again }];
  });
}

const hasExpired = ({ at, lifeMs }: Grant, { sent }: Exchange): boolean => sent.at >= at + lifeMs;

/** Checks what follows the refusal of an expired token, or of one that was still valid. */
function afterRefusal(ofExpired: boolean) {
  return (conversation: ClientConversation) => {
    const uses = usedAfterRefusal(conversation).filter(
      ({ grant, refused }) => hasExpired(grant, refused) === ofExpired,
    );
    return (each: Exchange): RequestFaults => {
      const use = uses.find(({ refused, again }) => (again ?? refused) === each);
      if (!use) return undefined;
      const { verb } = each.sent;
      const { lifeMs } = use.grant;
      return (
        use.again !== undefined &&
        (ofExpired ? { is: 'expired-token-used', lifeMs, verb } : { is: 'refused-token-used', verb })
      );
    };
  };
}

/** From this share of its life on, a token may be renewed. */
const NEARS_ITS_END = 0.5;

const schemeOf = (exchange: Exchange): string =>
  authorizationOf(exchange).split(' ', 1)[0] || 'no Authorization header';

/** Checks of tokens and authentication. */
export const TOKEN_CHECKS = inRequests({
  /** Token requests have the client's id and secret in Basic, and the gateway accepts these. */
  'client.basic': ({ exchanges, asked }) => {
    const isAsked = ({ operation }: Exchange): boolean => operation?.auth === 'basic';
    const isEverGranted = exchanges.some((each) => isAsked(each) && isAccepted(each));
    const isPlayed = asked !== undefined && asked.gateway.faults.length > 0;
    return (each) => {
      if (!isAsked(each)) return undefined;
      if (!/^Basic \S+/i.test(authorizationOf(each))) return { is: 'not-basic', scheme: schemeOf(each) };
      const isUnknown = each.response?.status === 401 && !isEverGranted && !isPlayed;
      return isUnknown && { is: 'credentials-refused', code: errorCodeOf(each.json) ?? '' };
    };
  },
  /** A gateway request has a token that the gateway issued. */
  'client.bearer': (conversation) => {
    const grants = grantsIn(conversation.exchanges);
    return (each) => {
      if (!isGateways(each)) return undefined;
      const bearer = bearerOf(each);
      const { verb, seq: sentAt } = each.sent;
      if (bearer === undefined) return { is: 'not-bearer', verb, scheme: schemeOf(each) };
      const isIssued = grants.some(({ text, seq }) => text === bearer && seq < sentAt);
      if (isIssued) return false;
      return conversation.isWhole ? { is: 'token-not-issued', verb } : undefined;
    };
  },
  /** A token is used only for the tenant that it was issued to. */
  'client.token-tenant': (conversation) => {
    const grants = grantsIn(conversation.exchanges);
    return (each) => {
      const owner = isGateways(each) && grants.find(({ text }) => text === bearerOf(each))?.tenant;
      const { verb, tenant } = each.sent;
      if (!owner || tenant === '') return undefined;
      return owner !== tenant && { is: 'token-of-another', verb, owner, tenant };
    };
  },
  /** An expired token is not used on and on: after its first refusal, a new one is requested. */
  'client.token-expiry': afterRefusal(true),
  /** A token that was refused while still valid is not used again. */
  'client.token-renewed': afterRefusal(false),
  /** No further token is requested while this many are alive. */
  'client.token-reuse': (conversation, context) => {
    const { tokens } = profileOf(context);
    const grants = grantsIn(conversation.exchanges);
    const refused = new Map(usedAfterRefusal(conversation).map((each) => [each.grant.text, each.refused.sent.at]));
    return ({ operation, sent }) => {
      if (operation?.auth !== 'basic') return undefined;
      const alive = grants.filter(
        ({ text, tenant, at, seq, lifeMs }) =>
          tenant === sent.tenant &&
          seq < sent.seq &&
          sent.at < at + lifeMs * NEARS_ITS_END &&
          sent.at < (refused.get(text) ?? Number.POSITIVE_INFINITY),
      );
      return alive.length >= tokens && { is: 'token-not-reused', alive: alive.length };
    };
  },
});

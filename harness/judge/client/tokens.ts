import { errorCodeOf, tokenOf } from '../../wire/answer-body.ts';
import { headerOf } from '../../wire/wire.ts';
import { type CheckFunction, verdictOn } from '../check.ts';
import { type Exchange, isAccepted } from '../exchange.ts';
import { type Conversation, contentOf, inEach, ofRequest, profileOf } from './conversation.ts';

/** A token that was issued. */
interface Grant {
  readonly text: string;
  readonly tenant: string;
  readonly at: number;
  readonly seq: number;
  readonly lifeMs: number;
}

function grantsIn({ exchanges }: Conversation): readonly Grant[] {
  return exchanges.flatMap(({ operation, response, sent, json }) => {
    const token = operation?.auth === 'basic' && response ? tokenOf(json) : undefined;
    if (!token || !response) return [];
    const lifeMs = (token.lifeSeconds ?? Number.POSITIVE_INFINITY) * 1000;
    return [{ text: token.text, tenant: sent.tenant, at: response.at, seq: response.seq, lifeMs }];
  });
}

const authorizationOf = ({ sent }: Exchange): string => headerOf(sent.headers, 'Authorization') ?? '';
const bearerOf = (exchange: Exchange): string | undefined => /^Bearer +(\S+)$/i.exec(authorizationOf(exchange))?.[1];
const isGateways = ({ operation }: Exchange): boolean => operation?.auth === 'bearer';

/** `client.basic`: tokens are asked for with the client's id and secret in Basic, which the gateway then knows. */
export const clientBasic: CheckFunction = inEach((conversation) => {
  const asked = conversation.exchanges.filter(({ operation }) => operation?.auth === 'basic');
  const isEverGranted = asked.some(isAccepted);
  return asked.flatMap((each) => {
    const scheme = authorizationOf(each).split(' ', 1)[0] || 'no Authorization header';
    const isBasic = /^Basic \S+/i.test(authorizationOf(each));
    const isPlayed = conversation.asked?.gateway.faults.length !== 0 && conversation.asked !== undefined;
    const isUnknown = each.response?.status === 401 && !isEverGranted && !isPlayed;
    const code = errorCodeOf(each.json) ?? '';
    return verdictOn(ofRequest('client.basic', each), [
      ...(isBasic ? [] : [{ is: 'not-basic' as const, scheme }]),
      ...(isBasic && isUnknown ? [{ is: 'credentials-refused' as const, code }] : []),
    ]);
  });
});

/** `client.bearer`: a request of the gateway has a token that the gateway issued. */
export const clientBearer: CheckFunction = inEach((conversation) => {
  const grants = grantsIn(conversation);
  return conversation.exchanges.filter(isGateways).flatMap((each) => {
    const bearer = bearerOf(each);
    const { verb } = each.sent;
    if (bearer === undefined) {
      const scheme = authorizationOf(each).split(' ', 1)[0] || 'no Authorization header';
      return verdictOn(ofRequest('client.bearer', each), { is: 'not-bearer', verb, scheme });
    }
    const isIssued = grants.some(({ text, seq }) => text === bearer && seq < each.sent.seq);
    if (!isIssued && !conversation.isWhole) return [];
    return verdictOn(ofRequest('client.bearer', each), !isIssued && { is: 'token-not-issued', verb });
  });
});

/** `client.token-tenant`: a token serves the tenant that it was issued to. */
export const clientTokenTenant: CheckFunction = inEach((conversation) => {
  const grants = grantsIn(conversation);
  return conversation.exchanges.filter(isGateways).flatMap((each) => {
    const grant = grants.find(({ text }) => text === bearerOf(each));
    const { verb, tenant } = each.sent;
    if (!grant || grant.tenant === '' || tenant === '') return [];
    return verdictOn(
      ofRequest('client.token-tenant', each),
      grant.tenant !== tenant && { is: 'token-of-another', verb, owner: grant.tenant, tenant },
    );
  });
});

/** Requests under way at once may all be refused before any of them can know. */
const UNDER_WAY_MS = 50;

/** Where a token was refused, what was asked with it afterwards, as if it were still good. */
function usedAfterRefusal(
  conversation: Conversation,
): readonly { readonly refused: Exchange; readonly grant: Grant; readonly again: Exchange | undefined }[] {
  const { exchanges } = conversation;
  const grants = grantsIn(conversation);
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

/** `client.token-expiry`: a token that ran out is not used on and on: after its first refusal another one is asked for. */
export const clientTokenExpiry: CheckFunction = inEach((conversation) =>
  usedAfterRefusal(conversation)
    .filter(({ grant, refused }) => hasExpired(grant, refused))
    .flatMap(({ refused, again, grant }) =>
      verdictOn(
        ofRequest('client.token-expiry', again ?? refused),
        again && { is: 'expired-token-used', verb: again.sent.verb, lifeMs: grant.lifeMs },
      ),
    ),
);

/** `client.token-renewed`: a token that was refused before its time is not used again. */
export const clientTokenRenewed: CheckFunction = inEach((conversation) =>
  usedAfterRefusal(conversation)
    .filter(({ grant, refused }) => !hasExpired(grant, refused))
    .flatMap(({ refused, again }) =>
      verdictOn(
        ofRequest('client.token-renewed', again ?? refused),
        again && { is: 'refused-token-used', verb: again.sent.verb },
      ),
    ),
);

/** From here on a token may be renewed before it ends. */
const NEARS_ITS_END = 0.5;

/** `client.token-reuse`: no further token is asked for while so many are alive. */
export const clientTokenReuse: CheckFunction = inEach((conversation, context) => {
  const { tokens } = profileOf(context);
  const grants = grantsIn(conversation);
  const refused = new Map(usedAfterRefusal(conversation).map((each) => [each.grant.text, each.refused.sent.at]));
  return conversation.exchanges.flatMap((each) => {
    const { operation, sent } = each;
    if (operation?.auth !== 'basic') return [];
    const alive = grants.filter(
      ({ text, tenant, at, seq, lifeMs }) =>
        tenant === sent.tenant &&
        seq < sent.seq &&
        sent.at < at + lifeMs * NEARS_ITS_END &&
        sent.at < (refused.get(text) ?? Number.POSITIVE_INFINITY),
    );
    return verdictOn(
      ofRequest('client.token-reuse', each),
      alive.length >= tokens && { is: 'token-not-reused', alive: alive.length },
    );
  });
});

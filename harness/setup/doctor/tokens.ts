import { isNowhere, NOWHERE } from '../../application/open/preflight.ts';
import type { PlaceOf } from '../../contract/profile-parts.ts';
import type { Clock, Contract, Headers, Send, Target, WireFault, WireRequest, WireResponse } from '../../model.ts';
import type { ExchangeOutcome, NewExchange } from '../../run/exchange.ts';
import { createTokenCache } from '../../run/tokens.ts';
import { tokenOf } from '../../wire/answer-body.ts';
import { decodeUtf8, headerOf, isFault, parseJson } from '../../wire/wire.ts';
import { count } from '../../words/text.ts';
import { type CheckedLine, linesFor } from './line.ts';
import { answerInWords, oddityOf } from './operations.ts';

/** How the token endpoint answered one tenant. */
export interface TokenAsked {
  /** When the request went out and its answer came in, by our clock. */
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly tenant: string;
  readonly url: string;
  readonly answer: WireResponse | WireFault;
  /** Null: none was given. */
  readonly token: string | null;
}

const pen = linesFor('gateway');

/**
 * Asks for a token of every tenant with the same request that a run sends; stops after the first if no gateway answers.
 * `bearerOf` returns a tenant's token, renewed once it has expired; null if none comes.
 */
export async function askTokens(
  target: Target,
  contract: Contract,
  { send, clock }: { readonly send: Send; readonly clock: Clock },
) {
  const seen = new Map<string, Omit<TokenAsked, 'tenant' | 'token'>>();
  const exchange = async ({ tenant }: NewExchange, request: WireRequest): Promise<ExchangeOutcome> => {
    const sentAt = clock.now();
    const answer = await send(request);
    seen.set(tenant, { url: request.url, answer, sentAt, receivedAt: clock.now() });
    if (isFault(answer)) return { answer: null };
    const { json } = parseJson(decodeUtf8(answer.body) ?? '');
    return { answer: { status: answer.status, headers: answer.headers, json } };
  };
  const { bearerOf } = createTokenCache({ target, contract, clock }, exchange);
  const asked: TokenAsked[] = [];
  for (const { name } of target.tenants) {
    const token = await bearerOf(name);
    const of = seen.get(name);
    if (of) asked.push({ tenant: name, token, ...of });
    if (of && oddityOf(of.answer)) break;
  }
  return { asked, bearerOf };
}

/** Whether the server that answers is a gateway. */
export function speaksLine({ url, answer }: TokenAsked, inTarget: PlaceOf): CheckedLine {
  const oddity = oddityOf(answer);
  if (!oddity) return pen.ok('HTTP', 'it answers, and with no web page and no redirect');
  const { seen, fix } = oddity;
  return pen.problem('HTTP', `POST ${url}: ${seen}`, { fix, place: inTarget('/base-url') });
}

/** What the token endpoint gave each tenant. */
export function tokenLines(
  asked: readonly TokenAsked[],
  { tenants }: Pick<Target, 'tenants'>,
  inTarget: PlaceOf,
): readonly CheckedLine[] {
  const clientOf = (tenant: string) => tenants.find(({ name }) => name === tenant)?.clientId;
  return asked.map((each, i) => {
    const subject = tenantSubject(each.tenant);
    const twin = each.token === null ? undefined : asked.slice(0, i).find(({ token }) => token === each.token);
    if (twin && clientOf(twin.tenant) !== clientOf(each.tenant)) {
      const fix = 'check that each tenant has credentials of its own';
      const place = inTarget(`/tenants/${i}/client-id`);
      return pen.warning(subject, `the same token as that of ${twin.tenant}`, { fix, place });
    }
    return each.token === null ? refusedLine(each, i, inTarget) : lifeLine(each, subject);
  });
}

/** The subject of a tenant's line. */
export function tenantSubject(tenant: string): string {
  return `token of ${tenant}`;
}

function refusedLine({ tenant, answer }: TokenAsked, i: number, inTarget: PlaceOf): CheckedLine {
  if (isFault(answer)) return pen.problem(tenantSubject(tenant), answer.detail);
  const isElsewhere = isNowhere(answer.status);
  const fix = isElsewhere
    ? NOWHERE
    : 'check client-id and client-secret of this tenant, and the form and send-tenant-header under token';
  const place = inTarget(isElsewhere ? '/base-url' : `/tenants/${i}/client-secret`);
  return pen.problem(tenantSubject(tenant), `no access_token came but ${answerInWords(answer)}`, { fix, place });
}

/** With a shorter life a token expires before its use. Seconds are enough, and shorten cases that wait for the expiry. */
const MIN_LIFE_SECONDS = 3;
const MAX_LIFE_SECONDS = 7 * 86_400;

function lifeLine({ answer }: TokenAsked, subject: string): CheckedLine {
  const given = isFault(answer) ? undefined : tokenOf(parseJson(decodeUtf8(answer.body) ?? '').json);
  const life = given?.lifeSeconds;
  if (life === undefined)
    return pen.warning(subject, 'it came without expires_in: Assay will ask anew for every request');
  if (life <= 0) return pen.warning(subject, `it came with expires_in ${life}: it is over as it comes`);
  const words = `it lives ${count(life, 'second')}`;
  if (life < MIN_LIFE_SECONDS) return pen.warning(subject, `${words}, and is asked for again and again`);
  if (life > MAX_LIFE_SECONDS)
    return pen.warning(subject, `${words}, which is ${Math.round(life / 86_400)} days: is expires_in in seconds?`);
  return pen.ok(subject, words);
}

/** Beyond this difference of clocks, slots, reservations and event times look wrong. */
const MAX_SKEW_SECONDS = 5;

/** How far the gateway's clock is from ours, by its `Date` header (RFC 9110, 6.6.1), in whole seconds. */
export function clockLine(
  headers: Headers,
  { sentAt, receivedAt }: Pick<TokenAsked, 'sentAt' | 'receivedAt'>,
): CheckedLine {
  const subject = 'clock';
  const written = headerOf(headers, 'date');
  if (written === undefined) return pen.notChecked(subject, 'its answers carry no Date header');
  const theirs = Date.parse(written);
  if (Number.isNaN(theirs)) return pen.warning(subject, `its Date header is no date: ${written}`);
  // The named second began up to a second before the answer was written.
  const early = theirs - receivedAt;
  const late = theirs + 1000 - sentAt;
  const apart = early > 0 ? early : Math.min(late, 0);
  const seconds = Math.round(Math.abs(apart) / 1000);
  if (seconds <= MAX_SKEW_SECONDS) return pen.ok(subject, `within ${MAX_SKEW_SECONDS} s of this machine's`);
  const fix = 'set both clocks by a time server: slots, reservations and events are judged by their times';
  return pen.warning(subject, `it is ${seconds} s ${apart > 0 ? 'ahead of' : 'behind'} this machine's`, { fix });
}

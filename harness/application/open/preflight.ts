import { realClock } from '../../io/real-clock.ts';
import type { Contract, FaultKind, Problem, Target, TargetTenant, WireResponse, World } from '../../model.ts';
import type { createExchange, NewExchange } from '../../run/exchange.ts';
import { retryRateLimited } from '../../run/limit.ts';
import { tokenRequest } from '../../run/tokens.ts';
import { UNAUTHORISED } from '../../wire/answer.ts';
import { tokenOf } from '../../wire/answer-body.ts';
import { encodeRequest } from '../../wire/request.ts';
import { decodeUtf8, headerOf, isFault, parseJson } from '../../wire/wire.ts';
import { clip } from '../../words/text.ts';
import { problem } from '../say.ts';
import { type Asker, plainSite, queryRequest } from './first-requests.ts';

/**
 * Before a run over the network, asks for a token, and for availability with that token, to see whether anything answers
 * like a gateway. If a tenant's client is refused, tries the next one's. Returns what is wrong with the environment, or
 * null. Wrong answers of a gateway are for the run to judge.
 */
export async function preflight(met: Probed, exchange: SingleExchange): Promise<NotThere | null> {
  const [first, ...others] = met.target.tenants;
  const found = first ? await probeTenant(met, first, exchange) : null;
  if (found?.isRefused !== true) return found;
  // If another client gets a token, the gateway is there: why the first gets none is for the run to judge.
  for (const tenant of others) {
    const ofAnother = await probeTenant(met, tenant, exchange);
    if (ofAnother?.isRefused !== true) return ofAnother;
  }
  return found;
}

async function probeTenant(
  { target, contract, world }: Probed,
  tenant: TargetTenant,
  exchange: SingleExchange,
): Promise<NotThere | null> {
  const request = tokenRequest(target, contract, tenant);
  const limits = { clock: realClock, signal: new AbortController().signal, target };
  const of = probeOf('token', tenant.name);
  const { came: result } = await retryRateLimited(() => exchange(of, request), limits);
  if (isFault(result)) {
    // If the gateway answers elsewhere, its broken token endpoint is for the run to judge.
    if (isBroken(result.fault) && (await answersBehind({ target, contract, world }, tenant.name, exchange)))
      return null;
    const mayPass = STARTING.includes(result.fault);
    return { ...problem(`${target.baseUrl} cannot be reached`, result.detail, ADVICE[result.fault]), mayPass };
  }
  const text = decodeUtf8(result.body) ?? '';
  const answered = `POST ${request.url} answered`;
  const odd = oddityIn(result);
  if (odd) return problem(`${answered} ${odd.seen}`, undefined, odd.fix);
  // The form of a granted token is for the run to judge.
  if (result.status < 300) {
    const token = tokenOf(parseJson(text).json)?.text;
    const asker = { tenant: tenant.name, token: token ?? null };
    return token === undefined ? null : behindToken({ target, contract, world }, asker, exchange);
  }
  const found = problem(
    `${answered} ${result.status} without an access_token`,
    `a success with access_token was due; this came: ${text.slice(0, 200) || 'nothing'}`,
    isNowhere(result.status)
      ? NOWHERE
      : `check client-id and client-secret of tenant ${tenant.name}, and the form under token`,
  );
  return { ...found, mayPass: result.status >= 500, isRefused: result.status < 500 };
}

type SingleExchange = ReturnType<typeof createExchange>;

/** These requests belong to no case but to the run itself. */
const probeOf = (verb: 'token' | 'availability', tenant: string): NewExchange => ({
  journey: '',
  step: 'first look',
  verb,
  tenant,
});

/** The target, with the contract and the world that requests are built from. */
type Probed = { readonly target: Target; readonly contract: Contract; readonly world: World };

/** What is wrong with the environment. `mayPass`: the target may just be starting. `isRefused`: a client was not let in. */
export type NotThere = Problem & { readonly mayPass?: boolean; readonly isRefused?: boolean };

/** How an exchange breaks with a target that does not listen yet, or has just begun to. */
const STARTING: readonly FaultKind[] = ['refused', 'unresolved', 'reset', 'timed-out', 'truncated'];

/** Whether the exchange reached somebody, but broke. */
const isBroken = (fault: FaultKind): boolean => ['reset', 'timed-out', 'truncated', 'malformed'].includes(fault);

/** Whether a gateway stands behind a token endpoint that does not answer: it then refuses requests without a token. */
async function answersBehind(
  { target, contract, world }: Probed,
  tenant: string,
  exchange: SingleExchange,
): Promise<boolean> {
  const asked = queryRequest(contract.operations.availability, { tenant, token: null }, plainSite(world), world);
  const { answer } = await exchange(probeOf('availability', tenant), encodeRequest(asked, target));
  return answer?.status === UNAUTHORISED;
}

/** Asks for availability as a client does: the token endpoint may be right while a sign-in page stands behind it. */
async function behindToken(
  { target, contract, world }: Probed,
  asker: Asker,
  exchange: SingleExchange,
): Promise<Problem | null> {
  const { availability } = contract.operations;
  const request = encodeRequest(queryRequest(availability, asker, plainSite(world), world), target);
  const { came: result } = await exchange(probeOf('availability', asker.tenant), request);
  const page = isFault(result) ? null : pageIn(result);
  return (
    page &&
    problem(`${request.method} ${target.baseUrl}${availability.path} answered ${page.seen}`, undefined, page.fix)
  );
}

/** Whether an answer says that there is nothing at this path, or nothing for this method. */
export const isNowhere = (status: number): boolean => status === 404 || status === 405;

/** What to do after such an answer. */
export const NOWHERE = 'check base-url: the paths of the specification are put behind it';

/** What no gateway would answer: a redirect, or a page for people. Null if the answer may be a gateway's. */
export function oddityIn(answer: WireResponse): { readonly seen: string; readonly fix: string } | null {
  const { status, headers } = answer;
  if (status < 300 || status >= 400) return pageIn(answer);
  const to = headerOf(headers, 'location') ?? 'somewhere else';
  const fix = 'write the final address into base-url; redirects are not followed';
  return { seen: `${status}, a redirect to ${clip(to, 200)}`, fix };
}

function pageIn({ status, body }: WireResponse) {
  if (!/^\s*<(?:!doctype|html|\?xml)/i.test(decodeUtf8(body) ?? '')) return null;
  const fix = 'check base-url, and that no proxy or login page stands before the gateway';
  return { seen: `${status} with a page for people: a web site or a proxy, no gateway`, fix };
}

/** What to do where an exchange broke before anything was certified. */
export const ADVICE: Readonly<Record<FaultKind, string>> = {
  refused: 'is the gateway running, and is the port in base-url right?',
  unresolved: 'check the host name in base-url, and the name server',
  tls: 'check the certificate; name its authority under tls: ca',
  proxy: 'check proxy in the target file, its credentials, and that it lets you through to the gateway',
  reset: 'something between closed the connection: check proxies and allow-lists',
  'timed-out': 'check firewalls and allow-lists, or raise deadlines: response',
  truncated: 'something between cut the answer off: check proxies',
  malformed: 'this does not speak HTTP: check the port, and http or https, in base-url',
  'too-large': 'this is no token endpoint: check base-url',
  aborted: 'the run was interrupted',
};

import { isHarmless } from '../journey/address-use.ts';
import { CONTROL, TRIES } from '../judge/unanswered.ts';
import type { Contract, Target, Verb, WireRequest } from '../model.ts';
import type { ExchangeOutcome, NewExchange } from './exchange.ts';
import type { Ports } from './ports.ts';
import { pause } from './wait.ts';

/** How a request may be tried again. */
export interface Trying {
  /**
   * The groups of requests that it belongs to, the whole operation first. Once a group is found to give no answer to a
   * tenant, no more of it are sent by that tenant.
   */
  readonly kinds: readonly string[];
  /** The request for its nth try, with a valid token; absent if it must not be repeated. */
  readonly again?: (nth: number) => WireRequest | Promise<WireRequest>;
}

type RepeatRule = NonNullable<Trying['again']>;

/** Sends a request, and again if no answer comes. `cut` in the outcome: it was not sent. */
export type RetriedExchange = (of: NewExchange, request: WireRequest, trying?: Trying) => Promise<ExchangeOutcome>;

/** What tries need of the run. */
interface TriesPorts extends Pick<Ports, 'exchange' | 'clock' | 'signal'> {
  readonly pace: () => Promise<void>;
  readonly contract: Pick<Contract, 'operations'>;
  readonly target: Pick<Target, 'baseUrl'>;
}

/** A connection that broke by accident may not break again so soon. */
const TRY_AGAIN_MS = 200;

/**
 * Sends requests. If one has no answer, tries it twice more, both at once, between two requests of another operation that
 * show whether the gateway is alive. If the operation then has no answer to three requests of a tenant, that tenant does not
 * ask it any more.
 */
export function createTries(ports: TriesPorts): RetriedExchange {
  const { exchange, pace, clock, signal } = ports;
  const broken = new Map<string, { requests: number; isTried: boolean }>();
  const underWay = new Map<string, Promise<unknown>>();
  const lookedAt = new Map<Verb | 'http', { readonly of: NewExchange; readonly again: RepeatRule }>();
  let controls = TRIES;

  /** Sends a GET that was answered before or, without one, a request that must be refused. */
  const control = async (of: NewExchange, again: RepeatRule): Promise<boolean> => {
    // The control for the token endpoint must not itself wait for a token.
    const other = of.verb === 'token' ? undefined : [...lookedAt.values()].findLast((each) => each.of.verb !== of.verb);
    const { operations } = ports.contract;
    const bare = Object.values(operations).find(({ method, verb }) => method === 'GET' && verb !== of.verb);
    if (!bare) return false;
    controls += 1;
    const { headers } = await again(controls);
    const { method, path, verb } = bare;
    const unasking = { method, url: ports.target.baseUrl + path, headers, body: null };
    await pace();
    const its = { verb, tenant: of.tenant, ...other?.of, journey: '', step: CONTROL };
    const { answer } = await exchange(its, (await other?.again(controls)) ?? unasking);
    return answer !== null;
  };

  const tryAgain = async (of: NewExchange, again: RepeatRule): Promise<ExchangeOutcome & { isSilent?: true }> => {
    await pause(clock, signal, TRY_AGAIN_MS);
    const isAlive = await control(of, again);
    const numbers = Array.from({ length: TRIES - 1 }, (_, i) => i + 2);
    const tries = numbers.map(async (nth) => {
      await pace();
      return exchange({ ...of, isAgain: true }, await again(nth));
    });
    const answered = (await Promise.all(tries)).findLast(({ answer }) => answer !== null);
    if (answered) return answered;
    const isStillAlive = await control(of, again);
    return isAlive && isStillAlive ? { answer: null, isSilent: true } : { answer: null };
  };

  return async (of, request, trying = { kinds: [] }) => {
    const { again } = trying;
    // A tenant may be left without answers that others have.
    const keyOf = (kind: string): string => `${of.tenant} ${kind}`;
    const silent = broken.size > 0 && trying.kinds.find((kind) => isGivenUp(broken.get(keyOf(kind))));
    if (silent) return { answer: null, cut: `${silent} gives no answer, and is not asked any more` };
    const seen = (): void => {
      if (broken.size > 0) for (const kind of trying.kinds) broken.delete(keyOf(kind));
    };
    const first = await exchange(of, request);
    if (first.answer !== null) {
      seen();
      if (again && request.method === 'GET') lookedAt.set(of.verb, { of, again });
      return first;
    }
    const kinds = trying.kinds.map(keyOf);
    for (const kind of kinds) {
      const { requests = 0, isTried = false } = broken.get(kind) ?? {};
      broken.set(kind, { requests: requests + 1, isTried });
    }
    // Several requests may break for one reason, so one is tried for all.
    await underWay.get(of.verb);
    if (!again || signal.aborted || kinds.some((kind) => broken.get(kind)?.isTried)) return first;
    const trial = tryAgain(of, again);
    underWay.set(of.verb, trial);
    const tried = await trial;
    underWay.delete(of.verb);
    if (tried.answer !== null) seen();
    else if (tried.isSilent)
      for (const kind of kinds) broken.set(kind, { requests: 1, ...broken.get(kind), isTried: true });
    return tried.answer !== null && isHarmless({ method: request.method, verb: of.verb }) ? tried : first;
  };
}

function isGivenUp(kind: { readonly requests: number; readonly isTried: boolean } | undefined): boolean {
  return kind?.isTried === true && kind.requests >= TRIES;
}

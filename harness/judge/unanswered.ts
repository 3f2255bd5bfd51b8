import type { Operation, RequestTemplate, Verb } from '../model.ts';
import { oncePer } from '../values/once.ts';
import { UNAUTHORISED } from '../wire/answer.ts';
import { NOTHING_SENT } from '../wire/wire.ts';
import { type AnsweredExchange, askedFor, type Exchange, isAnswer, type ParsedRequest } from './exchange.ts';

/**
 * Decides when missing answers are the gateway's failure: attempts at the same or similar requests had none, while other
 * operations were answered between and after them. The runner asks here what may be tried again, the judge what came of it.
 */

/** This many attempts that fail alike are no accident. */
export const TRIES = 3;

/** The step name of the runner's request that shows whether gateway and network are alive. */
export const CONTROL = 'control';

/** The kinds that a request belongs to: by its verb, its type of order, and its fault. */
export function kindsOfRequest(
  verb: Verb | 'http',
  asking: { readonly operation: Operation | undefined; readonly asked: ParsedRequest },
  defect: RequestTemplate['defect'],
): readonly string[] {
  const orderType = askedFor(asking, 'orderType');
  return [
    verb,
    ...(typeof orderType === 'string' ? [`${verb} of ${orderType}`] : []),
    ...(defect ? [`${verb} with what is wrong`, `${verb} with ${defect.kind}`] : []),
  ];
}

/** Unanswered attempts, with no answer of their kind in between, and the operations that were answered meanwhile. */
interface Unanswered {
  readonly tries: readonly Exchange[];
  readonly alive: string;
}

/** Missing answers that are the gateway's failure. */
interface Silence {
  /** By the broken exchange: the attempts, or the share, that it belongs to. */
  readonly unanswered: ReadonlyMap<Exchange, Unanswered>;
  readonly shares: ReadonlyMap<Exchange, UnansweredShare>;
  readonly tenants: ReadonlyMap<Exchange, UnansweredTenant>;
}

/** The missing answers in all exchanges of a run; cached for all checks. */
export const silenceIn = oncePer((exchanges: readonly Exchange[]): Silence => {
  const byBroken = <T extends { readonly broken: readonly Exchange[] }>(
    found: readonly T[],
  ): ReadonlyMap<Exchange, T> => new Map(found.flatMap((each) => each.broken.map((one) => [one, each] as const)));
  const tenants = byBroken(tenantsIn(exchanges.filter(isOwed)));
  const others = exchanges.filter((each) => !tenants.has(each));
  const unanswered = unansweredIn(others);
  const counted = others.filter((each) => isOwed(each) && !unanswered.has(each));
  return { unanswered, shares: byBroken([...hungIn(counted), ...sharesIn(counted)]), tenants };
});

/** A tenant whose requests have had no answer since an earlier one, while those of others have. */
interface UnansweredTenant {
  readonly broken: readonly Exchange[];
  readonly tenant: string;
  readonly last: AnsweredExchange;
}

/** Tenants that are not answered any more, whatever they ask for; refusals of their tokens do not count as answers. */
function tenantsIn(counted: readonly Exchange[]): readonly UnansweredTenant[] {
  const asked = counted.filter(({ operation }) => operation?.auth === 'bearer');
  const isHeard = (each: Exchange): each is AnsweredExchange => isAnswer(each) && each.response.status !== UNAUTHORISED;
  return [...Map.groupBy(asked, ({ sent }) => sent.tenant)].flatMap(([tenant, its]) => {
    const last = its
      .filter(isHeard)
      .reduce<AnsweredExchange | undefined>(
        (latest, each) => (latest && endOf(latest) > endOf(each) ? latest : each),
        undefined,
      );
    if (!last) return [];
    const broken = its.filter((each) => each.broke && endOf(each) > endOf(last));
    const alive = asked.filter((each) => each.sent.tenant !== tenant && each.sent.seq > endOf(last) && isHeard(each));
    const isWhatever = new Set(broken.map(({ operation }) => operation)).size > 1;
    return broken.length >= MIN_HUNG && alive.length >= MIN_HUNG && isWhatever ? [{ broken, tenant, last }] : [];
  });
}

function unansweredIn(exchanges: readonly Exchange[]): ReadonlyMap<Exchange, Unanswered> {
  const ended = exchanges
    .filter(isOwed)
    .filter((each) => each.broke ?? each.response)
    .sort((a, b) => endOf(a) - endOf(b));
  const answers = ended.filter((each) => isAnswer(each) && each.operation?.auth === 'bearer');
  const found = new Map<Exchange, Unanswered>();
  const open = new Map<string, Exchange[]>();
  const close = (kind: string): void => {
    const tries = open.get(kind) ?? [];
    open.delete(kind);
    const alive = tries.length < TRIES ? undefined : aliveBeside(tries, answers);
    if (alive !== undefined) for (const each of tries) if (!found.has(each)) found.set(each, { tries, alive });
  };
  for (const each of ended) {
    for (const kind of kindsOf(each)) {
      if (isAnswer(each)) close(kind);
      else
        open
          .set(kind, open.get(kind) ?? [])
          .get(kind)
          ?.push(each);
    }
  }
  for (const kind of [...open.keys()]) close(kind);
  return found;
}

function kindsOf(exchange: Exchange): readonly string[] {
  const { sent, step, operation } = exchange;
  // The narrowest kind first, so that a request repeated by itself is reported with its own attempts.
  const own = sent.journey === '' ? [] : [`${sent.journey} ${sent.step}`];
  return [
    ...own,
    ...kindsOfRequest(operation?.verb ?? sent.verb, { operation, asked: exchange.asked }, step?.request.defect),
  ];
}

const endOf = ({ sent, response, broke }: Exchange): number => (response ?? broke ?? sent).seq;

/**
 * Other operations that were answered after the first attempt broke but before two more were sent, and after all were
 * over; undefined unless both. Exchanges that broke together may have broken with the network.
 */
function aliveBeside(tries: readonly Exchange[], answers: readonly Exchange[]): string | undefined {
  const [first, last] = [tries[0], tries.at(-1)];
  if (!first || !last) return undefined;
  const others = answers.filter(({ operation }) => operation !== first.operation);
  const amid = others.find(({ sent }) => sent.seq > endOf(first));
  const after = others.find(({ sent }) => sent.seq > endOf(last));
  if (!amid || !after) return undefined;
  const isEnough = tries.filter(({ sent }) => sent.seq > endOf(amid)).length >= TRIES - 1;
  return isEnough ? [...new Set([amid, after].map(({ operation }) => operation?.verb))].join(' and ') : undefined;
}

/** How many requests have no answer although the gateway owed one. */
export function countUnanswered(exchanges: readonly Exchange[]): number {
  return exchanges.filter((each) => each.broke !== undefined && isOwed(each)).length;
}

/** Whether the gateway owed an answer: one was wanted, the request was sent, and we did not break off ourselves. */
function isOwed({ operation, step, broke }: Exchange): boolean {
  const isWanted = step === undefined || (step.steer?.fault === undefined && step.expect.answers.length > 0);
  const isOurs = broke && (OURS.has(broke.fault) || broke.detail.startsWith(NOTHING_SENT));
  return operation !== undefined && isWanted && !isOurs;
}

/** The spec sets no limit on sizes (Spec: Limits); names, proxies and routes belong to the network. */
const OURS: ReadonlySet<string> = new Set(['aborted', 'unresolved', 'proxy', 'too-large']);

/** The share of an operation's requests that had no answer, while others had. */
interface UnansweredShare {
  readonly broken: readonly Exchange[];
  readonly of: number;
}

/** A lower percentage is an accident. */
const MIN_PERCENT = 1;
/** How many times rarer it must be at other operations. */
const RARER = 10;

/** This many requests that hung while others went through are no accident of the network. */
const MIN_HUNG = 10;

/**
 * By operation: requests that hung now and then, whatever they asked for, while others reached the gateway and were
 * answered.
 */
function hungIn(counted: readonly Exchange[]): readonly UnansweredShare[] {
  const isBeside = (one: Exchange, other: Exchange): boolean =>
    other !== one && other.sent.seq < endOf(one) && endOf(other) > one.sent.seq;
  const isAlone = (one: Exchange): boolean => {
    const beside = counted.filter((other) => isBeside(one, other));
    const answered = beside.filter(isAnswer).length;
    return answered >= TRIES && (beside.length - answered) * RARER <= answered;
  };
  const hung = counted.filter(({ broke }) => broke?.fault === 'timed-out');
  if (hung.length * 100 < MIN_PERCENT * counted.length || hung.filter(isAlone).length < MIN_HUNG) return [];
  return [...Map.groupBy(hung, ({ operation }) => operation)].map(([operation, broken]) => ({
    broken,
    of: counted.filter((each) => each.operation === operation).length,
  }));
}

/** By operation: requests that broke now and then. */
function sharesIn(counted: readonly Exchange[]): readonly UnansweredShare[] {
  const isBroken = ({ broke }: Exchange): boolean => broke !== undefined;
  const all = counted.filter(isBroken).length;
  return [...Map.groupBy(counted, ({ operation }) => operation).values()].flatMap((its) => {
    const broken = its.filter(isBroken);
    const elsewhere = (all - broken.length) / Math.max(1, counted.length - its.length);
    const share = broken.length / its.length;
    const isMany = share * 100 >= MIN_PERCENT && elsewhere * RARER <= share;
    return isMany && occasionsOf(broken, counted) >= TRIES ? [{ broken, of: its.length }] : [];
  });
}

/**
 * On how many occasions exchanges broke: those without an exchange that was sent and answered in between are one occasion.
 */
function occasionsOf(broken: readonly Exchange[], all: readonly Exchange[]): number {
  const answers = all.filter(isAnswer).sort((a, b) => a.sent.seq - b.sent.seq);
  /** By index: when the first of this and all later answers came. */
  const soonest = answers.map(({ response }) => response.seq);
  for (let i = soonest.length - 2; i >= 0; i -= 1)
    soonest[i] = Math.min(soonest[i] as number, soonest[i + 1] as number);
  let occasions = 0;
  let until = 0;
  let next = 0;
  for (const each of broken.toSorted((a, b) => endOf(a) - endOf(b))) {
    while ((answers[next]?.sent.seq ?? Number.POSITIVE_INFINITY) <= until) next += 1;
    const isAlive = (soonest[next] ?? Number.POSITIVE_INFINITY) < each.sent.seq;
    if (occasions > 0 && !isAlive) continue;
    occasions += 1;
    until = endOf(each);
  }
  return occasions;
}

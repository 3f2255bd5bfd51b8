import type { Fault } from '../fake/fault.ts';
import { parseDuration } from '../values/duration.ts';
import { type NamedAction, namedActions } from './mixes.ts';
import { spread } from './selection.ts';

/** Why a fault is worth a trial over a socket. */
type Worth = 'connection' | 'now and then' | 'timing' | 'as any';

/** Headers that say how a message is carried: in one process nothing depends on them. */
const OF_THE_CONNECTION = /^\/headers\/(transfer-encoding|content-length|content-encoding|connection|keep-alive)$/;

/** The longest that a trial on real time is let wait for one message. */
const LONGEST_WAIT_MS = 6_000;

/**
 * Some of the faults for trials over a socket: all that are about the connection, which show their whole nature only
 * there, and for the rest of the places some that strike now and then, some about time, and some of all others.
 */
export function socketSample<T extends { readonly fault: Fault }>(candidates: readonly T[], most: number): T[] {
  const of = (worth: Worth): T[] =>
    candidates.filter(({ fault }) => worthOf(fault) === worth && !waitsLong(fault) && !isAtOnce(fault));
  const always = of('connection');
  const places = Math.max(0, most - always.length);
  const some = [...spread(of('now and then'), Math.ceil(places / 4)), ...spread(of('timing'), Math.ceil(places / 4))];
  const chosen = new Set([...always, ...some, ...spread(of('as any'), places - some.length)]);
  return candidates.filter((each) => chosen.has(each));
}

/** On a socket the fake has answered one request before it reads the next: in one process alone it is at two at once. */
function isAtOnce({ where }: Fault): boolean {
  return where?.['at-once'] === true;
}

/** Whether it strikes only some of the messages that it could. */
export function isNowAndThen({ where, also = [] }: Pick<Fault, 'where' | 'also'>): boolean {
  return [where, ...also.map((part) => part.where)].some((each) =>
    [each?.nth, each?.every, each?.from].some((count) => count !== undefined),
  );
}

function worthOf(fault: Fault): Worth {
  const actions = actionsOf(fault);
  if (actions.some(([name, value]) => isOfConnection(name, value))) return 'connection';
  if (isNowAndThen(fault)) return 'now and then';
  return actions.some(([name]) => ['delay', 'gap', 'swap', 'again'].includes(name)) ? 'timing' : 'as any';
}

function isOfConnection(name: string, value: unknown): boolean {
  if (name === 'break' || name === 'truncate') return true;
  const at = typeof value === 'object' && value !== null && 'at' in value ? value.at : value;
  return ['set', 'remove'].includes(name) && OF_THE_CONNECTION.test(String(at));
}

function waitsLong(fault: Fault): boolean {
  return actionsOf(fault).some(
    ([name, value]) =>
      (name === 'break' && ['timed-out', 'trickling'].includes(String(value))) ||
      (['delay', 'gap'].includes(name) && (parseDuration(String(value)) ?? 0) > LONGEST_WAIT_MS),
  );
}

/** Every action of a fault with its name, those of copies too. */
function actionsOf(fault: Fault): NamedAction[] {
  const all = namedActions(fault);
  const ofCopies = all.flatMap(([name, value]) =>
    name === 'again' ? Object.entries(Object(value).do?.[0] ?? {}) : [],
  );
  return [...all, ...ofCopies];
}

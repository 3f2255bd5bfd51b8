import type { Fault } from '../fake/fault.ts';
import { eventNames } from '../kci/pattern.ts';
import type { Journey, KciEventRule, KciProfile } from '../model.ts';
import { lines, listed, listedFaults, type Showing } from './lines.ts';

/** What a canonical event of a KCI profile means; undefined for a word that is none. */
export function eventText(
  name: string,
  { profile, journeys, faults }: { readonly profile: KciProfile } & Showing,
): string | undefined {
  const rule = Object.hasOwn(profile.events, name) ? profile.events[name] : undefined;
  if (!rule) return undefined;
  return lines(
    `${name}, a KCI event, assumed by the profile "${profile.profile}"`,
    '  The specification says that events exist, and not which; a breach is a failure under the name of the profile.',
    `  on the wire: ${rule.when.map((each) => lookOf(each, profile)).join(' or ')}`,
    meaningOf(rule).map((each) => `  ${each}`),
    listed('courses of an order that have it', coursesWith(name, profile)),
    listed(
      'cases that wait for it, or want none',
      journeys.filter((each) => isNamed(name, each)).map(({ id }) => id),
    ),
    listedFaults(
      'faults about it',
      faults.filter((each) => isAbout(name, each)),
    ),
  );
}

function lookOf(when: KciEventRule['when'][number], { read }: KciProfile): string {
  return typeof when === 'string' ? `${[read.event ?? []].flat().join(' or ')} is "${when}"` : JSON.stringify(when);
}

function meaningOf({
  status,
  orStatus = [],
  terminal,
  interleaves,
  overtakes,
  waitsFor,
  carries = [],
  fulfils,
}: KciEventRule): readonly string[] {
  const said: readonly (string | undefined)[] = [
    status && `the order is then ${[status, ...orStatus].join(' or ')}`,
    terminal ? 'nothing follows it' : undefined,
    interleaves ? 'it may come at any time of a living order' : undefined,
    overtakes ? 'it may arrive before events that come before it in the course of the order' : undefined,
    waitsFor && `the order goes on only after a request of kind ${waitsFor}`,
    fulfils ? 'the service is delivered' : undefined,
    carries.length > 0 ? `it carries ${carries.join(', ')}` : undefined,
  ];
  return said.filter((each) => each !== undefined);
}

/** The outcomes, of orders and of requests about them, in whose course the event stands. */
function coursesWith(name: string, { lifecycles, requests }: KciProfile): readonly string[] {
  const ofOrders = lifecycles.flatMap(({ kind, orders, outcomes }) => {
    const named = Object.entries(outcomes).filter(([, pattern]) => eventNames(pattern).includes(name));
    return named.length === 0
      ? []
      : [`${kind} (${orders.join(', ')}): ${named.map(([outcome]) => outcome).join(', ')}`];
  });
  const ofRequests = Object.entries(requests).flatMap(([kind, outcomes]) => {
    const named = Object.entries(outcomes).filter(([, { emits }]) => emits && eventNames(emits).includes(name));
    return named.length === 0 ? [] : [`${kind}: ${named.map(([outcome]) => outcome).join(', ')}`];
  });
  return [...ofOrders, ...ofRequests];
}

function isNamed(name: string, { kci, steps }: Journey): boolean {
  const awaited = steps.flatMap((step) => (step.kind === 'await' ? [step.pattern] : []));
  const owed = kci.map(({ pattern }) => pattern);
  const others = kci.flatMap(({ never, exactlyOnce }) => [...never, ...exactlyOnce]);
  return others.includes(name) || [...awaited, ...owed].some((each) => eventNames(each).includes(name));
}

function isAbout(name: string, { where, also = [] }: Fault): boolean {
  return [where, ...also.map((each) => each.where)].some((each) => [each?.event ?? []].flat().includes(name));
}

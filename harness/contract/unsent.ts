import type { KciLifecycle, KciProfile, Pattern } from '../model.ts';
import type { Meaning } from './profile-parts.ts';

/** Lifecycles and requests taken from another profile, less what a gateway that sends only some of its events can take. */
export function withoutUnsent(base: Meaning, isSent: (event: string) => boolean): Omit<Meaning, 'events'> {
  const kept = <T>(outcomes: Readonly<Record<string, T>>, keep: (outcome: T) => T | null): Record<string, T> =>
    Object.fromEntries(
      Object.entries(outcomes).flatMap(([name, outcome]) => {
        const left = keep(outcome);
        return left === null ? [] : [[name, left] as const];
      }),
    );
  const lifecycleOf = ({ legal, outcomes, ...rest }: KciLifecycle): KciLifecycle => {
    const course = legal && prune(legal, isSent);
    const left = kept(outcomes, (each) => prune(each, isSent));
    // Without what happens unasked there is no lifecycle: another outcome must not take its place.
    const [usual = ''] = Object.keys(outcomes);
    return { ...rest, ...(course ? { legal: course } : {}), outcomes: Object.hasOwn(left, usual) ? left : {} };
  };
  const requestOf = (request: keyof KciProfile['requests']): KciProfile['requests']['amendment'] =>
    kept(base.requests[request], (each) => {
      const emits = each.emits && prune(each.emits, isSent);
      return each.emits && emits === null ? null : { ...each, emits };
    });
  return {
    lifecycles: base.lifecycles.map(lifecycleOf),
    requests: { amendment: requestOf('amendment'), cancellation: requestOf('cancellation') },
  };
}

/** What is left of a pattern without the events that are never sent; null where it cannot do without one. */
export function prune(pattern: Pattern, isSent: (event: string) => boolean): Pattern | null {
  if (pattern.kind === 'event') return isSent(pattern.name) ? pattern : null;
  if (pattern.kind === 'repeat') {
    const of = prune(pattern.of, isSent);
    if (of !== null) return { ...pattern, of };
    return pattern.min === 0 ? { kind: 'seq', of: [] } : null;
  }
  const parts = pattern.of.map((each) => prune(each, isSent));
  const left = parts.filter((each) => each !== null);
  const isWhole = pattern.kind === 'one-of' ? left.length > 0 : left.length === parts.length;
  return isWhole ? { ...pattern, of: left } : null;
}

/** The words of a profile's base that it has no use for: events that it does not name, and outcomes that it lacks. */
export function unsentOf(base: Meaning, own: Meaning): NonNullable<KciProfile['unsent']> {
  const missing = (names: readonly string[], known: readonly string[]): string[] => [
    ...new Set(names.filter((name) => !known.includes(name))),
  ];
  return {
    events: missing(Object.keys(base.events), Object.keys(own.events)),
    outcomes: missing(outcomesOf(base), outcomesOf(own)),
  };
}

/** Every outcome that orders, amendments and cancellations may have. */
function outcomesOf({ lifecycles, requests }: Omit<Meaning, 'events'>): string[] {
  const groups = [...lifecycles.map(({ outcomes }) => outcomes), ...Object.values(requests)];
  return [...new Set(groups.flatMap((group) => Object.keys(group)))];
}

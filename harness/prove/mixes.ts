import type { Fault } from '../fake/fault.ts';
import { isWithin } from '../values/pointer.ts';
import { hash32 } from '../values/seed.ts';

/** An action of a fault: its word and value. */
type NamedAction = readonly [name: string, value: unknown];

/** All actions of a fault, including those in `also`. */
function namedActions({ do: actions, also = [] }: Pick<Fault, 'do' | 'also'>): NamedAction[] {
  return [...actions, ...also.flatMap((part) => part.do)].flatMap((action) => Object.entries(action));
}

/** How many mixes a proof tries. */
const MIXES = 10;

/** The most variants in one mix. */
const MAX_TOGETHER = 10;

/**
 * Actions that make the effect of others on the same request, event or time unpredictable: a mix has at most one such
 * variant.
 */
const FAR_REACHING: ReadonlySet<string> = new Set([
  ...['hear', 'answer', 'error', 'refuse', 'reading', 'switch', 'token-life', 'delay', 'gap', 'outcome', 'events'],
  ...['then', 'again', 'swap', 'lose', 'skip', 'instead', 'text', 'replace-text'],
]);

/**
 * Mixes of legal variants, as one variant each: gateways written by others have many oddities. The selection depends only
 * on the seed and the names, so that a new variant changes few mixes.
 */
export function mixesOf(faults: readonly Fault[], seed: number, count = MIXES): Fault[] {
  const variants = faults.filter(({ legal }) => legal);
  return Array.from({ length: count }, (_, i) => {
    const rank = ({ fault }: Fault): number => hash32(`${seed}/mix-${i + 1}/${fault}`);
    const together: Fault[] = [];
    for (const variant of variants.toSorted((a, b) => rank(a) - rank(b))) {
      if (together.length < MAX_TOGETHER && together.every((other) => getAlong(other, variant))) together.push(variant);
    }
    return mixOf(`legal-mix-${i + 1}`, together);
  }).filter(({ also = [] }) => also.length > 0);
}

function mixOf(fault: string, together: readonly Fault[]): Fault {
  const names = together.map((each) => each.fault.replace(/^legal-/, '')).join(', ');
  const because = 'Each of them is legal, and nothing is said against them together';
  // Each part of `also` strikes on its own, so the first part need not strike at all.
  const also = together.flatMap(({ where, do: actions, also: more = [] }) => [
    { ...(where ? { where } : {}), do: actions },
    ...more,
  ]);
  const [first, ...others] = also;
  return { fault, title: `Together: ${names}`, legal: true, because, breaks: [], do: [], ...first, also: others };
}

/** Whether two variants are independent: they change different places, and at most one of them is far-reaching. */
function getAlong(one: Fault, other: Fault): boolean {
  const [ours, theirs] = [namedActions(one), namedActions(other)];
  if (ours.some(isFarReaching) && theirs.some(isFarReaching)) return false;
  const places = theirs.flatMap(placesOf);
  return !ours.flatMap(placesOf).some((at) => places.some((place) => isWithin(at, place) || isWithin(place, at)));
}

const isFarReaching = ([name]: NamedAction): boolean => FAR_REACHING.has(name);

/** The places of a message that an action changes; its whole layout counts as a place, too. */
function placesOf([name, value]: NamedAction): string[] {
  if (['layout', 'header-names', 'truncate', 'content-coding'].includes(name)) return [`(${name})`];
  if (typeof value === 'string') return value.startsWith('/') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return ['at', 'from', 'to'].flatMap((key) => {
    const place = (value as Readonly<Record<string, unknown>>)[key];
    return typeof place === 'string' && place.startsWith('/') ? [place] : [];
  });
}

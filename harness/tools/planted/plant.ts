import type { Fault, FaultTrigger } from '../../fake/fault.ts';
import type { Plan, TestSetup, Verb } from '../../model.ts';
import { orderTypesOf } from '../../plan/request-places.ts';
import { random } from '../../values/seed.ts';
import type { Proof, Rate, Trial } from '../../verdict/proof.ts';

/** What there is to plant in. */
export interface Subject extends Omit<TestSetup, 'world'> {
  readonly plan: Plan;
  /** The faults that come with Assay, for what of them may be narrowed. */
  readonly shipped: readonly Fault[];
}

/** Something that a gateway may do otherwise, somewhere where the contract or the profile has a place for it. */
export type Mutation = Omit<Fault, 'fault' | 'legal' | 'because' | 'caught-by'>;

/** One class of them. */
export interface MutationClass {
  readonly name: string;
  /** What it may be narrowed to, besides happening always. */
  readonly narrowedBy?: readonly (keyof typeof NARROWINGS)[];
  mutations(subject: Subject): readonly Mutation[];
}

/** A class for each kind of something, by its name, whose places are all found alike. */
export function classesOf<Kind>(
  kinds: Readonly<Record<string, Kind>>,
  narrowedBy: NonNullable<MutationClass['narrowedBy']>,
  mutationsOf: (kind: Kind, subject: Subject, name: string) => readonly Mutation[],
): MutationClass[] {
  return Object.entries(kinds).map(([name, kind]) => ({
    name,
    narrowedBy,
    mutations: (subject) => mutationsOf(kind, subject, name),
  }));
}

type Next = () => number;

const oneOf = <T>(list: readonly T[], next: Next): T | undefined => list[Math.floor(next() * list.length)];

/** Rules about tokens, slots and reservations, or orders that nobody placed: they know no type of order. */
const OF_NO_TYPE = /"tokens-|"unknown-orders"|reserv|slot|\/headers\/Authorization/;
const isOfNoType = ({ do: actions }: Mutation): boolean => OF_NO_TYPE.test(JSON.stringify(actions));

/** Whether a mistake is about one kind of error, or what one place is refused for. */
const isOfOneRefusal = ({ where, do: actions }: Mutation): boolean =>
  /^[45]/.test(String(where?.status)) || actions.some((action) => 'accept' in action && action.accept.at !== undefined);

/** Ways to make a mistake rarer. */
const NARROWINGS = {
  tenant: ({ target }: Subject, next: Next): FaultTrigger => ({ tenant: oneOf(target.tenants, next)?.name ?? '' }),
  orderType: ({ contract }: Subject, next: Next): FaultTrigger => ({
    orderType: oneOf(orderTypesOf(contract), next) ?? '',
  }),
  times: (_: Subject, next: Next): FaultTrigger => ({ every: 2 + Math.floor(next() * 3), per: 'gateway' }),
} as const satisfies Readonly<Record<string, (subject: Subject, next: Next) => FaultTrigger>>;

const TOLD_OF: readonly Verb[] = ['order', 'amend', 'cancel'];
/** What is narrowed by these is rare as it is. */
const ONLY = ['tenant', 'orderType', 'request', 'answer'] as const;
const COUNTING = ['every', 'nth', 'from', 'contested', 'at-once'] as const;

/** As often as narrowed, a mistake is made always. */
const NARROWED = 0.5;

/** So many of these classes, the same for the same seed: from each class in turn, at a place that the seed chooses. */
export function planted(
  classes: readonly MutationClass[],
  subject: Subject,
  { count, seed, isLegal = false }: { readonly count: number; readonly seed: number; readonly isLegal?: boolean },
): Fault[] {
  const filled = classes.map((each) => ({ ...each, all: each.mutations(subject) })).filter(({ all }) => all.length > 0);
  const faults: Fault[] = [];
  const known = new Set<string>();
  for (let i = 0; faults.length < count && i < count * 20; i++) {
    const each = filled[i % filled.length];
    const next = random(`planted/${seed}/${i}`);
    const mutation = each && oneOf(each.all, next);
    if (!each || !mutation) continue;
    const fault = narrowed(mutation, each.narrowedBy ?? [], subject, next);
    const key = JSON.stringify([fault.where, fault.do, fault.also]);
    if (known.has(key)) continue;
    known.add(key);
    const legal = isLegal ? { legal: true as const, because: 'Nothing that is promised is broken' } : {};
    faults.push({ ...fault, ...legal, fault: `${each.name}-${faults.length + 1}` });
  }
  return faults;
}

function narrowed(
  mutation: Mutation,
  by: NonNullable<MutationClass['narrowedBy']>,
  subject: Subject,
  next: Next,
): Mutation {
  const { where, ...rest } = mutation;
  const isAbout = (verbs: readonly Verb[]): boolean => [where?.verb ?? []].flat().some((verb) => verbs.includes(verb));
  const isRare = where?.event !== undefined ? where.event !== '*' : isOfOneRefusal(mutation);
  const fitting = by.filter((word) => {
    if (word === 'orderType')
      return (
        where?.orderType === undefined &&
        where?.request === undefined &&
        where?.status === undefined &&
        where?.['at-once'] === undefined &&
        !isOfNoType(mutation) &&
        (where?.event !== undefined || isAbout(TOLD_OF))
      );
    // Who asks for a token is told by its credentials alone.
    if (word === 'tenant') return ONLY.every((each) => where?.[each] === undefined) && !isRare && !isAbout(['token']);
    return [...ONLY, ...COUNTING].every((each) => where?.[each] === undefined) && !isRare;
  });
  const word = next() < NARROWED ? oneOf(fitting, next) : undefined;
  if (word === undefined) return where ? { ...rest, where } : rest;
  const more = NARROWINGS[word](subject, next);
  const only = Object.values(more).join(' ');
  return { ...rest, title: `${rest.title} (${word} ${only})`, where: { ...where, ...more } };
}

/** The class of a planted fault, by its name. */
function classOf(fault: string): string {
  return fault.replace(/-\d+$/, '');
}

const CAUGHT: ReadonlySet<string> = new Set(['killed', 'clean']);

/** What came of planted faults and oddities: a line for each class, and what is told first of those whose cause is not. */
export function plantedText(trials: readonly Trial[]): string {
  const classes = Map.groupBy(trials, ({ fault }) => classOf(fault));
  const lines = [...classes].map(([name, of]) => {
    const caught = of.filter(({ outcome }) => CAUGHT.has(outcome));
    const first = caught.filter(({ told }) => told.isCauseFirst).length;
    const isLegal = of.every(({ kind }) => kind === 'variant');
    return `  ${name.padEnd(26)} ${caught.length} of ${of.length}${isLegal ? '' : `, cause first ${first}`}`;
  });
  const misled = trials.filter(({ outcome, told }) => outcome === 'killed' && !told.isCauseFirst);
  const others = misled.map(({ fault, title, told }) => `  ${fault}  ${title}\n    told first: ${told.first?.summary}`);
  const wrong = trials.filter(({ outcome }) => !CAUGHT.has(outcome)).map(({ fault, title }) => `  ${fault}  ${title}`);
  const under = (heading: string, told: readonly string[]): readonly string[] =>
    told.length > 0 ? [heading, ...told] : [];
  return [...lines, ...under('not as it should be', wrong), ...under('another cause first', others), ''].join('\n');
}

/** The least shares of planted faults that must be caught, and told by their cause first. */
const MIN_RATES = { caught: 0.97, causeFirst: 0.95 };

/** What keeps planted faults and oddities from being dealt with well enough, in words. */
export function plantedShortcomings({ rates: { kill, causeFirst, falseAlarm } }: Pick<Proof, 'rates'>): string[] {
  const isShort = ({ hits, of }: Rate, least: number): boolean => of > 0 && hits / of < least;
  return [
    ...(isShort(kill, MIN_RATES.caught) ? [`fewer than ${MIN_RATES.caught * 100} % of the planted faults caught`] : []),
    ...(isShort(causeFirst, MIN_RATES.causeFirst)
      ? [`fewer than ${MIN_RATES.causeFirst * 100} % told by their cause first`]
      : []),
    ...(falseAlarm.hits > 0 ? ['false alarms'] : []),
  ];
}

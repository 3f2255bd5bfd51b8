import { prune } from '../kci/pattern.ts';
import type {
  Json,
  JsonObject,
  KciEventRule,
  KciLifecycle,
  KciProfile,
  KciRequestOutcome,
  KciRule,
  Pattern,
} from '../model.ts';
import { mapValues } from '../values/members.ts';
import { isObject, pointerOf } from '../values/pointer.ts';
import { camel } from '../values/spelling.ts';
import { asList, inOurNames, PROFILES } from './fixture.ts';

/** What a profile may take from another: everything except how events look on the wire and are delivered. */
export type ProfileMeaning = Pick<KciProfile, 'events' | 'lifecycles' | 'requests'>;

type PatternAt = (pointer: string) => Pattern;
/** The place of a value in a data file, by JSON Pointer: `acme.yaml:8`. */
export type PlaceOf = (pointer: string) => string;

/** A profile as its file has it, in our names. */
interface WrittenProfile
  extends Omit<Partial<KciProfile>, 'wire' | 'rules' | 'events' | 'lifecycles' | 'requests' | 'delivery'> {
  readonly profile: string;
  readonly title: string;
  readonly wire: Omit<KciProfile['wire'], 'format'> & Partial<Pick<KciProfile['wire'], 'format'>>;
  readonly read: KciProfile['read'];
  readonly entities?: Readonly<Record<string, JsonObject>>;
  readonly times: KciProfile['times'];
  readonly events: Readonly<Record<string, JsonObject>>;
  readonly lifecycles?: Readonly<
    Record<string, { readonly orders: readonly string[]; readonly legal?: Json; readonly outcomes: JsonObject }>
  >;
  readonly requests?: Readonly<Record<'amendment' | 'cancellation', Readonly<Record<string, JsonObject>>>>;
  readonly delivery: JsonObject;
  readonly $schema?: Json;
  readonly lifecyclesFrom?: string;
}

/**
 * Makes a profile from a file's content, over what it takes from another profile. `pattern` reads the pattern at a pointer;
 * `placeOf` words the place of a pointer.
 */
export function assembleProfile(
  file: JsonObject,
  base: ProfileMeaning,
  pattern: PatternAt,
  placeOf: PlaceOf,
): KciProfile {
  const written = inOurNames(PROFILES, file) as unknown as WrittenProfile;
  const { entities: _, $schema: __, lifecyclesFrom: ___, ...own } = written;
  const events = eventsOf(own.events, base.events);
  const taken = withoutUnsent(base, (name) => Object.hasOwn(events, name));
  return {
    envelope: {},
    unknownEvents: 'fail',
    statuses: {},
    ...own,
    wire: { format: 'json', ...own.wire, ...(own.wire.format === 'xml' && { lists: listsIn(file) }) },
    rules: ((file.rules ?? []) as readonly JsonObject[]).map((each, i) => ruleOf(each, placeOf(`/rules/${i}`))),
    events,
    lifecycles: own.lifecycles
      ? lifecyclesOf(written, pattern)
      : taken.lifecycles.map((each) => withEntity(each, written)),
    requests: own.requests ? requestsOf(own.requests, pattern) : taken.requests,
    delivery: deliveryOf(own.delivery),
  };
}

const LOCATOR = /\$(?:\.[\w-]+|\['[^']*'\]|\[[^\]]*\])+/g;
const STEP = /\.([\w-]+)|\['([^']*)'\]|\[[^\]]*\]/g;

/** The places that locators treat as lists, with a number, a filter or a star after them. */
function listsIn(file: JsonObject): readonly string[] {
  const locators = JSON.stringify(file).match(LOCATOR) ?? [];
  const lists = locators.flatMap((locator) => {
    const path: string[] = [];
    return [...locator.matchAll(STEP)].flatMap(([, name, quoted]) => {
      const step = name ?? quoted;
      if (step === undefined) return [path.join('.')];
      path.push(step);
      return [];
    });
  });
  return [...new Set(lists)];
}

function lifecyclesOf(own: WrittenProfile, pattern: PatternAt): KciLifecycle[] {
  return Object.entries(own.lifecycles ?? {}).map(([kind, { orders, legal, outcomes }]) => {
    const at = pointerOf(['lifecycles', kind]);
    const names = Object.keys(outcomes);
    const lifecycle: KciLifecycle = {
      kind,
      orders,
      ...(legal === undefined ? {} : { legal: pattern(`${at}/legal`) }),
      outcomes: Object.fromEntries(names.map((name) => [name, pattern(`${at}/outcomes/${name}`)])),
    };
    return withEntity(lifecycle, own);
  });
}

function withEntity({ entity: _, ...lifecycle }: KciLifecycle, own: WrittenProfile): KciLifecycle {
  const entity = own.entities?.[lifecycle.kind];
  return entity === undefined ? lifecycle : { ...lifecycle, entity };
}

function requestsOf(own: NonNullable<WrittenProfile['requests']>, pattern: PatternAt): KciProfile['requests'] {
  const outcomesOf = (request: 'amendment' | 'cancellation'): Readonly<Record<string, KciRequestOutcome>> =>
    mapValues(own[request], ({ emits, ends, in: statuses, carries }, name) => ({
      emits: emits === undefined ? null : pattern(`/requests/${request}/${name}/emits`),
      ...(ends === true ? { ends } : {}),
      ...(statuses === undefined ? {} : { in: statuses as readonly string[] }),
      ...(carries === undefined ? {} : { carries: (carries as readonly string[]).map(camel) }),
    }));
  return { amendment: outcomesOf('amendment'), cancellation: outcomesOf('cancellation') };
}

/**
 * The profile's own events come first, in order; each takes its meaning (but not its look) from the base's event of the
 * same name.
 */
function eventsOf(own: Readonly<Record<string, JsonObject>>, base: KciProfile['events']): KciProfile['events'] {
  return mapValues(own, (written, name) => {
    const { when: _, emit: __, status, orStatus, keepsStatus, ...meaning } = base[name] ?? { when: [] };
    const kept = written.status === undefined ? { status, orStatus, keepsStatus } : {};
    const stated = Object.fromEntries(Object.entries(kept).filter(([, each]) => each !== undefined));
    return { ...meaning, ...stated, ...eventOf(written) };
  });
}

/** The status value for events that leave their order in its former status. */
const AS_BEFORE = 'as-before';

function eventOf({ when, status, carries, ...rest }: JsonObject): KciEventRule {
  const [first, ...others] = asList(status) as string[];
  return {
    ...(rest as Omit<KciEventRule, 'when'>),
    when: asList(when) as KciEventRule['when'],
    ...(first === AS_BEFORE ? { keepsStatus: true } : first === undefined ? {} : { status: first, orStatus: others }),
    ...(carries === undefined ? {} : { carries: (carries as readonly string[]).map(camel) }),
  };
}

/** A rule's kind is the name of its first member. */
function ruleOf({ events, within, member, request, ...written }: JsonObject, place: string): KciRule {
  const [[rule, of] = []] = Object.entries(written);
  const more = rule === 'unique' ? { within: within ?? 'order' } : { member, request: request ?? 'order' };
  const where = Array.isArray(of) && (rule === 'equal' || rule === 'not-before') ? { both: of } : { of };
  return { place, rule, ...where, ...more, ...(events === undefined ? {} : { events }) } as KciRule;
}

/** Gateways vary their waits a little, so that they do not all retry at once. */
const DEFAULT_LEEWAY = 0.5;

function deliveryOf({ retry, repeatsConversation, ...own }: JsonObject): KciProfile['delivery'] {
  return {
    sequenceBy: 1,
    ...own,
    retry: isObject(retry) ? { leeway: DEFAULT_LEEWAY, ...retry } : null,
    repeatsConversation: repeatsConversation === 'none' ? false : repeatsConversation,
  } as unknown as KciProfile['delivery'];
}

/** Lifecycles and requests of another profile, without what needs events that this gateway does not send. */
function withoutUnsent(base: ProfileMeaning, isSent: (event: string) => boolean): Omit<ProfileMeaning, 'events'> {
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
    // Without the default outcome there is no lifecycle: another outcome must not take its place.
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

/** The events and outcomes of a profile's base that the profile does not have. */
export function unsentEvents(base: ProfileMeaning, own: ProfileMeaning): NonNullable<KciProfile['unsent']> {
  const missing = (names: readonly string[], known: readonly string[]): string[] => [
    ...new Set(names.filter((name) => !known.includes(name))),
  ];
  return {
    events: missing(Object.keys(base.events), Object.keys(own.events)),
    outcomes: missing(outcomesOf(base), outcomesOf(own)),
  };
}

/** Every outcome that orders, amendments and cancellations may have. */
function outcomesOf({ lifecycles, requests }: Omit<ProfileMeaning, 'events'>): string[] {
  const groups = [...lifecycles.map(({ outcomes }) => outcomes), ...Object.values(requests)];
  return [...new Set(groups.flatMap((group) => Object.keys(group)))];
}

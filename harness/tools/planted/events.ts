import type { FaultAction, FaultTrigger } from '../../fake/fault.ts';
import type { Marring } from '../../fake/fault-edits.ts';
import { advance, eventNames, isComplete, isDead } from '../../kci/pattern.ts';
import type { Json, KciEvent, KciProfile, Pattern } from '../../model.ts';
import { requestSpots } from './places.ts';
import { classesOf, type Mutation, type MutationClass, type Subject } from './plant.ts';
import { waysOf } from './requests.ts';

/** Mistakes in what a gateway tells of its orders. */

/** The events that orders take when all goes as asked. */
function eventsOf({ lifecycles, events }: KciProfile): string[] {
  const names = lifecycles.flatMap(({ outcomes }) => Object.values(outcomes).flatMap((each) => eventNames(each)));
  return [...new Set(names)].filter((name) => events[name]?.interleaves !== true);
}

/** Whether an event stands anywhere in a pattern where it is no option. */
function isOwedIn(pattern: Pattern, name: string): boolean {
  if (pattern.kind === 'event') return pattern.name === name;
  if (pattern.kind !== 'repeat') return pattern.of.some((each) => isOwedIn(each, name));
  return pattern.of.kind !== 'event' && isOwedIn(pattern.of, name);
}

/** Whether some order cannot go its way without the event. */
const isOwed = ({ lifecycles }: KciProfile, event: string): boolean =>
  event === '*' || lifecycles.some(({ legal }) => legal === undefined || isOwedIn(legal, event));

type Whole = readonly [words: string, actions: readonly FaultAction[]];

const set = (at: string, to: Json): FaultAction => ({ set: { at, to } });
const mar = (at: string, as: Marring): FaultAction => ({ mar: { at, as } });
/** Further events; the word is no promise's. */
export const followedBy = (name: string): FaultAction =>
  Object.fromEntries([['then', [name]]]) as unknown as FaultAction;

const COURSE: readonly Whole[] = [
  ['is lost', [{ lose: true }]],
  ['never happens', [{ skip: true }]],
  ['is told again as another', [{ again: { times: 1, id: 'new' } }]],
  ['comes a month late', [{ delay: '30d' }]],
];
/** So many of these are no mistake where an event may be left out. */
const LOSSES = 2;
/** What shows only of what is refused, or comes later. */
const OF_ALL: readonly Whole[] = [
  ['is given up after one attempt', [{ 'give-up': true }]],
  ['has the sequence number 0', [set('/event/sequence', 0)]],
];

const UNREADABLE: readonly Whole[] = [
  ['is cut off', [{ truncate: 40 }]],
  ['is a form', [set('/headers/content-type', 'application/x-www-form-urlencoded'), { text: 'a=b' }]],
  ['is a list', [mar('/body', 'as-list')]],
  ['is in an envelope', [mar('/body', 'as-object')]],
  ['is a text', [mar('/body', 'as-text')]],
  ['is empty', [{ text: '' }]],
];

const ofTenant = (as: Marring): FaultAction[] => [mar('/event/tenant', as), mar('/event/order/tenant', as)];

/** What belongs to another tenant, order, conversation or time. */
const OF_ANOTHER: readonly Whole[] = [
  ['names another tenant', [set('/event/tenant', '$other'), set('/event/order/tenant', '$other')]],
  ['writes the tenant in capitals', ofTenant('upper')],
  ['cuts the tenant', ofTenant('last-lost')],
  ['has a conversation of its own', [set('/event/request/conversation', 'c-${event.deliveryId}')]],
  ['cuts the conversation', [mar('/event/request/conversation', 'last-lost')]],
  ['writes the conversation in capitals', [mar('/event/request/conversation', 'upper')]],
  ['is about the next order', [mar('/event/order/id', 'one-more')]],
];

/** Where canonical fields stand in an event before a profile writes it. */
const CARRIED: Readonly<Record<string, readonly string[]>> = {
  supplierReference: ['/event/order/supplierOrderReference'],
  'dates.committed': ['/event/committedDate', '/event/order/committedDate'],
  'dates.target': ['/event/targetDate', '/event/order/targetDate'],
};

/** What an event carries, left out or empty. */
function wanting(event: string, { events }: KciProfile): Whole[] {
  return (events[event]?.carries ?? []).flatMap((carried): Whole[] => {
    const places = CARRIED[carried] ?? [`/event/${carried}`];
    return [
      [`has no ${carried}`, places.map((at) => ({ remove: at }))],
      [`has an empty ${carried}`, places.map((at) => mar(at, 'empty'))],
      [`has null for ${carried}`, places.map((at) => mar(at, 'null'))],
    ];
  });
}

/** Statuses that do not go with an event. */
function misstated(event: string, profile: KciProfile): Whole[] {
  const right = (name: string): readonly string[] => {
    const { status, orStatus = [] } = profile.events[name] ?? {};
    return status === undefined ? [] : [status, ...orStatus];
  };
  if (right(event).length === 0) return [];
  const all = [...new Set(eventsOf(profile).flatMap(right)), 'UNKNOWN', ''];
  const wrong = all.filter((status) => !right(event).includes(status));
  return wrong.map((status) => [`shows the status "${status}"`, [set('/event/status', status)]]);
}

/** Members of the envelope, left out or of another type. */
function misshapen(_: string, { envelope }: KciProfile): Whole[] {
  const places = Object.keys(envelope).flatMap((locator) => {
    if (locator.startsWith('header:')) return [`/headers/${locator.slice('header:'.length)}`];
    return /^\$(\.\w+)+$/.test(locator) ? [`/body${locator.slice(1).replaceAll('.', '/')}`] : [];
  });
  return places.flatMap((at): Whole[] => [
    [`has no ${at}`, [{ remove: at }]],
    // Of a header, only that it is there is sure to be asked.
    ...(at.startsWith('/body') ? (['as-list', 'empty'] as const) : []).map(
      (as): Whole => [`has ${at} ${as}`, [mar(at, as)]],
    ),
  ]);
}

/** Whether orders whose course has the one event may rightly take the other in its stead. */
function mayReplace({ lifecycles, events }: KciProfile, event: string, other: string): boolean {
  return lifecycles.every(({ legal, outcomes }) =>
    Object.values(outcomes).every((outcome) => {
      const names = eventNames(outcome).filter((name) => events[name]?.interleaves !== true);
      if (!names.includes(event)) return true;
      const all = names.map((name) => (name === event ? other : name));
      // Nothing follows the end.
      const end = all.findIndex((name) => events[name]?.terminal === true);
      const told = all.slice(0, end < 0 ? all.length : end + 1);
      const left = told.reduce((rest, name) => advance(rest, { name } as KciEvent), legal ?? outcome);
      return isComplete(left) || (!isDead(left) && events[told.at(-1) ?? '']?.waitsFor !== undefined);
    }),
  );
}

function replaced(event: string, profile: KciProfile): Whole[] {
  const others = eventsOf(profile).filter(
    (each) => each !== event && isOwed(profile, event) && !mayReplace(profile, event, each),
  );
  return others.map((other) => [`gives way to ${other}`, [{ instead: other }]]);
}

function followed(event: string, profile: KciProfile): Whole[] {
  const isEnd = profile.events[event]?.terminal === true;
  return isEnd ? eventsOf(profile).map((other) => [`is followed by ${other}`, [followedBy(other)]]) : [];
}

/** What may be wrong with an event, by class, and what that breaks. */
const EACH: Readonly<
  Record<string, readonly [(event: string, profile: KciProfile) => readonly Whole[], readonly string[]]>
> = {
  'event-course': [
    (event, profile) => (event === '*' ? [...COURSE, ...OF_ALL] : COURSE.slice(isOwed(profile, event) ? 0 : LOSSES)),
    ['KCI-01', 'KCI-02', 'KCI-03', 'KCI-05', 'KCI-20', 'KCI-21', 'KCI-22', 'KCI-25', 'GEN-10', 'EVT-01'],
  ],
  'event-unreadable': [() => UNREADABLE, ['KCI-10', 'KCI-11', 'KCI-26']],
  'event-of-another': [() => OF_ANOTHER, ['KCI-13', 'KCI-14', 'KCI-15', 'KCI-20', 'KCI-24', 'KCI-03']],
  'event-without': [wanting, ['KCI-10', 'KCI-11', 'KCI-12', 'KCI-13']],
  'event-status': [misstated, ['KCI-10', 'KCI-11', 'KCI-13']],
  'event-envelope': [misshapen, ['KCI-06', 'KCI-10', 'KCI-11', 'KCI-12', 'KCI-20', 'KCI-21']],
  'event-instead': [replaced, ['KCI-01', 'KCI-02', 'KCI-03', 'KCI-04', 'KCI-05']],
  'event-after-the-end': [followed, ['KCI-01', 'KCI-02', 'KCI-03', 'KCI-04', 'KCI-05']],
};

/** What the order shows that an event is about, told otherwise than it was sent. */
function shownOtherwise(subject: Subject): Mutation[] {
  const { contract, profile } = subject;
  return requestSpots(contract, 'order').flatMap((spot) => {
    const { orderType = '', at, rows } = spot;
    const [usual] = Object.values(profile.lifecycles.find(({ orders }) => orders.includes(orderType))?.outcomes ?? {});
    const names = (usual ? eventNames(usual) : []).filter((name) => profile.events[name]?.interleaves !== true);
    const places = at.includes('*') ? [at, at.replaceAll('*', '0'), at.replaceAll('*', '1')] : [at];
    return waysOf(subject, spot).flatMap((as) =>
      ['*', ...names].flatMap((event) =>
        places.map((there) => ({
          title: `${event} of ${orderType} shows ${as}: ${there}`,
          breaks: ['KCI-13', 'KCI-10', 'KCI-24', 'KCI-14', ...rows],
          where: { event, orderType },
          do: [mar(`/event/order${there.slice('/body'.length)}`, as)],
        })),
      ),
    );
  });
}

/** Orders that end otherwise than was asked for. What waits for its client, or ends as usual, may always be. */
function endedOtherwise({ profile: { lifecycles, events } }: Subject): Mutation[] {
  return lifecycles.flatMap(({ orders, outcomes }) => {
    const [usual, ...others] = Object.entries(outcomes).map(([outcome, pattern]) => ({
      outcome,
      names: eventNames(pattern),
    }));
    const amiss = others.filter(
      ({ names }) => names.at(-1) !== usual?.names.at(-1) && !names.some((name) => events[name]?.waitsFor),
    );
    return orders.flatMap((orderType) =>
      amiss.map(({ outcome }) => ({
        title: `${orderType} orders end as ${outcome}`,
        breaks: ['KCI-03', 'KCI-04', 'KCI-05', 'KCI-07', 'kci.path'],
        where: { verb: 'order', orderType } as const,
        do: [{ outcome }],
      })),
    );
  });
}

export const EVENTS: readonly MutationClass[] = [
  ...classesOf(EACH, ['tenant', 'orderType', 'times'], ([wholes, breaks], { profile }, name) =>
    ['*', ...eventsOf(profile)].flatMap((event) => {
      // After the end it would end once more.
      const where: FaultTrigger = name === 'event-after-the-end' ? { event, nth: 1 } : { event };
      return wholes(event, profile).map(([words, actions]) => ({
        title: `${event} ${words}`,
        breaks,
        where,
        do: actions,
      }));
    }),
  ),
  { name: 'event-shows-otherwise', mutations: shownOtherwise },
  { name: 'other-outcome', mutations: endedOtherwise },
];

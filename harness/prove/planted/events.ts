import type { Deed, Where } from '../../gateway/fault.ts';
import type { Marring } from '../../gateway/fault-mar.ts';
import type { Json, KciLifecycle, KciProfile } from '../../model.ts';
import { eventNames } from '../../pattern.ts';
import { requestSpots } from './places.ts';
import type { PlantClass, Seedling } from './plant.ts';
import { waysOf } from './requests.ts';

/** Mistakes in what a gateway tells of its orders. */

/** The events that an order takes when all goes as asked: name, and what the profile says of it. */
function eventsOf({ lifecycles, events }: KciProfile): string[] {
  const names = lifecycles.flatMap(({ outcomes }) => Object.values(outcomes).flatMap((each) => eventNames(each)));
  return [...new Set(names)].filter((name) => events[name]?.interleaves !== true);
}

const lifecycleOf = ({ lifecycles }: KciProfile, orderType: string): KciLifecycle | undefined =>
  lifecycles.find(({ orders }) => orders.includes(orderType));

/** Where a simple locator leads in a delivery, as a pointer. */
function pointerOfLocator(locator: string): string[] {
  if (locator.startsWith('header:')) return [`/headers/${locator.slice('header:'.length)}`];
  return /^\$(\.\w+)+$/.test(locator) ? [`/body${locator.slice(1).replaceAll('.', '/')}`] : [];
}

const ANY = ['*'];

function everyEvent(names: readonly string[], make: (where: Where, of: string) => readonly Seedling[]): Seedling[] {
  return [...ANY, ...names].flatMap((event) => make({ event }, event === '*' ? 'every event' : event));
}

/** What may become of an event as a whole, and what that breaks. */
const COURSE: readonly (readonly [words: string, deeds: readonly Deed[], breaks: readonly string[]])[] = [
  ['is lost', [{ lose: true }], ['KCI-03', 'KCI-01', 'KCI-05', 'GEN-10', 'EVT-01']],
  ['never happens', [{ skip: true }], ['KCI-03', 'KCI-01', 'KCI-05', 'GEN-10', 'EVT-01']],
  [
    'is told again as another',
    [{ again: { times: 1, id: 'new' } }],
    ['KCI-01', 'KCI-02', 'KCI-03', 'KCI-05', 'KCI-20', 'KCI-21'],
  ],
  ['comes a month late', [{ delay: '30d' }], ['KCI-22', 'KCI-03']],
  ['is given up after one attempt', [{ 'give-up': true }], ['KCI-25', 'KCI-03']],
];

/** What a delivery may look like that cannot be read. */
const UNREADABLE: readonly (readonly [words: string, deeds: readonly Deed[]])[] = [
  ['is cut off', [{ truncate: 40 }]],
  ['is a form', [{ set: { at: '/headers/content-type', to: 'application/x-www-form-urlencoded' } }, { text: 'a=b' }]],
  ['is a list', [{ mar: { at: '/body', as: 'as-list' } }]],
  ['is in an envelope', [{ mar: { at: '/body', as: 'as-object' } }]],
  ['is a text', [{ mar: { at: '/body', as: 'as-text' } }]],
  ['is empty', [{ text: '' }]],
];

const IN_TIME = ['tenant', 'orderType', 'times'] as const;

export const EVENTS: readonly PlantClass[] = [
  {
    name: 'event-shows-otherwise',
    seedlings: (ground) =>
      requestSpots(ground.contract, 'order').flatMap((spot) =>
        waysOf(ground, spot).flatMap((as) => {
          const { orderType = '', at, rows } = spot;
          const names = namesFor(ground.profile, orderType);
          return [...ANY, ...names].flatMap((event) =>
            (at.includes('*') ? [at, at.replaceAll('*', '0'), at.replaceAll('*', '1')] : [at]).map((there) => ({
              title: `${event} of ${orderType} shows ${as}: ${there}`,
              breaks: ['KCI-13', 'KCI-10', 'KCI-24', 'KCI-14', ...rows],
              where: { event, orderType },
              do: [{ mar: { at: `/event/order${there.slice('/body'.length)}`, as } }],
            })),
          );
        }),
      ),
  },
  {
    name: 'event-envelope',
    narrowedBy: IN_TIME,
    seedlings: ({ profile }) =>
      Object.keys(profile.envelope)
        .flatMap(pointerOfLocator)
        .flatMap((at) =>
          everyEvent(eventsOf(profile), (where, of) =>
            (['remove', 'as-list', 'null', 'empty'] as const)
              .filter((as) => !(at.startsWith('/headers') && as === 'null'))
              .map((as) => ({
                title: `${at} of ${of}: ${as}`,
                breaks: ['KCI-11', 'KCI-10', 'KCI-12', 'KCI-06', 'KCI-20', 'KCI-21'],
                where,
                do: as === 'remove' ? [{ remove: at }] : [{ mar: { at, as } }],
              })),
          ),
        ),
  },
  {
    name: 'event-without',
    narrowedBy: IN_TIME,
    seedlings: ({ profile }) =>
      eventsOf(profile).flatMap((event) =>
        (profile.events[event]?.carries ?? []).flatMap((carried) => {
          const places = CARRIED[carried] ?? [];
          return [
            { as: 'left out', do: places.map((at): Deed => ({ remove: at })) },
            ...(['empty', 'null'] as const).map((as) => ({ as, do: places.map((at): Deed => ({ mar: { at, as } })) })),
          ].map(({ as, do: deeds }) => ({
            title: `${carried} of ${event}: ${as}`,
            breaks: ['KCI-12', 'KCI-10', 'KCI-13', 'KCI-11'],
            where: { event },
            do: deeds,
          }));
        }),
      ),
  },
  {
    name: 'event-status',
    narrowedBy: IN_TIME,
    seedlings: ({ profile }) => {
      const statusesOf = (name: string): readonly string[] => {
        const { status, orStatus = [] } = profile.events[name] ?? {};
        return status === undefined ? [] : [status, ...orStatus];
      };
      const all = [...new Set(eventsOf(profile).flatMap(statusesOf))];
      return eventsOf(profile).flatMap((event) => {
        const right = statusesOf(event);
        if (right.length === 0) return [];
        return [...all.filter((each) => !right.includes(each)), 'UNKNOWN', ''].map((status) => ({
          title: `${event} shows the status "${status}"`,
          breaks: ['KCI-13', 'KCI-11', 'KCI-10'],
          where: { event },
          do: [{ set: { at: '/event/status', to: status } }],
        }));
      });
    },
  },
  {
    name: 'event-of-another',
    narrowedBy: IN_TIME,
    seedlings: ({ profile }) =>
      OF_ANOTHER.flatMap(([words, breaks, deeds]) =>
        everyEvent(eventsOf(profile), (where, of) => [{ title: `${of} ${words}`, breaks, where, do: deeds }]),
      ),
  },
  {
    name: 'event-course',
    narrowedBy: IN_TIME,
    seedlings: ({ profile }) =>
      COURSE.flatMap(([words, deeds, breaks]) =>
        eventsOf(profile).map((event) => ({ title: `${event} ${words}`, breaks, where: { event }, do: deeds })),
      ),
  },
  {
    name: 'event-instead',
    narrowedBy: IN_TIME,
    seedlings: ({ profile }) => {
      const names = eventsOf(profile);
      const pairs = names.flatMap((event) => names.filter((each) => each !== event).map((other) => [event, other]));
      return pairs.flatMap(([event = '', other = '']) => [
        {
          title: `${other} comes for ${event}`,
          breaks: ['KCI-01', 'KCI-02', 'KCI-03', 'KCI-04', 'KCI-05', 'KCI-06'],
          where: { event },
          do: [{ instead: other }],
        },
      ]);
    },
  },
  {
    name: 'event-after-the-end',
    narrowedBy: ['tenant', 'orderType'],
    seedlings: ({ profile }) => {
      const names = eventsOf(profile);
      const ends = names.filter((name) => profile.events[name]?.terminal);
      return ends.flatMap((event) =>
        names.map((other) => ({
          title: `${other} follows ${event}`,
          breaks: ['KCI-02', 'KCI-01', 'KCI-05', 'KCI-04', 'KCI-03'],
          where: { event, nth: 1 },
          do: [Object.fromEntries([['then', [other]]]) as unknown as Deed],
        })),
      );
    },
  },
  {
    name: 'event-unreadable',
    narrowedBy: IN_TIME,
    seedlings: ({ profile }) =>
      UNREADABLE.flatMap(([words, deeds]) =>
        everyEvent(eventsOf(profile), (where, of) => [
          { title: `${of} ${words}`, breaks: ['KCI-10', 'KCI-11', 'KCI-26'], where, do: deeds },
        ]),
      ),
  },
  {
    name: 'other-outcome',
    seedlings: ({ profile }) =>
      profile.lifecycles.flatMap(({ orders, outcomes }) => {
        const [usual, ...others] = Object.keys(outcomes);
        const endOf = (name = ''): string | undefined =>
          outcomes[name] ? eventNames(outcomes[name]).at(-1) : undefined;
        // What waits for its client, or ends as usual, may always be.
        const waits = (name: string): boolean =>
          outcomes[name] !== undefined && eventNames(outcomes[name]).some((event) => profile.events[event]?.waitsFor);
        const amiss = others.filter((name) => endOf(name) !== endOf(usual) && !waits(name));
        return orders.flatMap((orderType) =>
          amiss.map((outcome) => ({
            title: `${orderType} orders end as ${outcome}`,
            breaks: ['KCI-03', 'KCI-04', 'KCI-05', 'KCI-07', 'kci.path'],
            where: { verb: 'order', orderType } as const,
            do: [{ outcome }],
          })),
        );
      }),
  },
];

/** Where canonical fields stand in an event before a profile writes it. */
const CARRIED: Readonly<Record<string, readonly string[]>> = {
  'supplier-reference': ['/event/order/supplierOrderReference'],
  supplierReference: ['/event/order/supplierOrderReference'],
  'dates.committed': ['/event/committedDate', '/event/order/committedDate'],
  'dates.target': ['/event/targetDate', '/event/order/targetDate'],
  problemCode: ['/event/problemCode'],
  text: ['/event/text'],
  amendmentId: ['/event/amendmentId'],
  cancellationId: ['/event/cancellationId'],
};

const set = (at: string, to: Json): Deed => ({ set: { at, to } });
const mar = (at: string, as: Marring): Deed => ({ mar: { at, as } });

/** What belongs to another tenant, order, conversation or time. */
const OF_ANOTHER: readonly (readonly [words: string, breaks: readonly string[], deeds: readonly Deed[]])[] = [
  [
    'names another tenant',
    ['KCI-14', 'KCI-13'],
    [set('/event/tenant', '$other'), set('/event/order/tenant', '$other')],
  ],
  [
    'writes the tenant in capitals',
    ['KCI-14', 'KCI-13'],
    [mar('/event/tenant', 'upper'), mar('/event/order/tenant', 'upper')],
  ],
  [
    'cuts the tenant',
    ['KCI-14', 'KCI-13'],
    [mar('/event/tenant', 'last-lost'), mar('/event/order/tenant', 'last-lost')],
  ],
  ['has a conversation of its own', ['KCI-15'], [set('/event/request/conversation', 'c-${event.deliveryId}')]],
  ['cuts the conversation', ['KCI-15'], [mar('/event/request/conversation', 'last-lost')]],
  ['writes the conversation in capitals', ['KCI-15'], [mar('/event/request/conversation', 'upper')]],
  ['is about the next order', ['KCI-24', 'KCI-03'], [mar('/event/order/id', 'one-more')]],
  ['has the first sequence number', ['KCI-20'], [set('/event/sequence', 0)]],
];

/** The events of orders of a type that show the order. */
function namesFor(profile: KciProfile, orderType: string): readonly string[] {
  const outcomes = lifecycleOf(profile, orderType)?.outcomes ?? {};
  const [first] = Object.values(outcomes);
  return first ? eventNames(first).filter((name) => profile.events[name]?.interleaves !== true) : [];
}

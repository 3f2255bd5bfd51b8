import type { Fault } from '../../fake/fault.ts';
import type { Marring } from '../../fake/fault-edits.ts';
import { windowsOf } from '../../judge/classification.ts';
import { brokenBy } from '../../prove/trial.ts';
import { ANSWERS } from './answers.ts';
import { EVENTS } from './events.ts';
import type { Mutation, MutationClass, Subject } from './plant.ts';
import { REQUESTS } from './requests.ts';

/**
 * Rules that a gateway forgets for some: what Assay's own faults do everywhere, done to one tenant or type of order alone.
 */

const verbsOf = ({ where }: Fault): readonly string[] => [where?.verb ?? []].flat();

const isAbout =
  (...verbs: readonly string[]) =>
  (fault: Fault): boolean =>
    verbsOf(fault).some((verb) => verbs.includes(verb));

/** Faults that promise something, and which certification catches. */
function known({ shipped, contract }: Subject, fits: (fault: Fault) => boolean): Mutation[] {
  return shipped
    .filter((fault) => brokenBy(fault, contract.register).kind === 'fault' && !fault.also && fits(fault))
    .map(({ fault: _, because: __, legal: ___, 'caught-by': ____, ...rest }) => rest);
}

const narrowedBy = ['tenant', 'orderType'] as const;

const SLOTS = '/body/availableTimeslots/*';

const RULES: readonly MutationClass[] = [
  {
    name: 'state-forgotten',
    narrowedBy,
    mutations: (subject) => known(subject, (fault) => fault.do.some((action) => 'switch' in action)),
  },
  { name: 'token-otherwise', mutations: (subject) => known(subject, isAbout('token')) },
  { name: 'booking-otherwise', narrowedBy, mutations: (subject) => known(subject, isAbout('book')) },
  { name: 'slots-otherwise', narrowedBy, mutations: (subject) => known(subject, isAbout('slots')) },
  { name: 'change-otherwise', narrowedBy, mutations: (subject) => known(subject, isAbout('amend', 'cancel')) },
  {
    name: 'course-otherwise',
    narrowedBy,
    mutations: (subject) => known(subject, ({ where }) => where?.event !== undefined),
  },
  {
    name: 'slots-of-a-class',
    narrowedBy: ['tenant', 'times'],
    mutations: ({ contract }) =>
      [...windowsOf(contract)].flatMap(([name, { requirement: row = '', hours, days }]) => {
        const ways: readonly Marring[] = [
          ...(hours ? (['hour-later', 'hour-earlier'] as const) : []),
          ...(days.length === 1 ? (['day-later', 'day-earlier'] as const) : []),
        ];
        return ways.map((as) => ({
          title: `${name} slots ${as}`,
          breaks: [row, 'slots.classification', 'slots.local'],
          where: { verb: 'slots', status: 200 } as const,
          do: ['timeslotEndDateTime', 'timeslotStartDateTime'].map((member) => ({
            mar: { at: `${SLOTS}/${member}`, as, of: { classification: name } },
          })),
        }));
      }),
  },
  {
    name: 'slot-query-otherwise',
    mutations: ({ contract }) => {
      const names = [...windowsOf(contract).keys()];
      return [
        ...names.flatMap((name) =>
          names
            .filter((other) => other !== name)
            .map((other) => ({
              title: `${other} slots for ${name}`,
              breaks: ['SLT-06', 'slots.classification'],
              where: { verb: 'slots', request: { query: { classifications: name } } } as const,
              do: [{ hear: [{ set: { at: '/query/classifications', to: other } }] }],
            })),
        ),
        {
          title: 'Slots begin the day before the date to search from',
          breaks: ['SLT-05'],
          where: { verb: 'slots' },
          do: [{ hear: [{ mar: { at: '/query/appointmentFromDate', as: 'day-earlier' } }] }],
        },
      ];
    },
  },
];

/** Every class of mistakes that are planted. */
export const MISTAKES: readonly MutationClass[] = [...ANSWERS, ...REQUESTS, ...EVENTS, ...RULES];

import { callsOf } from '../../harness/journey/calls.ts';
import type { KciProfile } from '../../harness/model.ts';
import { defectWords } from './defect-words.ts';
import type { Exchange, Moment } from './moments.ts';
import type { CaseStory, Found } from './story.ts';

/** One respect in which cases are alike or differ: which operation they call, for which tenant, with what kind of order. */
export interface Trait {
  readonly id: string;
  /** `that calls POST …/appointments`: follows "case", or of `many` "cases". */
  readonly words: (value: string, many: boolean) => string;
  /** The values a case has. */
  readonly ofCase: (story: CaseStory) => readonly string[];
  /** The value that the finding itself rests on; undefined where it rests on none, and those of its case count. */
  readonly ofFound?: (found: Found) => string | undefined;
}

/** What exchanges have, those of a case and the one that a finding rests on. */
const ofExchanges = (wordFor: (of: Exchange) => string | undefined): Pick<Trait, 'ofCase' | 'ofFound'> => ({
  ofCase: ({ moments }) => exchangesOf(moments).flatMap((each) => wordFor(each) ?? []),
  ofFound: ({ moment }) => (moment?.kind === 'exchange' ? wordFor(moment) : undefined),
});

/** The respects that are looked at, the most telling first. Values that only a profile knows are read by it. */
export function traitsOf(profile: KciProfile): readonly Trait[] {
  const types = new Set(profile.lifecycles.flatMap(({ orders }) => orders));
  return [
    {
      id: 'fault',
      words: (value, many) => `that ${many ? 'send' : 'sends'} the fault "${value}"`,
      ofCase: (story) =>
        callsOf({ steps: story.journey?.steps ?? [] }).flatMap(({ request: { defect } }) =>
          defect ? defectWords(defect) : [],
        ),
    },
    {
      id: 'outcome',
      words: (value) => `asked to end as ${value}`,
      ofCase: (story) => callsOf({ steps: story.journey?.steps ?? [] }).flatMap(({ steer }) => steer?.outcome ?? []),
    },
    {
      id: 'at once',
      words: (value, many) => `that ${many ? 'send' : 'sends'} requests ${value}`,
      ofCase: ({ journey }) => (journey?.steps.some(({ kind }) => kind === 'parallel') ? ['at once'] : ['one by one']),
    },
    {
      id: 'event',
      words: (value, many) => `that ${many ? 'receive' : 'receives'} ${value}`,
      ofCase: ({ moments }) => moments.flatMap((each) => (each.kind === 'arrival' ? (each.event.name ?? []) : [])),
      ofFound: ({ moment }) => (moment?.kind === 'arrival' ? moment.event.name : undefined),
    },
    {
      id: 'operation',
      words: (value, many) => `that ${many ? 'call' : 'calls'} ${value}`,
      ...ofExchanges(operationOf),
    },
    {
      id: 'order type',
      words: (value) => `with an order of type ${value}`,
      ofCase: ({ orders }) =>
        orders.flatMap(({ orderType }) => (orderType !== undefined && types.has(orderType) ? [orderType] : [])),
    },
    {
      id: 'tenant',
      words: (value) => `of tenant ${value}`,
      ...ofExchanges(({ request }) => request.tenant),
    },
    {
      id: 'status',
      words: (value, many) => `that ${many ? 'are' : 'is'} answered ${value}`,
      ...ofExchanges(({ response }) => response && String(response.status)),
    },
    {
      id: 'section',
      words: (value) => `below ${value}/`,
      ofCase: ({ verdict }) => [verdict.scenario.split('/', 1)[0] ?? ''],
    },
  ];
}

function exchangesOf(moments: readonly Moment[]): readonly Exchange[] {
  return moments.filter((each) => each.kind === 'exchange');
}

/** `POST …/appointments`: the rest of the path is the same for all. */
function operationOf({ request: { method, url } }: Exchange): string {
  const path = url.split(/[?#]/, 1)[0] ?? url;
  return `${method} …/${path.slice(path.lastIndexOf('/') + 1)}`;
}

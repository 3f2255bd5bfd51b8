import type { CallStep, Json, KciProfile } from '../../harness/model.ts';
import { isObject } from '../../harness/values/pointer.ts';
import { defectWords } from '../../harness/wire/defect.ts';
import { parseJson } from '../../harness/wire/wire.ts';
import type { ExchangeMoment, Moment } from './moments.ts';
import { readBody } from './read-body.ts';
import type { CaseStory, Found } from './story.ts';
import { callsIn } from './story.ts';

/** One trait in which cases are alike or differ: which operation they call, for which tenant, with what kind of order. */
export interface Trait {
  readonly id: string;
  /** `that calls POST …/appointments`: follows "case", or "cases" if `many`. */
  readonly words: (value: string, many: boolean) => string;
  /** The values of a case. */
  readonly ofCase: (story: CaseStory) => readonly string[];
  /** The values of the moment that the finding rests on; undefined if it rests on none, so that those of its case count. */
  readonly ofFound?: (found: Found) => readonly string[] | undefined;
  /** Cases have so many values that one is informative only if most cases with it fail. */
  readonly isOfMany?: true;
}

/** A trait of exchanges: those of a case, and the one that a finding rests on. */
const ofExchanges = (wordsFor: (of: ExchangeMoment) => readonly string[]): Pick<Trait, 'ofCase' | 'ofFound'> => ({
  ofCase: ({ moments }) => exchangesOf(moments).flatMap(wordsFor),
  ofFound: ({ moment }) => (moment?.kind === 'exchange' ? wordsFor(moment) : undefined),
});

/** `SENT`: what is sent. `JUDGED`: what is sent by requests that must be accepted. */
export const SENT = 'sent';
export const JUDGED = 'judged';

/** The traits, the most informative first. Values that only a profile knows are read through it. */
export function traitsOf(profile: KciProfile): readonly Trait[] {
  const types = new Set(profile.lifecycles.flatMap(({ orders }) => orders));
  return [
    {
      id: 'fault',
      words: (value, many) => `that ${many ? 'send' : 'sends'} a request ${value}`,
      ofCase: (story) => faultsOf(callsIn(story)),
      ofFound: ({ moment, story }) => {
        if (moment?.kind !== 'exchange') return undefined;
        const calls = callsIn(story);
        const sent = faultsOf(calls.filter(({ name }) => name === moment.request.step));
        return sent.length === 0 ? undefined : sent;
      },
    },
    {
      id: 'outcome',
      words: (value) => `asked to end as ${value}`,
      ofCase: (story) => callsIn(story).flatMap(({ steer }) => steer?.outcome ?? []),
    },
    {
      id: 'at once',
      words: (value, many) => `that ${many ? 'send' : 'sends'} requests ${value}`,
      ofCase: ({ journey }) => (journey?.steps.some(({ kind }) => kind === 'parallel') ? ['at once'] : ['one by one']),
    },
    {
      id: 'event',
      words: (value, many) => `that ${many ? 'receive' : 'receives'} ${value}`,
      ofCase: ({ moments }) => eventsIn(moments),
      ofFound: ({ moment, story, check }) => {
        if (moment?.kind === 'arrival') return eventsIn([moment]);
        if (moment?.kind !== 'exchange' || check.check.startsWith('kci.')) return undefined;
        // What came after an answer cannot be its cause.
        return eventsIn(story?.moments.filter(({ at }) => at < moment.at) ?? []);
      },
    },
    {
      id: 'operation',
      words: (value, many) => `that ${many ? 'call' : 'calls'} ${value}`,
      ...ofExchanges((each) => [operationOf(each)]),
    },
    {
      id: SENT,
      words: (value, many) => `that ${many ? 'send' : 'sends'} ${value}`,
      isOfMany: true,
      ...ofExchanges(sentIn),
    },
    {
      id: JUDGED,
      words: (value) => `judged on sending ${value}`,
      isOfMany: true,
      ...ofExchanges(sentIn),
      ofCase: (story) => judgedIn(story).flatMap(sentIn),
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
      ...ofExchanges(({ request: { tenant } }) => (tenant === undefined ? [] : [tenant])),
    },
    {
      id: 'status',
      words: (value, many) => `that ${many ? 'are' : 'is'} answered ${value}`,
      ...ofExchanges(({ response }) => (response ? [String(response.status)] : [])),
    },
    {
      id: 'section',
      words: (value) => `below ${value}/`,
      ofCase: ({ verdict }) => [verdict.scenario.split('/', 1)[0] ?? ''],
    },
  ];
}

function eventsIn(moments: readonly Moment[]): readonly string[] {
  return moments.flatMap((each) => (each.kind === 'arrival' ? (each.event.name ?? []) : []));
}

function faultsOf(calls: readonly CallStep[]): readonly string[] {
  return calls.flatMap(({ request: { defect } }) => (defect ? defectWords(defect) : []));
}

function exchangesOf(moments: readonly Moment[]): readonly ExchangeMoment[] {
  return moments.filter((each) => each.kind === 'exchange');
}

/** The exchanges of a case, without refusals of requests that carry a defect, or of their controls. */
function judgedIn(story: CaseStory): readonly ExchangeMoment[] {
  const beside = callsIn(story).filter(({ role, request }) => role ?? request.defect);
  const names = new Set(beside.map(({ name }) => name));
  return exchangesOf(story.moments).filter(
    ({ request, response: { status } = {} }) => !names.has(request.step) || (status ?? 0) < 400,
  );
}

/** `POST …/appointments`: the rest of the path is the same for all. */
function operationOf({ request: { method, url } }: ExchangeMoment): string {
  const path = url.split(/[?#]/, 1)[0] ?? url;
  return `${method} …/${path.slice(path.lastIndexOf('/') + 1)}`;
}

/** A value that looks like one of an enumeration. */
const CHOSEN = /^[A-Z][A-Z0-9_]+$/;

/**
 * The members of a request, and which of them have few values: `"reasonCode": "OTHER" in POST
 * …/service-order-cancellations`.
 */
function sentIn(exchange: ExchangeMoment): readonly string[] {
  const { body, url } = exchange.request;
  const words = new Set<string>();
  const look = (value: Json, name: string): void => {
    if (Array.isArray(value)) for (const each of value) look(each, name);
    else if (isObject(value)) {
      if (typeof value.name === 'string' && typeof value.value === 'string')
        words.add(`"${value.name}": "${value.value}"`);
      for (const [key, each] of Object.entries(value)) {
        const member = name === '' ? key : `${name}.${key}`;
        words.add(`"${member}"`);
        look(each, member);
      }
    } else if (typeof value === 'string' && CHOSEN.test(value)) words.add(`"${name}": "${value}"`);
  };
  look(readBody(body).json ?? null, '');
  for (const [name, value] of new URLSearchParams(url.split('?')[1]))
    look({ [name]: parseJson(value).json ?? value }, '');
  return [...words].map((each) => `${each} in ${operationOf(exchange)}`);
}

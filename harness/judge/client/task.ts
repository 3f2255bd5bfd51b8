import { eventNames, type Fits } from '../../kci/pattern.ts';
import { atStart, isFullyMatched, nextOf, proceed } from '../../kci/recognise.ts';
import type { Check, ClientCase, KciEvent, Pattern } from '../../model.ts';
import { isObject } from '../../values/pointer.ts';
import { isStatus } from '../../wire/answer.ts';
import { type CheckFunction, failed, inconclusive, type JudgeContext, passed, type Subject } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import { type ClientConversation, inEach, inRequests, ofRequest } from './conversation.ts';
import { endsIn } from './events.ts';

type TaskConversation = ClientConversation & { readonly asked: ClientCase };

/** A check of cases, where the client's task is known. It speaks for what its case covers. */
function inCases(
  check: string,
  look: (subject: Subject, conversation: TaskConversation, context: JudgeContext) => Check[],
): CheckFunction {
  return inEach((conversation, context) => {
    const { asked, journey, ended } = conversation;
    const requirements = context.plan.journeys.find(({ id }) => id === journey)?.covers ?? [];
    return asked
      ? look({ check, requirements, journey, seq: ended?.seq ?? 0 }, { ...conversation, asked }, context)
      : [];
  });
}

/** What a client says at the end if its task is done; anything else means that it is not. */
export const TASK_DONE = 'done';

/** Whether all requests that a case waits for came, so that a running client need not be waited for any longer. */
export function isFollowed({ follows }: ClientCase, exchanges: readonly Exchange[]): boolean {
  if (!follows) return false;
  const subject = { check: 'client.asked', journey: '' };
  return followed(subject, follows, exchanges).result.outcome === 'passed';
}

/** A request as an event of a pattern: its verb, and the status of its answer. */
function eventOf({ operation, response, broke }: Exchange): KciEvent {
  return {
    name: operation?.verb ?? 'http',
    status: response ? String(response.status) : (broke?.fault ?? 'none'),
    dates: {},
  };
}

/** Whether a request fits: by its verb, and by its status if the pattern names one: `book: {match: {status: 409}}`. */
const fits: Fits = (item, event) => {
  const status = isObject(item.match) ? item.match.status : undefined;
  return item.name === event.name && (status === undefined || isStatus(String(status), Number(event.status)));
};

/** Verbs that a client may use at any time, since they change nothing. */
const HARMLESS: ReadonlySet<string> = new Set(['token', 'availability', 'slots']);

/** `client.asked`: the client does what its task and the gateway's behaviour require, in that order, and nothing else. */
const clientAsked: CheckFunction = inCases('client.asked', (subject, { asked, exchanges, ended }) => {
  if (ended?.reason === 'client-ended') return [inconclusive(subject, ended.reason, ended.detail ?? '')];
  if (exchanges.length === 0) return [inconclusive(subject, 'client-silent', 'no request of the client came')];
  return asked.follows ? [followed(subject, asked.follows, exchanges)] : [];
});

function followed(subject: Subject, pattern: Pattern, exchanges: readonly Exchange[]): Check {
  const named = new Set(eventNames(pattern));
  const freedom = { mayInterleave: (name: string) => HARMLESS.has(name), mayOvertake: () => false };
  const before: string[] = [];
  let positions = atStart(pattern);
  for (const each of exchanges) {
    const event = eventOf(each);
    const { name = '' } = event;
    if (HARMLESS.has(name) && !named.has(name)) continue;
    const next = proceed(positions, event, freedom, fits);
    const request = `${name} ${event.status}`;
    if (next.length === 0) {
      const its = ofRequest(subject.check, each, subject.requirements);
      return failed(its, { is: 'not-asked-for', request, next: nextOf(positions), before });
    }
    positions = next;
    before.push(request);
  }
  if (positions.some(isFullyMatched)) return passed(subject);
  return failed(subject, { is: 'not-done', next: nextOf(positions), before });
}

/** `client.told`: at the end the client says correctly whether its task was done. */
const clientTold: CheckFunction = inCases('client.told', (subject, conversation, { profile }) => {
  const { asked, ended, exchanges } = conversation;
  const last = exchanges.at(-1);
  if (!ended || !last || ended.reason || ended.detail === undefined || asked.ends === undefined) return [];
  const said = ended.detail;
  const isDone = asked.ends === 'done';
  if ((said === TASK_DONE) === isDone) return [passed(subject)];
  // A client that waits as long as it was told, without a final event, rightly says that none came.
  const awaited = asked.task.filter((step) => 'events' in step).length;
  const waitedMs = ended.at - (last.response ?? last.broke ?? last.sent).at;
  if (isDone && endsIn(conversation, profile).length < awaited && waitedMs >= asked.patienceMs) {
    const why = `a last event did not come in the ${asked.patienceMs} ms that the client was told to wait`;
    return [inconclusive(subject, 'client-ended', why)];
  }
  return [failed(subject, { is: isDone ? 'told-undone' : 'told-done', said })];
});

/** Checks of what the client was asked to do. */
export const TASK_CHECKS = {
  'client.asked': clientAsked,
  ...inRequests({
    /** Nothing unrelated to the task is asked for. */
    'client.never':
      ({ asked }) =>
      ({ operation, sent }) =>
        asked?.never.includes(operation?.verb ?? 'http') && { is: 'never-to-be-asked', verb: sent.verb },
  }),
  'client.told': clientTold,
};

import { eventNames, type Fits } from '../../kci/pattern.ts';
import { atStart, isWhole, nextOf, proceed } from '../../kci/recognise.ts';
import type { Check, ClientCase, KciEvent, Pattern } from '../../model.ts';
import { isObject } from '../../values/pointer.ts';
import { isStatus } from '../../wire/answer.ts';
import { type CheckFunction, failed, inconclusive, type JudgeContext, passed, type Subject } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import { type Conversation, inEach, ofRequest } from './conversation.ts';

type Asked = Conversation & { readonly asked: ClientCase };

/** A check of cases: what a client was asked to do is known there. */
function inCases(look: (conversation: Asked, context: JudgeContext) => Check[]): CheckFunction {
  return inEach((conversation, context) =>
    conversation.asked ? look({ ...conversation, asked: conversation.asked }, context) : [],
  );
}

function coversOf({ plan }: JudgeContext, journey: string): readonly string[] {
  return plan.journeys.find(({ id }) => id === journey)?.covers ?? [];
}

/** Why a case shows nothing of its client; undefined where it does. */
function whyNothing({
  exchanges,
  ended,
}: Conversation): { readonly reason: 'client-silent' | 'client-ended'; readonly detail: string } | undefined {
  if (ended?.reason === 'client-ended' || ended?.reason === 'client-silent')
    return { reason: ended.reason, detail: ended.detail ?? '' };
  return exchanges.length > 0 ? undefined : { reason: 'client-silent', detail: 'no request of the client came' };
}

/** How a client says that its task is done; whatever else it says in the end means that it is not. */
export const DONE = 'done';

/** Whether all came that a case waits for, so that a client which goes on running need not be waited for any longer. */
export function isFollowed({ follows }: ClientCase, exchanges: readonly Exchange[]): boolean {
  if (!follows) return false;
  const subject = { check: 'client.asked', journey: '' };
  return followed(subject, follows, exchanges).result.outcome === 'passed';
}

/** A request as an event of a pattern: its verb, and what was answered. */
function eventOf({ operation, response, broke }: Exchange): KciEvent {
  return {
    name: operation?.verb ?? 'http',
    status: response ? String(response.status) : (broke?.fault ?? 'none'),
    dates: {},
  };
}

/** A request fits by its verb, and by what was answered where the pattern says it: `book: {match: {status: 409}}`. */
const fits: Fits = (item, event) => {
  const status = isObject(item.match) ? item.match.status : undefined;
  return item.name === event.name && (status === undefined || isStatus(String(status), Number(event.status)));
};

/** What a client may ask at any time, since it changes nothing. */
const HARMLESS: ReadonlySet<string> = new Set(['token', 'availability', 'slots']);

/** `client.asked`: the client does what its task and the behaviour of the gateway ask for, in that order, and nothing else. */
const clientAsked: CheckFunction = inCases((conversation, context) => {
  const { asked, exchanges, journey } = conversation;
  const subject: Subject = {
    check: 'client.asked',
    requirements: coversOf(context, journey),
    journey,
    seq: conversation.ended?.seq ?? 0,
  };
  const nothing = whyNothing(conversation);
  if (nothing) return [inconclusive(subject, nothing.reason, nothing.detail)];
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
    if (next.length === 0)
      return failed(
        { ...ofRequest(subject.check, each, subject.requirements ?? []) },
        {
          is: 'not-asked-for',
          request,
          next: nextOf(positions),
          before,
        },
      );
    positions = next;
    before.push(request);
  }
  if (positions.some(isWhole)) return passed(subject);
  return failed(subject, { is: 'not-done', next: nextOf(positions), before });
}

/** `client.never`: what has nothing to do with the task is not asked for. */
const clientNever: CheckFunction = inCases(({ asked, exchanges, journey }) => {
  if (exchanges.length === 0) return [];
  const found = exchanges.filter(({ operation }) => asked.never.includes(operation?.verb ?? 'http'));
  if (found.length === 0) return [passed({ check: 'client.never', journey, seq: exchanges.at(-1)?.sent.seq ?? 0 })];
  return found.map((each) =>
    failed(ofRequest('client.never', each), { is: 'never-to-be-asked', verb: each.sent.verb }),
  );
});

/** `client.told`: in the end the client says truly whether its task was done. */
const clientTold: CheckFunction = inCases((conversation, context) => {
  const { asked, ended, journey } = conversation;
  const said = ended?.detail;
  if (asked.ends === undefined || said === undefined || whyNothing(conversation)) return [];
  const saysDone = said === DONE;
  const isDone = asked.ends === 'done';
  const subject: Subject = {
    check: 'client.told',
    requirements: coversOf(context, journey),
    journey,
    seq: ended?.seq ?? 0,
  };
  return saysDone === isDone
    ? [passed(subject)]
    : [failed(subject, { is: isDone ? 'told-undone' : 'told-done', said })];
});

/** What is looked at of what the client was asked to do. */
export const TASK_CHECKS = { 'client.asked': clientAsked, 'client.never': clientNever, 'client.told': clientTold };

import type { Reason } from '../../model.ts';
import { answerText } from '../answer.ts';
import { type Answer, askedFor, type Exchange, isAccepted, isAnswer } from '../exchange.ts';
import type { JourneyHistory } from '../history.ts';
import { BROKEN_REASONS } from './no-answer.ts';

/**
 * Why the control of a case about a fault was not accepted, and the refusal of the faulty request so proves nothing;
 * undefined where it was. A faulty request that was itself accepted has used up the ids of its control: then the
 * control is not asked. A control that the world between kept from its answer was not refused.
 */
export function controlRefusal({
  exchanges,
  ended,
}: JourneyHistory): readonly [reason: Reason, detail: string] | undefined {
  if (exchanges.some((each) => each.step?.role === 'negative' && isAccepted(each))) return undefined;
  const control = exchanges.findLast(({ step }) => step?.role === 'control');
  if (!control) {
    const isCut = !ended || ended.ended === 'interrupted';
    return [isCut ? 'interrupted' : 'control-refused', 'the same request without the fault was not sent'];
  }
  if (!isAnswer(control)) {
    const reason = control.broke && BROKEN_REASONS[control.broke.fault];
    return [reason ?? 'control-refused', 'the same request without the fault had no answer'];
  }
  if (isAccepted(control)) return undefined;
  return ['control-refused', `the same request without the fault was answered ${answerText(control)}`];
}

/**
 * The row of a control's refusal that is about the state of things (a slot that is gone) and not about the request: that
 * state can only be what the faulty request left behind, although it was refused. Undefined for any other control.
 */
export function traceOfRefused(
  { exchanges }: JourneyHistory,
  control: Answer,
  all: readonly Exchange[],
): string | undefined {
  const { status } = control.response;
  const conflict = control.step?.role === 'control' ? control.operation?.conflicts?.[String(status)] : undefined;
  const faulty = exchanges.filter(({ step }) => step?.role === 'negative');
  // What a used id leads to is not said (SIL-11).
  if (!conflict || faulty.some((each) => askedFor(each, 'id') === askedFor(control, 'id'))) return undefined;
  // What a faulty request was told too may have been so before.
  const isTrace = faulty.every(
    ({ response: { status: told = 0 } = {} }) => told >= 400 && told < 500 && told !== status,
  );
  return faulty.length > 0 && isTrace && !all.some((other) => isSameOfFree(other, control)) ? conflict : undefined;
}

/** Whether a request that followed no faulty one was answered so as well, although it had to be accepted: then it is no trace. */
function isSameOfFree(
  { step, operation, response }: Exchange,
  { operation: own, response: { status } }: Answer,
): boolean {
  const isFree = step !== undefined && step.role === undefined && step.request.defect === undefined;
  return (
    isFree &&
    operation === own &&
    response?.status === status &&
    step.expect.answers.length > 0 &&
    step.expect.answers.every((answer) => answer.status.startsWith('2'))
  );
}

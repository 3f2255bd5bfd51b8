import { isAccepted, isAnswer } from '../exchange.ts';
import type { JourneyHistory } from '../history.ts';
import { saidBy } from '../said.ts';

/**
 * Why the control of a case about a fault was not accepted, and the refusal of the faulty request so proves nothing;
 * undefined where it was. A faulty request that was itself accepted has used up the ids of its control: then the
 * control is not asked.
 */
export function controlRefusal({ exchanges }: JourneyHistory): string | undefined {
  const faulty = exchanges.findLast(({ step }) => step?.role === 'negative');
  if (faulty && isAccepted(faulty)) return undefined;
  const control = exchanges.findLast(({ step }) => step?.role === 'control');
  if (!control) return 'the same request without the fault was not sent';
  if (!isAnswer(control)) return 'the same request without the fault had no answer';
  return isAccepted(control) ? undefined : `the same request without the fault was answered ${saidBy(control)}`;
}

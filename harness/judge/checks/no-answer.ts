import type { Check, ExchangeBroke, FaultKind, Reason } from '../../model.ts';
import { failed, inconclusive, type JudgeContext, observed, ofExchange, ofRun, passed } from '../check.ts';
import { isAnswer } from '../exchange.ts';

/** What a broken exchange says of the world between. The kinds that are not here are the target's own doing. */
export const BROKEN_REASONS: Readonly<Partial<Record<FaultKind, Reason>>> = {
  refused: 'unreachable',
  unresolved: 'unreachable',
  tls: 'unreachable',
  proxy: 'unreachable',
  reset: 'no-answer',
  'timed-out': 'no-answer',
  aborted: 'interrupted',
  // The spec sets no limit on sizes (Spec: Limits), so a body beyond our cap proves nothing.
  'too-large': 'no-answer',
};

/**
 * `http.no-answer`: exchanges that broke. No answer is nobody's breach, for the spec promises no availability; an
 * answer that is no HTTP message, or ends before its announced length, breaks RFC 9112.
 */
export function noAnswer({ history }: JudgeContext): Check[] {
  const [first] = history.exchanges.filter(isAnswer);
  const broken = history.exchanges.flatMap((exchange) => {
    const { broke, step, isSuperseded } = exchange;
    if (!broke || isSuperseded) return [];
    const subject = ofExchange('http.no-answer', exchange);
    const reason = BROKEN_REASONS[broke.fault];
    const words = `${exchange.sent.verb} had no answer: ${broke.detail}`;
    if (step?.expect.answers.length === 0) return [observed(subject, findingOf(broke, words))];
    return [reason ? inconclusive(subject, reason, words) : failed(subject, findingOf(broke, words))];
  });
  return first ? [passed(ofRun('http.no-answer', first.response.seq)), ...broken] : broken;
}

function findingOf({ fault, detail }: ExchangeBroke, summary: string) {
  return {
    summary,
    kind: `an exchange broke: ${fault}`,
    expected: 'a whole HTTP response',
    actual: `${fault}: ${detail}`,
  };
}

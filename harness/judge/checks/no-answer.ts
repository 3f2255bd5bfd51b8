import type { ExchangeBroke, FaultKind, Reason } from '../../model.ts';
import { type CheckFunction, failed, inconclusive, observed, ofExchange, ofRun, passed } from '../check.ts';
import { type Exchange, isAnswer } from '../exchange.ts';
import { silenceIn } from '../unanswered.ts';

/** What a broken exchange says as long as it is alone: nobody knows whose doing it was. */
export const BROKEN_REASONS: Readonly<Record<FaultKind, Reason>> = {
  refused: 'unreachable',
  unresolved: 'unreachable',
  tls: 'unreachable',
  proxy: 'unreachable',
  reset: 'no-answer',
  'timed-out': 'no-answer',
  truncated: 'no-answer',
  malformed: 'no-answer',
  aborted: 'interrupted',
  // The spec sets no limit on sizes (Spec: Limits), so a body beyond our cap proves nothing.
  'too-large': 'no-answer',
};

/** Kinds of which something came that is no answer. */
const PARTIAL: ReadonlySet<FaultKind> = new Set(['truncated', 'malformed']);

/**
 * `http.no-answer`: exchanges without an answer. A single one is nobody's breach. Where tries fail alike, or a share of an
 * operation's requests, and the others show that gateway and network live, the gateway does not answer.
 */
export const noAnswer = brokenBy('http.no-answer', (fault) => !PARTIAL.has(fault));

/** `http.whole`: the same of answers that are no HTTP message, or end before they are whole. */
export const httpWhole = brokenBy('http.whole', (fault) => PARTIAL.has(fault));

function brokenBy(check: string, isOne: (fault: FaultKind) => boolean): CheckFunction {
  return ({ history: { exchanges }, isHeard }) => {
    const [first] = exchanges.filter(isAnswer);
    const ones = exchanges.filter(({ broke }) => broke && isOne(broke.fault));
    // Of a part of a record nobody knows what else was answered.
    const isKnown = ones.length > 0 && !isHeard;
    const silence = isKnown ? silenceIn(exchanges) : undefined;
    const broken = ones.flatMap((exchange) => {
      const { broke, step, isSuperseded, operation } = exchange as Exchange & { readonly broke: ExchangeBroke };
      const subject = ofExchange(check, exchange);
      // What the operation is for it did not do.
      const owing = { ...subject, requirements: operation?.requirements.slice(0, 1) ?? [] };
      const share = silence?.shares.get(exchange);
      const { fault, detail } = broke;
      const verb = operation?.verb ?? exchange.sent.verb;
      const told = { verb, fault, detail };
      if (step?.expect.answers.length === 0)
        return isSuperseded ? [] : [observed(subject, { is: 'exchange-broke', ...told })];
      if (share) {
        const counts = { count: share.broken.length, of: share.of };
        return [failed(owing, { is: 'seldom-answers', ...told, ...counts })];
      }
      if (isSuperseded) return [];
      const tried = silence?.unanswered.get(exchange);
      if (!tried) return [inconclusive(subject, BROKEN_REASONS[fault], `${verb} had no answer: ${detail}`)];
      return [failed(owing, { is: 'never-answers', ...told, count: tried.tries.length, alive: tried.alive })];
    });
    return first ? [passed(ofRun(check, first.response.seq)), ...broken] : broken;
  };
}

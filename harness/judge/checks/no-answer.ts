import type { ExchangeBroke, FaultKind, Reason } from '../../model.ts';
import { type CheckFunction, failed, inconclusive, observed, ofExchange, ofRun, passed } from '../check.ts';
import { type Exchange, isAnswer } from '../exchange.ts';
import { silenceIn } from '../unanswered.ts';

/** The reason for a single broken exchange: nobody knows who caused it. */
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
  // The spec sets no limit on sizes (Spec: Limits), so a body beyond ours proves nothing.
  'too-large': 'no-answer',
};

/** Kinds where something came that is no answer. */
const PARTIAL: ReadonlySet<FaultKind> = new Set(['truncated', 'malformed']);

/**
 * `http.no-answer`: exchanges without an answer. A single one is nobody's breach. The gateway fails if repeated attempts or
 * a share of an operation's requests break alike, while other exchanges show that gateway and network work.
 */
export const noAnswer = brokenBy('http.no-answer', (fault) => !PARTIAL.has(fault));

/** `http.whole`: likewise for answers that are no HTTP message, or are cut off. */
export const httpWhole = brokenBy('http.whole', (fault) => PARTIAL.has(fault));

function brokenBy(check: string, isOne: (fault: FaultKind) => boolean): CheckFunction {
  return ({ history: { exchanges }, isHeard }) => {
    const [first] = exchanges.filter(isAnswer);
    const ones = exchanges.filter(({ broke }) => broke && isOne(broke.fault));
    // If the record is a part of a run, nobody knows what else was answered.
    const isKnown = ones.length > 0 && !isHeard;
    const silence = isKnown ? silenceIn(exchanges) : undefined;
    const broken = ones.flatMap((exchange) => {
      const { broke, step, isSuperseded, operation } = exchange as Exchange & { readonly broke: ExchangeBroke };
      const subject = ofExchange(check, exchange);
      // The operation did not do what it is for.
      const owing = { ...subject, requirements: operation?.requirements.slice(0, 1) ?? [] };
      const share = silence?.shares.get(exchange);
      const { fault, detail } = broke;
      const verb = operation?.verb ?? exchange.sent.verb;
      const told = { verb, fault, detail };
      if (step?.expect.answers.length === 0)
        return isSuperseded ? [] : [observed(subject, { is: 'exchange-broke', ...told })];
      const whose = silence?.tenants.get(exchange);
      if (whose) {
        const last = `${whose.last.sent.verb} ${whose.last.response.status}`;
        const since = { tenant: whose.tenant, count: whose.broken.length, last };
        return [failed(owing, { is: 'tenant-unanswered', fault, detail, ...since })];
      }
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

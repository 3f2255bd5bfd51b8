import type { ExchangeBroke, FaultKind, Finding, Reason } from '../../model.ts';
import { type CheckFunction, failed, inconclusive, observed, ofExchange, ofRun, passed } from '../check.ts';
import { type Exchange, isAnswer } from '../exchange.ts';
import { type Share, sharesIn, type Unanswered, unansweredIn } from '../unanswered.ts';

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
    const silent: ReadonlyMap<Exchange, Unanswered> = isKnown ? unansweredIn(exchanges) : new Map();
    const shares = isKnown ? sharesIn(exchanges, silent) : [];
    const shareOf = new Map(shares.flatMap((share) => share.broken.map((each) => [each, share] as const)));
    const broken = ones.flatMap((exchange) => {
      const { broke, step, isSuperseded, operation } = exchange as Exchange & { readonly broke: ExchangeBroke };
      const subject = ofExchange(check, exchange);
      // What the operation is for it did not do.
      const owing = { ...subject, requirements: operation?.requirements.slice(0, 1) ?? [] };
      const share = shareOf.get(exchange);
      const words = `${verbOf(exchange)} had no answer: ${broke.detail}`;
      if (step?.expect.answers.length === 0) return isSuperseded ? [] : [observed(subject, findingOf(broke, words))];
      if (share) return [failed(owing, shareFinding(exchange, broke, share))];
      if (isSuperseded) return [];
      const tries = silent.get(exchange);
      if (tries) return [failed(owing, silentFinding(exchange, broke, tries))];
      return [inconclusive(subject, BROKEN_REASONS[broke.fault], words)];
    });
    return first ? [passed(ofRun(check, first.response.seq)), ...broken] : broken;
  };
}

function findingOf({ fault, detail }: ExchangeBroke, summary: string): Finding {
  return {
    summary,
    kind: `an exchange broke: ${fault}`,
    expected: 'a whole HTTP response',
    actual: `${fault}: ${detail}`,
  };
}

function silentFinding(exchange: Exchange, broke: ExchangeBroke, { tries, alive }: Unanswered): Finding {
  const verb = verbOf(exchange);
  const count = `${tries.length} of ${tries.length} tries`;
  return {
    ...findingOf(broke, `${verb} gave no answer to ${count}, while ${alive} answered (${broke.detail})`),
    kind: `${verb} gives no answer: ${broke.fault}`,
  };
}

function shareFinding(exchange: Exchange, broke: ExchangeBroke, { broken, of }: Share): Finding {
  const verb = verbOf(exchange);
  const count = `${broken.length} of ${of} requests`;
  return {
    ...findingOf(broke, `${verb} gave no answer to ${count}, while other operations answered (${broke.detail})`),
    kind: `${verb} gives no answer now and then`,
  };
}

const verbOf = ({ sent, operation }: Exchange): string => operation?.verb ?? sent.verb;

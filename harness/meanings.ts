import type { Fact } from './findings.ts';
import type { Cause } from './model.ts';

/** What a fact means besides its words. */
export interface Meaning {
  /** How its event differs from what was owed; `missing` if it never came. */
  readonly how?: 'late' | 'early' | 'repeated' | 'changed' | 'missing';
  /**
   * How the order left its course. `late`: an event came after it was due. `content`: the due event came with other
   * content. `state`: a request was answered in a status that allows no such answer. `ended`: an event came after the order
   * had ended.
   */
  readonly left?: 'missing' | 'late' | 'content' | 'order' | 'state' | 'ended';
  /** Whether its event should not have come there. */
  readonly isStray?: true;
  /** Who must look first, if the fact tells. */
  readonly whose?: Cause['whose'];
}

const MEANINGS: readonly (readonly [Meaning, readonly Fact['is'][]])[] = [
  [
    { how: 'missing', left: 'missing' },
    ['nothing-came', 'nothing-followed', 'passed-over', 'nothing-more-came', 'not-come', 'never-caught-up'],
  ],
  [
    { how: 'missing' },
    ['left-silent', 'not-once', 'none-in-time', 'number-missing', 'not-retried', 'given-up', 'never-delivered'],
  ],
  [{ how: 'late', left: 'late' }, ['event-late']],
  [{ how: 'late' }, ['first-late', 'long-gap', 'retried-late', 'overtaken']],
  [
    { how: 'early', left: 'order', isStray: true },
    ['event-out-of-turn', 'came-without', 'off-course', 'went-on-unasked'],
  ],
  [{ how: 'early' }, ['event-ahead', 'answer-ahead', 'overtook-untaken', 'retried-soon']],
  [
    { how: 'repeated', left: 'order', isStray: true },
    ['event-again', 'again-off-course', 'event-too-many', 'past-course'],
  ],
  [{ how: 'repeated', left: 'ended', isStray: true }, ['after-end']],
  [{ how: 'repeated' }, ['came-again', 'more-than-once', 'number-repeated', 'retried-endlessly']],
  [{ how: 'changed', left: 'content' }, ['event-otherwise']],
  [{ how: 'changed' }, ['came-again-otherwise', 'member-changed', 'reference-changed']],
  [{ left: 'order' }, ['not-silent']],
  [{ left: 'state', isStray: true }, ['out-of-state']],
  [{ isStray: true }, ['never-came']],
  [{ whose: 'environment' }, ['event-elsewhere']],
  [{ whose: 'profile' }, ['all-foreign']],
];
const meanings = new Map(MEANINGS.flatMap(([meaning, facts]) => facts.map((is) => [is, meaning])));

/** What a fact means besides its words; empty for most. */
export function meaningOf(fact: Fact | undefined): Meaning {
  return (fact && meanings.get(fact.is)) ?? {};
}

import { below } from '../source/source.ts';
import type { Rule } from './lint-rule.ts';
import { didYouMean } from './reading.ts';
import { stepsOf } from './uses.ts';
import { ALTERATIONS } from './vocabulary.ts';

/** What a row says credentials are altered by is a way to do it. What is written beside the step, the schema knows. */
export const alterationsAreKnown: Rule = (scenario, _, found) => {
  for (const { step, at } of stepsOf(scenario)) {
    const value = /^\$row\.(id|but)$/.exec(String(step.auth?.but ?? ''))?.[1];
    for (const { id, values } of value === undefined ? [] : scenario.rows) {
      const word = String(value === 'id' ? id : values[value ?? '']);
      if (ALTERATIONS.includes(word)) continue;
      found.error(below(at, 'auth'), undefined, `credentials cannot be altered by "${word}", as row "${id}" says`, {
        why: `they can be ${ALTERATIONS.join(', ')}`,
        ...didYouMean(word, ALTERATIONS),
      });
    }
  }
};

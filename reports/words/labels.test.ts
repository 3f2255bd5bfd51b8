import { expect, test } from 'vitest';
import { PROBLEM_LABELS } from '../../harness/application/say.ts';
import { DIFF_LABELS } from '../../harness/application/stored/diff-text.ts';
import { DOCTOR_LABELS } from '../../harness/setup/doctor/line.ts';
import { LOAD_LABELS } from '../load/text.ts';
import { paintLabels } from './labels.ts';

test.each([
  ['NOT WORSE  a → b', DIFF_LABELS, '\u001b[32mNOT WORSE\u001b[39m  a → b'],
  [
    'WORSE  a\n\nFIXED CAUSE  1\n  WORSENED',
    DIFF_LABELS,
    '\u001b[31mWORSE\u001b[39m  a\n\n\u001b[32mFIXED CAUSE\u001b[39m  1\n  WORSENED',
  ],
  ['  ✗ order: p95 < 2s', LOAD_LABELS, '  \u001b[31m✗\u001b[39m order: p95 < 2s'],
  ['  ok   name\n  problem  x', DOCTOR_LABELS, '  \u001b[32mok\u001b[39m   name\n  \u001b[31mproblem\u001b[39m  x'],
  ['  fix: did you mean "order"?', PROBLEM_LABELS, '  \u001b[36mfix:\u001b[39m did you mean "order"?'],
  ['it is said to be ok', DOCTOR_LABELS, 'it is said to be ok'],
])('%j is painted where a line begins', (text, labels, painted) => {
  expect(paintLabels(text, labels, true)).toBe(painted);
  expect(paintLabels(text, labels, false)).toBe(text);
});

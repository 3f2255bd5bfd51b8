import { trialOutcomes, UNWANTED } from '../../../reports/proof/words.ts';
import { spellWhole } from '../../../reports/terminal/live-state.ts';
import { lineOf } from '../../../reports/terminal/screen.ts';
import { count, thousands } from '../../../reports/words/text.ts';
import type { Trial } from '../../verdict/proof.ts';
import { say } from '../say.ts';
import { terminalOf } from '../terminal.ts';

/** Tells of each trial of a proof that ends badly, and how far the proof is at each tenth of the way. */
export function showProof(trials: number): (trial: Trial) => void {
  const startedAt = Date.now();
  const { screen } = terminalOf(process.stderr);
  let done = 0;
  let bad = 0;
  return ({ fault, title, outcome }) => {
    const tenthBefore = Math.floor((10 * done) / trials);
    done += 1;
    if (UNWANTED.includes(outcome)) {
      bad += 1;
      say(lineOf([['red', trialOutcomes[outcome].toUpperCase()], '  ', ['bold', fault], `  ${title}`], screen()));
    }
    const tenth = Math.floor((10 * done) / trials);
    if (tenth === tenthBefore) return;
    const far = `${thousands(done)} of ${count(trials, 'trial')}, ${bad} not as it should be`;
    say(`${String(10 * tenth).padStart(3)} %  ${far}, ${spellWhole(Date.now() - startedAt)}`);
  };
}

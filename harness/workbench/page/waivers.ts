import { type View, view } from '../../../reports/html/view.ts';
import { count } from '../../../reports/words/text.ts';
import type { TroubledCase, WaiverFate } from '../protocol.ts';
import { waiverLines } from '../waiver-lines.ts';
import { tag } from './parts.ts';

const FATES: Readonly<Record<WaiverFate['fate'], readonly [look: string, words: string]>> = {
  used: ['waived', 'covers a failure'],
  stale: ['failed', 'stale: nothing fails there any more'],
  expired: ['failed', 'expired'],
  idle: ['', 'not looked at in this run'],
};

/** What became of the waivers of a run; those that fail it come first. */
export function waiverList(waivers: readonly WaiverFate[]): View | false {
  if (waivers.length === 0) return false;
  return view`<section aria-label="Waivers"><h2>Waivers</h2><ul class="lines">${waivers.map(
    ({ fate, check, case: id, requirement, reason, owner, expires, cases }) => {
      const [look, words] = FATES[fate];
      const of = [id, requirement].filter((each) => each !== undefined).join(', ');
      return view`<li>${tag(look, words)} <b>${check}</b> of <code>${of}</code>${cases.length > 1 && `, in ${count(cases.length, 'case')}`}
        <p>${reason}</p><p class="quiet">${owner}, until ${expires}</p></li>`;
    },
  )}</ul></section>`;
}

/** The lines that waive a case, to be pasted into a waiver file. Nothing is written here: a waiver is somebody's word. */
export function waiveBox({ id, checks, isWaived }: TroubledCase): View | false {
  if (checks.length === 0 || isWaived) return false;
  return view`<details class="waive"><summary>Waive …</summary>
    <p class="quiet">For the waiver file of your runs. Fill in reason, owner and last day; the file is refused until then.</p>
    <pre tabindex="0">${waiverLines({ id, checks })}</pre></details>`;
}

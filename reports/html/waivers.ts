import { RUN, type Waiving } from '../../harness/verdict/waiver.ts';
import { brokenWaivers, coverage, waiverWords } from '../story/waived.ts';
import { caseAnchor } from './anchors.ts';
import { type View, view } from './view.ts';

const MOST_CASES = 20;

/** What a waiver file covers, and which of its entries are not worth their place. */
export function waivers(waiving: Waiving): View {
  const broken = brokenWaivers(waiving);
  return view`<div>
    <p class="quiet">Failures that somebody answers for, as of ${waiving.on}. They are in the verdict, and not in the exit status.</p>
    ${broken.length > 0 && view`<ul>${broken.map((each) => view`<li><b class="bad">${each}</b></li>`)}</ul>`}
    <ul>${waiving.used.map(
      (use) => view`<li><code>${use.waiver.check}</code>, ${coverage(use)}, ${waiverWords(use.waiver)}
        <p class="quiet">${use.cases.slice(0, MOST_CASES).map((id) => (id === RUN ? view`<span>the run as a whole</span> ` : view`<a class="case-id" href=${`#${caseAnchor(id)}`}>${id}</a> `))}${use.cases.length > MOST_CASES && `and ${use.cases.length - MOST_CASES} more`}</p></li>`,
    )}</ul>
    ${waiving.idle.length > 0 && view`<p class="quiet">Not looked at in this run: ${waiving.idle.map(({ check }) => check).join(', ')}.</p>`}
  </div>`;
}

import type { Reason } from '../../harness/model.ts';
import type { CaseStory, Fold } from '../story/fold.ts';
import { groupBy } from '../story/groups.ts';
import { clip, count, thousands } from '../words/text.ts';
import { reasons, remedies } from '../words/words.ts';
import { caseAnchor } from './anchors.ts';
import { type View, view } from './view.ts';

/** Cases that are named for one reason; the list of cases has the others. */
const MOST_CASES = 100;

/** Cases that proved nothing, for one reason. */
export interface Excused {
  readonly outcome: 'inconclusive' | 'not-applicable';
  readonly reason: Reason;
  readonly stories: readonly CaseStory[];
  readonly anchor: string;
}

/** The cases of that outcome, gathered by the reason why. */
export function excusedBy(folded: Fold, outcome: Excused['outcome']): Excused[] {
  const those = folded.stories.filter((story) => story.verdict.outcome === outcome);
  return [...groupBy(those, (story) => story.verdict.reason ?? 'no-check')].map(([reason, stories]) => {
    return { outcome, reason, stories, anchor: `${outcome}-${reason}` };
  });
}

/** The cases that proved nothing, by the reason; few are shown at once, many behind a click. */
export function untested(excused: readonly Excused[]): View {
  if (excused.length === 0) return view`<p class="quiet">Every case could be judged.</p>`;
  return view`<div>${excused.map(
    ({ outcome, reason, stories, anchor }) => view`<details class="excused" id=${anchor} open=${stories.length <= 5}>
      <summary><span class=${`tag ${outcome}`}>${count(stories.length, 'case')}</span> <span class="title">${reasons[reason]}</span> <code>${reason}</code></summary>
      ${outcome === 'inconclusive' && view`<p class="quiet">What to do: ${remedies[reason]}.</p>`}
      <ul>${stories.slice(0, MOST_CASES).map(
        ({
          verdict,
        }) => view`<li><a href=${`#${caseAnchor(verdict.id)}`}>${verdict.title}</a> <code>${verdict.id}</code>
          ${verdict.detail !== undefined && view`<p class="quiet">${clip(verdict.detail, 300)}</p>`}</li>`,
      )}</ul>
      ${stories.length > MOST_CASES && view`<p><a href="#cases" data-filter=${`outcome=${outcome}&reason=${reason}`}>and ${thousands(stories.length - MOST_CASES)} more</a></p>`}
    </details>`,
  )}</div>`;
}

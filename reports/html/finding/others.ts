import { groupBy } from '../../story/groups.ts';
import type { CaseStory, Found } from '../../story/story.ts';
import { count, thousands } from '../../words/text.ts';
import { caseAnchor } from '../anchors.ts';
import { type View, view } from '../view.ts';

const MOST_LINKS = 200;

/** The cases that fail for the same reason, below their scenarios. */
export function otherCases(all: readonly Found[]): View {
  const stories = [...new Set(all.slice(1).flatMap(({ story }) => story ?? []))].filter(
    (story) => story !== all[0]?.story,
  );
  if (stories.length === 0) {
    const where = all[0]?.story === undefined ? '' : ' in the same case';
    return view`<p class="quiet">And ${count(all.length - 1, 'more finding')} like it${where}.</p>`;
  }
  const shown = stories.slice(0, MOST_LINKS);
  return view`<details class="again"><summary>${count(stories.length, 'other case')} for the same reason</summary>
    ${[...groupBy(shown, ({ verdict }) => verdict.scenario)].map(
      ([
        scenario,
        ofIt,
      ]) => view`<p class="scenario"><code>${scenario}</code> ${ofIt.length > 1 && view`<span class="quiet">${thousands(ofIt.length)}</span>`}</p>
      <ul>${ofIt.map((story) => view`<li>${caseLink(story)}</li>`)}</ul>`,
    )}
    ${stories.length > shown.length && view`<p class="quiet">And ${count(stories.length - shown.length, 'more case')}.</p>`}
  </details>`;
}

/** A link to a case, by its title and its id. */
export function caseLink({ verdict: { id, title } }: CaseStory): View {
  return view`<a href=${`#${caseAnchor(id)}`}>${title}</a> <code>${id}</code>`;
}

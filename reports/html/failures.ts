import { type DefectScene, defectReport } from '../defect/defect.ts';
import { groundsOf, idsOf, placeOf, sourceOf } from '../story/describe.ts';
import { type Group, rowsOf, titleOf } from '../story/groups.ts';
import type { Found } from '../story/story.ts';
import { waiverWords } from '../story/waived.ts';
import { curl } from '../words/curl.ts';
import { count } from '../words/text.ts';
import { rowAnchor } from './anchors.ts';
import { causeView } from './finding/cause.ts';
import { difference } from './finding/difference.ts';
import { caseLink, otherCases } from './finding/others.ts';
import { arrowLink } from './finding/where.ts';
import { sentenceView } from './parts.ts';
import { type Content, type View, view } from './view.ts';

const MOST_CARDS = 200;
const MOST_ROWS = 3;

/** Each kind of finding once; the anchors are `failure-1`, `failure-2`, … in the order given. */
export function findingCards(groups: readonly Group[], kind: string, scene: DefectScene): View {
  const rest = groups.length - MOST_CARDS;
  if (groups.length === 0) return view`<p class="quiet">Nothing.</p>`;
  return view`<div>
    ${groups.slice(0, MOST_CARDS).map((group, i) => findingCard(group, `${kind}-${i + 1}`, scene))}
    ${rest > 0 && view`<p class="quiet">And ${count(rest, 'more kind')}; each stands with its case below.</p>`}
  </div>`;
}

/** One kind of finding, told once: what was promised, expected and seen, what it points to, and what to send the supplier. */
function findingCard(group: Group, id: string, scene: DefectScene): View {
  const { first, all } = group;
  const { finding, span, story, moment } = first;
  const rows = rowsOf(group);
  const isFailed = first.outcome === 'failed';
  return view`<article class=${`finding ${first.outcome}`} id=${id} aria-labelledby=${`${id}-title`}>
    <header>
      <span class="ids">${rows.length === 0 ? idsOf(first) : rows.slice(0, MOST_ROWS).map((row) => rowLink(row.id))}</span>
      <h3 id=${`${id}-title`}>${isFailed ? titleOf(group) : finding.summary}</h3>
      <span class="quiet">${all.length > 1 ? count(all.length, 'time') : first.check.check}</span>
    </header>
    ${rows
      .slice(0, MOST_ROWS)
      .map(
        (row) =>
          view`<blockquote>“${sentenceView(row.sentence)}” <cite>${sourceOf(row, scene.verdict.profile)}</cite></blockquote>`,
      )}
    ${first.check.isAuthors && view`<blockquote>${groundsOf(first, scene.verdict.profile)}</blockquote>`}
    ${rows.length > MOST_ROWS && view`<p class="quiet">${count(rows.length - MOST_ROWS, 'more requirement')}: ${rows.slice(MOST_ROWS).map((row) => rowLink(row.id))}</p>`}
    ${first.waiver && view`<p><span class="tag waived">waived</span> ${waiverWords(first.waiver)}</p>`}
    ${difference(first, scene.profile)}
    ${isFailed && causeView(group, scene.population)}
    <p class="where">
      ${story === undefined ? 'The run as a whole' : caseLink(story)}${first.check.step !== undefined && view`, step ${stepLink(first, first.check.step)}`}
      ${span && view` <code>${placeOf(span)}</code>`}
    </p>
    ${all.length > 1 && otherCases(all)}
    ${
      isFailed &&
      view`<details class="again"><summary>See it again</summary>
        <h4>The case, with Assay</h4><pre class="copy" tabindex="0">${first.replay}</pre>
        ${moment?.kind === 'exchange' && view`<h4>The request alone</h4><pre class="copy" tabindex="0">${curl(moment.request)}</pre>`}
      </details>
      <details class="again supplier"><summary>What to send the supplier</summary>
        <p class="quiet">Markdown, with the ids to find it in logs and the steps to see it again; secrets are not in it.</p>
        <pre class="copy" tabindex="0">${defectReport(group, scene)}</pre></details>`
    }
  </article>`;
}

/** Of a finding on an event its step is the request that it goes back to: not what it rests on. */
function stepLink(found: Found, step: string): Content {
  return found.moment?.kind === 'exchange' ? arrowLink(found, step) : step;
}

function rowLink(id: string): View {
  return view`<a class="id" href=${`#${rowAnchor(id)}`}>${id}</a> `;
}

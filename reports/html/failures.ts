import { curl } from '../curl.ts';
import { idsOf, placeOf, sourceOf } from '../describe.ts';
import type { Found } from '../fold.ts';
import type { Group } from '../groups.ts';
import { count } from '../text.ts';
import { waiverWords } from '../waived.ts';
import { caseAnchor, rowAnchor } from './anchors.ts';
import { sentenceView } from './sentence.ts';
import { type View, view } from './view.ts';

const MOST_CARDS = 200;
const MOST_LINKS = 200;
const MOST_ROWS = 3;

/** Each kind of finding once; the anchors are `failure-1`, `failure-2`, … in the order given. */
export function findingCards(groups: readonly Group[], kind: string, profile: string): View {
  const rest = groups.length - MOST_CARDS;
  if (groups.length === 0) return view`<p class="quiet">Nothing.</p>`;
  return view`<div>
    ${groups.slice(0, MOST_CARDS).map((group, i) => findingCard(group, `${kind}-${i + 1}`, profile))}
    ${rest > 0 && view`<p class="quiet">And ${count(rest, 'more kind')}; each stands with its case below.</p>`}
  </div>`;
}

/** One kind of finding, told once, with the cases that share it. */
function findingCard({ first, all }: Group, id: string, profile: string): View {
  const { finding, rows, span, story, moment } = first;
  return view`<article class=${`finding ${first.outcome}`} id=${id}>
    <header>
      <span class="ids">${first.check.requirements.length === 0 ? idsOf(first) : first.check.requirements.slice(0, MOST_ROWS).map(rowLink)}</span>
      <h3>${finding.summary}</h3>
      <span class="quiet">${all.length > 1 ? count(all.length, 'time') : first.check.check}</span>
    </header>
    ${rows
      .slice(0, MOST_ROWS)
      .map(
        (row) => view`<blockquote>“${sentenceView(row.sentence)}” <cite>${sourceOf(row, profile)}</cite></blockquote>`,
      )}
    ${rows.length > MOST_ROWS && view`<p class="quiet">${count(rows.length - MOST_ROWS, 'more promise')}: ${rows.slice(MOST_ROWS).map(({ id }) => rowLink(id))}</p>`}
    ${first.waiver && view`<p><span class="tag waived">waived</span> ${waiverWords(first.waiver)}</p>`}
    <dl class="versus">
      <div><dt>Expected</dt><dd>${finding.expected}</dd></div>
      <div><dt>Actual</dt><dd>${finding.actual}${finding.pointer !== undefined && view` <code>at ${finding.pointer}</code>`}</dd></div>
    </dl>
    <p class="where">
      ${story === undefined ? 'The run as a whole' : caseLink(first)}${first.check.step === undefined ? '' : `, step ${first.check.step}`}
      ${span && view` <code>${placeOf(span)}</code>`}
    </p>
    ${
      first.outcome === 'failed' &&
      view`<details class="again"><summary>Repeat it</summary>
        <h4>The journey</h4><pre class="copy">${first.replay}</pre>
        ${moment?.kind === 'exchange' && view`<h4>The request alone</h4><pre class="copy">${curl(moment.request)}</pre>`}
      </details>`
    }
    ${
      all.length > 1 &&
      view`<details class="again"><summary>${count(all.length - 1, 'other finding')} alike</summary>
        <ul>${all.slice(1, MOST_LINKS).map((one) => view`<li>${caseLink(one)}</li>`)}</ul></details>`
    }
  </article>`;
}

function caseLink({ story }: Found): View {
  if (story === undefined) return view`<span>The run as a whole</span>`;
  const { id, title } = story.verdict;
  return view`<a href=${`#${caseAnchor(id)}`}>${title}</a> <code>${id}</code>`;
}

function rowLink(id: string): View {
  return view`<a class="id" href=${`#${rowAnchor(id)}`}>${id}</a> `;
}

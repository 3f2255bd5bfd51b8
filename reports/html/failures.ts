import type { KciProfile } from '../../harness/model.ts';
import { alternatives, count, thousands } from '../../harness/words/text.ts';
import { defectReport } from '../defect/defect.ts';
import { causeOf } from '../story/cause.ts';
import { courseOf } from '../story/courses.ts';
import { groundsOf, opening, promiseIds, sourceOf, sourcePlace } from '../story/describe.ts';
import { fixOf } from '../story/fix.ts';
import {
  breachedRows,
  casesInGroup,
  type FindingGroup,
  followingIn,
  idsIn,
  placeInBody,
  pointsOf,
  titleOf,
} from '../story/groups.ts';
import { marksIn } from '../story/marks.ts';
import { readBody } from '../story/read-body.ts';
import type { RunStory } from '../story/run-story.ts';
import type { CaseStory, Found } from '../story/story.ts';
import { waiverWords } from '../story/waived.ts';
import { curl } from '../words/curl.ts';
import { caseAnchor, rowAnchor } from './anchors.ts';
import { titleParts } from './case.ts';
import { bodyExcerpt } from './journey/body.ts';
import { courseView } from './journey/track.ts';
import { sentenceView, table, tag } from './parts.ts';
import { type Content, type View, view } from './view.ts';
import { arrowLink } from './where.ts';

const MAX_CARDS = 200;
const MAX_ROWS = 3;

/** The most cases of a cause in the table; its card has the others. */
const MAX_FAILING = 5;

/** The cases that fail for each cause: for paper, and where no script lists them. */
export function failingCases(groups: readonly FindingGroup[]): View | false {
  const lines = groups.slice(0, MAX_CARDS).map((group, i) => {
    const cases = casesInGroup(group);
    const rest = cases.length - MAX_FAILING;
    return view`<tr><td>${i + 1}</td><td>${opening(titleOf(group), group.first.finding)} <span class="quiet">${idsIn(group)}</span></td>
      <td>${cases.length === 0 ? 'the run as a whole' : cases.slice(0, MAX_FAILING).map((id) => view`<code class="case-id">${id}</code> `)}${rest > 0 && view`<span class="quiet">and ${thousands(rest)} more</span>`}</td></tr>`;
  });
  return groups.length > 0 && table(['', 'Cause', 'Cases that fail'], lines, 'failing');
}

/** A card for each kind of finding; the anchors are `failure-1`, `failure-2`, … in the given order. */
export function findingCards(groups: readonly FindingGroup[], kind: string, run: RunStory): View {
  const rest = groups.length - MAX_CARDS;
  if (groups.length === 0) return view`<p class="quiet">Nothing.</p>`;
  return view`<div>
    ${groups.slice(0, MAX_CARDS).map((group, i) => findingCard(group, `${kind}-${i + 1}`, run))}
    ${rest > 0 && view`<p class="quiet">And ${count(rest, 'more kind')}; each stands with its case below.</p>`}
  </div>`;
}

/**
 * The card of one kind of finding: what was promised, expected and seen, what it points to, and what to send the supplier.
 */
function findingCard(group: FindingGroup, id: string, run: RunStory): View {
  const { first } = group;
  const { finding, moment } = first;
  const rows = breachedRows(group);
  const cases = casesInGroup(group).length;
  return view`<article class=${`finding ${first.outcome}`} id=${id} aria-labelledby=${`${id}-title`}>
    <header>
      <span class="ids">${rows.length === 0 ? promiseIds(first) : rows.slice(0, MAX_ROWS).map((row) => rowLink(row.id))}</span>
      <h3 id=${`${id}-title`}>${opening(titleOf(group), finding)}</h3>
      <span class="quiet">${cases > 1 ? count(cases, 'case') : first.check.check}</span>
    </header>
    ${rows
      .slice(0, MAX_ROWS)
      .map(
        (row) =>
          view`<blockquote>“${sentenceView(row.sentence)}” <cite>${sourceOf(row, run.input.verdict.profile)}</cite></blockquote>`,
      )}
    ${first.check.isAuthors && view`<blockquote>${groundsOf(first, run.input.verdict.profile)}</blockquote>`}
    ${rows.length > MAX_ROWS && view`<p class="quiet">${count(rows.length - MAX_ROWS, 'more requirement')}: ${rows.slice(MAX_ROWS).map((row) => rowLink(row.id))}</p>`}
    ${first.waiver && view`<p>${tag('waived', 'waived')} ${waiverWords(first.waiver)}</p>`}
    ${difference(group, run.input.profile)}
    ${causeView(group, run)}
    ${whereView(group)}
    <details class="again"><summary>See it again</summary>
      <h4>The case, with Assay</h4><pre class="copy" tabindex="0">${first.replay}</pre>
      ${cases > 1 && view`<h4>All its cases: verify the fix</h4><pre class="copy" tabindex="0">${fixOf(group, run.input)?.verify}</pre>`}
      ${moment?.kind === 'exchange' && view`<h4>The request alone</h4><pre class="copy" tabindex="0">${curl(moment.request)}</pre>`}
    </details>
    <details class="again supplier"><summary>What to send the supplier</summary>
      <p class="quiet">Markdown, with the ids to find it in logs and the steps to see it again; secrets are not in it.</p>
      <pre class="copy" tabindex="0">${defectReport(group, run)}</pre></details>
  </article>`;
}

/** The case in which it was found, and the number of others. */
function whereView({ first, all }: FindingGroup): View {
  const { span, story, check } = first;
  return view`<p class="where">
      ${story === undefined ? 'The run as a whole' : caseLink(story.verdict)}${check.step !== undefined && view`, step ${stepLink(first, check.step)}`}
      ${span && view` <code>${sourcePlace(span)}</code>`}
    </p>
    ${all.length > 1 && otherCases(all)}`;
}

/** Observations: each point on which the specification is silent, and below it what the gateway did. */
export function observedCards(groups: readonly FindingGroup[], { input }: RunStory): View {
  if (groups.length === 0) return view`<p class="quiet">Nothing.</p>`;
  return view`<div>${pointsOf(groups).map(([headline, its], i) => {
    const [row] = its.flatMap(({ first }) => first.rows.filter(({ level }) => level === 'silent'));
    const id = `observation-${i + 1}`;
    return view`<article class="finding observed" id=${id} aria-labelledby=${`${id}-title`}>
      <header><span class="ids">${row ? rowLink(row.id) : its[0] && promiseIds(its[0].first)}</span><h3 id=${`${id}-title`}>${headline}</h3>
      ${row && view`<span class="quiet">${sourceOf(row, input.verdict.profile)}</span>`}</header>
      ${its.map(
        (
          group,
        ) => view`<details class="again"><summary>${opening(group.first.finding.summary, group.first.finding)} <span class="quiet">${count(casesInGroup(group).length, 'case')}</span></summary>
        ${difference(group, input.profile)} ${whereView(group)}</details>`,
      )}
    </article>`;
  })}</div>`;
}

/** For a finding on an event, the step is the request that caused it, not what the finding rests on, so it gets no link. */
function stepLink(found: Found, step: string): Content {
  return found.moment?.kind === 'exchange' ? arrowLink(found, step) : step;
}

function rowLink(id: string): View {
  return view`<a class="id" href=${`#${rowAnchor(id)}`}>${id}</a> `;
}

/** Expected and actual side by side, and below them the place in the body with what it should be. */
function difference(group: FindingGroup, profile: KciProfile): View {
  const { first: found } = group;
  const place = placeInBody(group);
  const { finding, moment } = found;
  const body =
    moment?.kind === 'exchange' ? moment.response?.body : moment?.kind === 'arrival' ? moment.delivery.body : undefined;
  const { json } = readBody(body);
  const inBody = json === undefined ? null : bodyExcerpt(body ?? null, marksIn(json, [found], profile));
  const course = courseOf(found, profile);
  return view`
    <dl class="versus">
      <div><dt>Expected</dt><dd>${alternatives(finding.expected)}</dd></div>
      <div><dt>Actual</dt><dd>${finding.actual}${place && view` <code>at ${place}</code>`}</dd></div>
    </dl>
    ${course && courseView(course, found.story?.verdict.id ?? '')}
    ${inBody && view`<div class="inbody"><p class="quiet">${whose(found)}</p>${inBody}</div>`}`;
}

function whose(found: Found): Content {
  const { moment } = found;
  if (moment?.kind === 'arrival')
    return arrowLink(found, `In the delivery of ${moment.event.name ?? moment.event.wireName ?? 'an event'}:`);
  if (moment?.kind !== 'exchange') return '';
  const { request, response } = moment;
  return arrowLink(found, `In the answer ${response?.status ?? ''} to ${request.step || request.verb}:`);
}

/** The possible cause: what the check says, and what the failing cases have in common. */
function causeView(group: FindingGroup, run: RunStory): View | false {
  const { meaning, facts } = causeOf(group, run);
  const mending = fixOf(group, run.input);
  const following = followingIn(group);
  if (meaning === undefined && facts.length === 0 && mending === undefined) return false;
  return view`<div class="cause"><h4>What it points to</h4>
    ${meaning !== undefined && view`<p>${meaning}</p>`}
    ${mending?.like !== undefined && view`<p>It shows ${mending.like}.</p>`}
    ${mending?.whose !== undefined && view`<p>But ${mending.whose}.</p>`}
    ${facts.length > 0 && view`<ul>${facts.map((fact) => view`<li>${fact}</li>`)}</ul>`}
    ${following.length > 0 && view`<p>With it, and not by itself:</p><ul>${following.slice(0, MAX_FOLLOWING).map((each) => view`<li>${each}</li>`)}${following.length > MAX_FOLLOWING && view`<li>and ${count(following.length - MAX_FOLLOWING, 'more kind')}</li>`}</ul>`}
    ${mending && view`<p>Once it is fixed, ${mending.words}.</p>`}</div>`;
}

const MAX_LINKS = 200;
const MAX_FOLLOWING = 5;

/** The cases that fail for the same reason, by scenario. */
function otherCases(all: readonly Found[]): View {
  const stories = [...new Set(all.slice(1).flatMap(({ story }) => story ?? []))].filter(
    (story) => story !== all[0]?.story,
  );
  if (stories.length === 0) {
    const where = all[0]?.story === undefined ? '' : ' in the same case';
    return view`<p class="quiet">And ${count(all.length - 1, 'more finding')} like it${where}.</p>`;
  }
  const shown = stories.slice(0, MAX_LINKS);
  return view`<details class="again"><summary>${count(stories.length, 'other case')} for the same reason</summary>
    ${[...Map.groupBy(shown, ({ verdict }) => verdict.scenario)].map(([scenario, ofIt]) => casesBelow(scenario, ofIt))}
    ${stories.length > shown.length && view`<p class="quiet">And ${count(stories.length - shown.length, 'more case')}.</p>`}
  </details>`;
}

/** Cases of one scenario; the common part of their titles is shown once above them. */
function casesBelow(scenario: string, stories: readonly CaseStory[]): View {
  const parts = stories.map(({ verdict: { id, title } }) => ({ id, ...titleParts(id, title) }));
  const shared = parts.find((each) => each.shared !== undefined)?.shared;
  return view`<p class="scenario">${shared} <code>${scenario}</code> ${stories.length > 1 && view`<span class="quiet">${thousands(stories.length)}</span>`}</p>
    <ul>${parts.map(({ id, own }) => view`<li>${caseLink({ id, title: own })}</li>`)}</ul>`;
}

/** A link to a case, by its title and its id. */
function caseLink({ id, title }: { readonly id: string; readonly title: string }): View {
  return view`<a href=${`#${caseAnchor(id)}`}>${title}</a> <code>${id}</code>`;
}

import type { Ref } from 'preact';
import type { CaseVerdict } from '../../harness/model.ts';
import { formatDuration } from '../../harness/values/duration.ts';
import { alternatives, count } from '../../harness/words/text.ts';
import { opening, promiseOf } from '../story/describe.ts';
import { spoken } from '../story/fix.ts';
import { alike, breachedRows, type FindingGroup, followingIn, placeInBody, titleOf } from '../story/groups.ts';
import { identitiesOf } from '../story/identities.ts';
import type { CaseStory, Found } from '../story/run-story.ts';
import { waiverWords } from '../story/waived.ts';
import { outcomes, reasons } from '../words/words.ts';
import { caseAnchor, rowAnchor } from './anchors.ts';
import { journeyView } from './journey/journey.ts';
import type { Telling } from './journey/telling.ts';
import { type CaseLine, caseLineOf } from './packed.ts';
import { tag } from './parts.ts';
import { type Content, type View, view } from './view.ts';
import { restsOn } from './where.ts';

const MAX_FINDINGS = 5;
const MAX_ROWS = 3;

/** A case as a line of the list; what distinguishes it within its scenario comes first. */
export function caseLine({ outcome, reason, title, id, requests, kcis, tookMs, ...marks }: CaseLine): View {
  const { shared, own } = titleParts(id, title);
  return view`${tag(outcome, outcomes[outcome])}
    <span class="title"><span class="name"><span class="told"><span class="own">${own}</span>${shared !== undefined && view` <span class="shared">${shared}</span>`}</span>${badges(marks)}</span> <code>${id}</code></span>
    <span class="quiet counts">${reason ?? `${count(requests, 'request')}, ${count(kcis, 'KCI')}`}</span>
    <span class="quiet took">${formatDuration(tookMs)}</span>`;
}

/** How often a case with several walks failed, and whether the failure is waived. */
function badges({ share, waived }: Pick<CaseLine, 'share' | 'waived'>): Content {
  const often = share?.isIntermittent ? `intermittent: ${share.words}` : share?.words;
  return [
    share && share.failed > 0 && [' ', tag(share.isIntermittent ? 'inconclusive' : 'failed', often)],
    waived && [' ', tag('waived', waived)],
  ];
}

/** The head of a case that fills the page; the parts that need its verdict follow once that is loaded. */
export function caseHead(line: CaseLine, verdict: CaseVerdict | undefined, heading?: Ref<HTMLHeadingElement>): View {
  const { id, title, outcome, reason: _reason, requests, kcis, tookMs, ...marks } = line;
  return view`<header class=${`case-head ${outcome}`}>
    <p class="over">${tag(outcome, outcomes[outcome])}${badges(marks)} <code class="copy">${id}</code></p>
    <h1 tabindex="-1" ref=${heading}>${title}</h1>
    <p class="quiet">${count(requests, 'request')}, ${count(kcis, 'KCI')}, ${formatDuration(tookMs)}${verdict && view` · ${count(verdict.checks.passed, 'check')} passed, ${verdict.checks.failed} failed · <code>${verdict.span.file}:${verdict.span.line}</code>`}</p>
    ${
      verdict &&
      verdict.requirements.length > 0 &&
      view`<details class="quiet" open=${verdict.requirements.length <= 8}><summary>${count(verdict.requirements.length, 'requirement')}</summary>
        <p class="ids">${verdict.requirements.map((row) => view`<a class="id" href=${`#${rowAnchor(row)}`}>${row}</a> `)}</p></details>`
    }
  </header>`;
}

/**
 * The content below a case's line. Depends on the case alone, so that it can be made, stored and shown apart from the page.
 */
export function caseBody(story: CaseStory, how: Telling): View {
  const { verdict } = story;
  const told = alike(story.found.filter(isTold));
  return view`
    ${verdict.attempts && view`<p class="quiet">Walked ${count(verdict.attempts.length, 'time')}: ${verdict.attempts.map(({ journey, outcome }) => `${journey} ${outcomes[outcome]}`).join(', ')}.</p>`}
    ${verdict.reason && view`<p><b>${reasons[verdict.reason]}</b>${verdict.detail === undefined ? '' : `: ${verdict.detail}`}</p>`}
    ${told.slice(0, MAX_FINDINGS).map((group) => brief(group, how.profile.profile))}
    ${told.length > MAX_FINDINGS && view`<p>${count(told.length - MAX_FINDINGS, 'more kind')} of finding in the timeline.</p>`}
    ${story.moments.length > 0 && journeyView(story, how)}
    <pre class="copy">${story.replay}</pre>`;
}

/** A whole entry of the list; closed, and opened by the browser when a link leads into it. */
export function caseEntry(story: CaseStory, how: Telling): View {
  const { id, outcome } = story.verdict;
  return view`<details class="case" data-outcome=${outcome}>
    <summary>${caseLine(caseLineOf(story))}</summary>
    <div class="inside" id=${caseAnchor(id)}>${caseBody(story, how)}</div>
  </details>`;
}

/** Observations are already shown in the timeline, beside their exchange or delivery. */
function isTold({ outcome, moment }: Found): boolean {
  return outcome === 'failed' || moment === undefined;
}

function brief(group: FindingGroup, profile: string): View {
  const { first } = group;
  const { finding, outcome, waiver } = first;
  const where = restsOn(first);
  const place = placeInBody(group);
  const following = followingIn(group);
  const ids = identitiesOf(first).map(({ name, value }) => `${name}: ${value}`);
  return view`<div class=${`finding ${outcome}`}>
    <p><b>${opening(group.all.length > 1 ? titleOf(group) : finding.summary, finding)}</b></p>
    ${waiver && view`<p>waived ${waiverWords(waiver)}</p>`}
    <dl><dt>expected</dt><dd>${alternatives(finding.expected)}</dd><dt>actual</dt><dd>${finding.actual}</dd>
    ${where !== '' && view`<dt>in</dt><dd>${where}</dd>`}
    ${place !== undefined && view`<dt>at</dt><dd><code>${place}</code></dd>`}
    ${finding.because !== undefined && view`<dt>follows from</dt><dd>${spoken(finding.because)}</dd>`}
    ${following.length > 0 && view`<dt>with it</dt><dd>${following.join('; ')}</dd>`}
    ${breachedRows(group)
      .slice(0, MAX_ROWS)
      .map(
        (row) =>
          view`<dt>promised</dt><dd><a class="id" href=${`#${rowAnchor(row.id)}`}>${row.id}</a> ${promiseOf(row, profile)}</dd>`,
      )}</dl>
    ${ids.length > 0 && view`<details class="again"><summary>To find it in the logs</summary><pre class="copy" tabindex="0">${ids.join('\n')}</pre></details>`}
  </div>`;
}

/** The title of a case in two parts: the part that all cases of its scenario share, and its own. */
interface TitleParts {
  /** Absent if nothing is shared. */
  readonly shared?: string;
  readonly own: string;
}

/** Characters in the id of a case made from a scenario's row or from a defect; the scenario's own id has none. */
const MADE = /[#~]/;
/** What plans write between the title of a scenario and that of a row or defect. */
const BETWEEN = ': ';

/** Splits the title of a case, so that rows of a list can begin with what distinguishes them. */
export function titleParts(id: string, title: string): TitleParts {
  const at = title.indexOf(BETWEEN);
  if (at === -1 || !MADE.test(id)) return { own: title };
  return { shared: title.slice(0, at), own: title.slice(at + BETWEEN.length) };
}

import { type Share, shareOf } from '../attempts.ts';
import { promiseOf } from '../describe.ts';
import type { CaseStory, Found } from '../fold.ts';
import { count } from '../text.ts';
import { spell } from '../times.ts';
import { isOpen, isWaived, waiverWords } from '../waived.ts';
import { outcomes, reasons } from '../words.ts';
import { caseAnchor } from './anchors.ts';
import type { Depth } from './exchange.ts';
import { caseLanes } from './lanes.ts';
import { type View, view } from './view.ts';

const MOST_FINDINGS = 5;
const MOST_ROWS = 3;
const CLIPPED =
  'Many cases did not pass: headers and long bodies of this one are left out here. The record of the run holds them whole.';

/** A case in one line, for the list: everything a search or a filter looks at. */
export function caseLine(story: CaseStory): View {
  const { verdict, moments } = story;
  const requests = moments.filter((moment) => moment.kind === 'exchange').length;
  const kcis = moments.filter((moment) => moment.kind === 'arrival').length;
  const share = shareOf(verdict);
  return view`<span class=${`tag ${verdict.outcome}`}>${outcomes[verdict.outcome]}</span>
    <span class="title">${verdict.title} <code>${verdict.id}</code>${share && badge(share)}${story.found.some(isWaived) && view` <span class="tag waived">${story.found.some(isOpen) ? 'waived in part' : 'waived'}</span>`}</span>
    <span class="quiet">${count(requests, 'request')}, ${count(kcis, 'KCI')} · ${spell(verdict.endedAt - verdict.startedAt)}</span>`;
}

/** How often it failed, for a case that was walked several times. */
function badge({ isIntermittent, failed, words }: Share): View | false {
  if (failed === 0) return false;
  return view` <span class=${isIntermittent ? 'tag inconclusive' : 'tag failed'}>${isIntermittent ? `intermittent: ${words}` : words}</span>`;
}

/** What opens below the line. A function of the case alone, so that it can be made, kept and shown apart from the page. */
export function caseBody(story: CaseStory, depth: Depth, profile: string): View {
  const { verdict } = story;
  const told = story.found.filter(isTold);
  return view`
    ${verdict.attempts && view`<p class="quiet">Walked ${count(verdict.attempts.length, 'time')}: ${verdict.attempts.map(({ journey, outcome }) => `${journey} ${outcomes[outcome]}`).join(', ')}.</p>`}
    ${verdict.reason && view`<p><b>${reasons[verdict.reason]}</b>${verdict.detail === undefined ? '' : `: ${verdict.detail}`}</p>`}
    ${told.slice(0, MOST_FINDINGS).map((one) => brief(one, profile))}
    ${told.length > MOST_FINDINGS && view`<p>${count(told.length - MOST_FINDINGS, 'more finding')} in the timeline.</p>`}
    ${depth === 'brief' && verdict.outcome !== 'passed' && story.moments.length > 0 && view`<p class="quiet">${CLIPPED}</p>`}
    <details class="quiet">
      <summary>${count(verdict.checks.passed, 'check')} passed, ${verdict.checks.failed} failed, of ${count(verdict.requirements.length, 'promise')}</summary>
      <p>${verdict.requirements.join(' ')}</p><p><code>${verdict.span.file}:${verdict.span.line}</code></p>
    </details>
    ${story.moments.length > 0 && caseLanes(story, depth)}
    ${depth === 'whole' && view`<pre class="copy">${story.replay}</pre>`}`;
}

/** A whole entry of the list; closed, and opened by the browser itself when a link leads into it. */
export function caseEntry(story: CaseStory, depth: Depth, profile: string): View {
  const { id, outcome } = story.verdict;
  return view`<details class="case" data-outcome=${outcome}>
    <summary>${caseLine(story)}</summary>
    <div class="inside" id=${caseAnchor(id)}>${caseBody(story, depth, profile)}</div>
  </details>`;
}

/** What was observed stands in the timeline already, beside what it was observed on. */
function isTold({ outcome, moment }: Found): boolean {
  return outcome === 'failed' || moment === undefined;
}

function brief({ finding, outcome, rows, waiver }: Found, profile: string): View {
  return view`<div class=${`finding ${outcome}`}>
    <p><b>${finding.summary}</b></p>
    ${waiver && view`<p>waived ${waiverWords(waiver)}</p>`}
    <dl><dt>expected</dt><dd>${finding.expected}</dd><dt>actual</dt><dd>${finding.actual}</dd>
    ${finding.pointer !== undefined && view`<dt>at</dt><dd><code>${finding.pointer}</code></dd>`}
    ${rows.slice(0, MOST_ROWS).map((row) => view`<dt>promised</dt><dd>${promiseOf(row, profile)}</dd>`)}</dl>
  </div>`;
}

import { caseAnchor } from '../../../reports/html/anchors.ts';
import { strip, tag } from '../../../reports/html/parts.ts';
import { type Content, type View, view } from '../../../reports/html/view.ts';
import { loadOutcomes } from '../../../reports/load/words.ts';
import { hasFailed, resultLine } from '../../../reports/story/counts.ts';
import { caseOrder, outcomes } from '../../../reports/words/words.ts';
import type { Verdict } from '../../model.ts';
import { thousands } from '../../words/text.ts';
import type { RunEntry } from '../protocol.ts';
import type { Failed, Remote } from './api.ts';

/** Small parts that several screens show. */

/** Why something failed: the problems of a command in its own words, with places and fixes. */
export function failure(failed: Failed | undefined): View | false {
  if (failed === undefined) return false;
  return view`<div class="refused" role="alert"><pre tabindex="0">${failed.message}</pre></div>`;
}

/** A value from the server, or that it is being read, or why it cannot be. */
export function remote<T>(of: Remote<T>, show: (value: T) => Content): View {
  return view`${failure(of.failed)}
    ${of.value === undefined ? of.isReading && view`<p class="quiet" role="status">Reading …</p>` : show(of.value)}`;
}

/** Shown while another run is under way. */
export const otherRun = (): View => view`<p class="quiet">A run is under way: <a href="#watch">watch it</a>.</p>`;

/** The outcome of a run or a load. */
export function outcomeTag(entry: RunEntry): View {
  if (entry.kind === 'run') return tag(hasFailed(entry) ? 'failed' : TAGS[entry.outcome], resultLine(entry));
  if (entry.kind === 'load') return tag(LOAD_TAGS[entry.outcome], loadOutcomes[entry.outcome]);
  return tag(entry.kind === 'unreadable' ? 'inconclusive' : '', entry.kind);
}

const LOAD_TAGS = { held: 'passed', crossed: 'failed', incomplete: 'inconclusive' };

/** What was run, and against which target. */
export function aboutOf(entry: RunEntry): string {
  if (entry.kind === 'run') return [`${entry.target}, seed ${entry.seed}`, ...entry.faults].join(', ');
  return entry.kind === 'load' ? `load ${entry.traffic} on ${entry.target}` : entry.name;
}

/** The colours of verdicts: those of case outcomes. */
export const TAGS: Readonly<Record<Verdict['outcome'], string>> = {
  certified: 'passed',
  passed: 'passed',
  'not-certified': 'failed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  incomplete: 'inconclusive',
};

/** The number of cases by outcome, in words and as a strip. */
export function casesStrip(cases: Readonly<Record<keyof typeof outcomes, number>>): View {
  const words = caseOrder
    .filter((outcome) => cases[outcome] > 0)
    .map((outcome) => `${thousands(cases[outcome])} ${outcomes[outcome]}`);
  return view`<span class="cases">${strip(caseOrder.map((outcome) => [outcome, cases[outcome]]))}<span class="quiet">${words.join(', ') || 'no case'}</span></span>`;
}

/** A time on the reader's own clock. */
export function localTime(at: number): View {
  const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  return view`<time datetime=${new Date(at).toISOString()}>${shown}</time>`;
}

/** A command to copy; lines break between words, not within a flag. */
export function commandBox(command: string): View {
  const words = command.split(/ (?=--)/).map((word, i) => view`${i > 0 && ' '}<span>${word}</span>`);
  return view`<pre class="command" tabindex="0"><code>${words}</code></pre>`;
}

/** A link to a report, which is a page of its own. */
export function reportLink(at: string, look = ''): View {
  return view`<a class=${look} href=${at} target="_blank" rel="noopener">Open the report</a>`;
}

/** A link to a case in the report, with its journey and every exchange. */
export function caseLink(reportAt: string | undefined, id: string): View | false {
  return (
    reportAt !== undefined &&
    view`<a href=${`${reportAt}#${caseAnchor(id)}`} target="_blank" rel="noopener">Its journey</a>`
  );
}

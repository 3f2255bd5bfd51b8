import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import type { Fold } from '../fold.ts';
import type { Group } from '../groups.ts';
import type { Moment } from '../moments.ts';
import { thousands } from '../text.ts';
import { caseEntry } from './case.ts';
import type { Depth } from './exchange.ts';
import { lanes } from './lanes.ts';
import { type View, view } from './view.ts';

/** Cases told in full, if they failed or proved nothing; beyond these in brief, so that a gateway that fails all of them still makes a page. */
const MOST_WHOLE = 100;
/** Exchanges and deliveries outside of any case. */
const MOST_STRAYS = 200;

const RANK = { failed: 0, inconclusive: 1, passed: 2, 'not-applicable': 3 };

/** All cases, the failed first, else in the order of the plan. Told in full are first the cases that stand for a kind of failure. */
export function cases({ stories, input }: Fold, failures: readonly Group[]): View {
  const sorted = stories.toSorted((a, b) => RANK[a.verdict.outcome] - RANK[b.verdict.outcome]);
  const troubled = sorted.filter(({ verdict }) => verdict.outcome === 'failed' || verdict.outcome === 'inconclusive');
  const whole = new Set(
    [...new Set([...failures.flatMap(({ first }) => first.story ?? []), ...troubled])].slice(0, MOST_WHOLE),
  );
  // Rendered one by one, so that no more than one case's view is in memory at a time.
  const entries = sorted.map((story) =>
    render(caseEntry(story, whole.has(story) ? 'whole' : 'brief', input.verdict.profile) as VNode),
  );
  return view`<div dangerouslySetInnerHTML=${{ __html: entries.join('') }}></div>`;
}

/** What belongs to no case: deliveries that nobody asked for, and the runner's own requests. */
export function strays({ own, unclaimed, input }: Fold): View {
  const from = input.verdict.startedAt;
  return view`<div>
    ${block('Deliveries that belong to no case', unclaimed, from, 'whole')}
    ${block('Requests that the runner made for itself', own, from, 'brief')}
  </div>`;
}

function block(title: string, moments: readonly Moment[], from: number, depth: Depth): View | false {
  if (moments.length === 0) return false;
  const shown = moments.slice(0, MOST_STRAYS);
  return view`<details class="case">
    <summary><span class="tag">run</span><span class="title">${title}</span><span class="quiet">${thousands(moments.length)}</span></summary>
    <div class="inside">
      ${shown.length < moments.length && view`<p class="quiet">The first ${shown.length}; the record holds all.</p>`}
      ${lanes(shown, from, depth)}
    </div>
  </details>`;
}

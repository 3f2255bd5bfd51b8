import type { CaseTrend } from '../input.ts';
import { capital, count, thousands } from '../words/text.ts';
import { moment } from '../words/times.ts';
import { caseAnchor } from './anchors.ts';
import { table, tag } from './parts.ts';
import { type View, view } from './view.ts';

/** Cases that are told; the page has all of them. */
const MOST = 12;

/** What a case has become since the runs before. */
const WORDS: Readonly<Record<CaseTrend['is'], readonly [words: string, look: string]>> = {
  new: ['newly failing', 'failed'],
  failing: ['still failing', 'failed'],
  flaky: ['flaky', 'inconclusive'],
  fixed: ['fixed', 'passed'],
};
const ORDER = Object.keys(WORDS) as readonly CaseTrend['is'][];

/** Cases that do not do as they always did, with since when, and how they came out in each run, this one last. */
export function trend(cases: readonly CaseTrend[]): View {
  const sorted = cases.toSorted((a, b) => ORDER.indexOf(a.is) - ORDER.indexOf(b.is));
  const sums = ORDER.flatMap((is) => {
    const n = cases.filter((each) => each.is === is).length;
    return n === 0 ? [] : [`${thousands(n)} ${WORDS[is][0]}`];
  });
  return view`<section id="trend"><h2>Since earlier runs</h2>
    <p>${capital(sums.join(', ')) || 'Every case does as it did.'}.</p>
    ${sorted.length > 0 && table(['Case', 'Is', 'Since', 'Runs, this one last'], sorted.slice(0, MOST).flatMap(row))}
    ${sorted.length > MOST && view`<p class="quiet">and ${count(sorted.length - MOST, 'more case')}</p>`}
  </section>`;
}

function row({ case: id, title, is, since, outcomes }: CaseTrend): View {
  const passed = outcomes.filter((each) => each === 'passed').length;
  return view`<tr><td><a href=${`#${caseAnchor(id)}`}>${title}</a> <code>${id}</code></td><td>${tag(WORDS[is][1], WORDS[is][0])}</td>
    <td>${moment(since)}</td><td><svg class="marks" width=${outcomes.length * 6} height="12" role="img" aria-label=${`passed ${passed} of ${count(outcomes.length, 'run')}`}>
    ${outcomes.map((outcome, i) => view`<rect class=${outcome} x=${i * 6} y=${outcome === 'passed' ? 6 : 0} width="4" height=${outcome === 'passed' ? 6 : 12} />`)}</svg></td></tr>`;
}

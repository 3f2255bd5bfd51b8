import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { fold } from './fold.ts';
import { alike } from './groups.ts';
import { cases, strays } from './html/cases.ts';
import { findingCards } from './html/failures.ts';
import { caseFilter, rowFilter } from './html/filters.ts';
import { page } from './html/page.ts';
import { promises } from './html/promises.ts';
import { answers, banner } from './html/summary.ts';
import { excusedBy, untested } from './html/untested.ts';
import { view } from './html/view.ts';
import { waivers } from './html/waivers.ts';
import type { ReportInput } from './input.ts';
import { isOpen, isWaived } from './waived.ts';
import { verdicts } from './words.ts';

/** One file that asks for nothing from anywhere, complete without script: verdict, promises, findings, each case's timeline. */
export function html(input: ReportInput): string {
  const { verdict } = input;
  const folded = fold(input);
  const found = [...folded.stories.flatMap((story) => story.found), ...folded.found];
  const failures = alike(found.filter(isOpen));
  const waived = alike(found.filter(isWaived));
  const observations = alike(found.filter((one) => one.outcome === 'observed'));
  const excused = [...excusedBy(folded, 'inconclusive'), ...excusedBy(folded, 'not-applicable')];
  const content = view`<div class="page">
    ${banner(folded)}
    <main>
      ${answers(verdict.counts, failures, excused, observations)}
      <nav aria-label="Sections">
        <a href="#failures">Failures</a> ${input.waiving && view`<a href="#waived">Waived</a> `}<a href="#untested">Not tested</a> <a href="#observed">Observed</a>
        <a href="#promises">Promises</a> <a href="#cases">Cases</a>
      </nav>
      <section id="failures"><h2>What failed</h2> ${findingCards(failures, 'failure', verdict.profile)}</section>
      ${input.waiving && view`<section id="waived"><h2>Waived</h2> ${waivers(input.waiving)} ${findingCards(waived, 'waived', verdict.profile)}</section>`}
      <section id="untested"><h2>What could not be tested</h2> ${untested(excused)}</section>
      <section id="observed"><h2>Where the specification is silent</h2>
        <p class="quiet">What the gateway does where nothing is promised. Recorded, never a failure.</p>
        ${findingCards(observations, 'observation', verdict.profile)}</section>
      <section id="promises"><h2>Promises of the specification</h2> ${rowFilter(verdict)} ${promises(verdict.requirements)}</section>
      <section id="cases"><h2>Cases</h2> ${caseFilter(verdict)} ${cases(folded, [...failures, ...waived])} ${strays(folded)}</section>
    </main>
  </div>`;
  return page(`${verdicts[verdict.outcome]}: ${verdict.target}`, verdict.outcome, render(content as VNode));
}

import { Fragment } from 'preact';
import { formatUtc } from '../harness/words/times.ts';
import { appOf } from './html/app-bundle.ts';
import { casesTold, inOrder, ONLY_LINES, strays } from './html/cases.ts';
import { failingCases, findingCards, observedCards } from './html/failures.ts';
import { LANES, packLanes } from './html/lanes-packed.ts';
import { BUDGET, pack, zip } from './html/pack.ts';
import { blockId, INDEX } from './html/packed.ts';
import { pageText, runningHead } from './html/page.ts';
import { sectionBar, skipTo } from './html/parts.ts';
import { promises, rowFilter } from './html/promises.ts';
import { recorder } from './html/recorder.ts';
import { excusedBy, openOrdersSection, trend, untested, waivers } from './html/sections.ts';
import { banner, goLiveSummary } from './html/summary.ts';
import { view } from './html/view.ts';
import type { ReportInput } from './input.ts';
import { resultLine } from './story/counts.ts';
import { alike, pointsOf } from './story/groups.ts';
import { lanesOf } from './story/lanes.ts';
import { allFound, failuresIn, runStory } from './story/run-story.ts';
import { isWaived } from './story/waived.ts';
import { buildWords } from './words/words.ts';

/** One file that loads nothing and is complete without script: verdict, promises, findings, and each case's timeline. */
export function* html(input: ReportInput): Generator<string> {
  const { verdict } = input;
  const run = runStory(input);
  const found = allFound(run);
  const failures = failuresIn(run);
  const waived = failuresIn(run, isWaived);
  const observations = alike(found.filter((one) => one.outcome === 'observed'));
  const excused = [...excusedBy(run, 'inconclusive'), ...excusedBy(run, 'not-applicable')];
  const stories = inOrder(run);
  const lanes = lanesOf(input);
  const places = new Map(stories.map((story, place) => [story.verdict.id, place]));
  const packedLanes = zip(JSON.stringify(packLanes(lanes, (lane) => places.get(lane.case) ?? -1)));
  const { index, blocks, isWhole } = pack(run, stories, BUDGET - packedLanes.length);
  const content = view`<div class="page" id="report">
    ${skipTo('sections', 'the sections')}
    ${banner(run, failures)}
    <main>
      ${goLiveSummary(input, { failures, waived }, excused, observations)}
      ${sectionBar([
        ['failures', 'Failures', failures.length],
        ...(lanes.length > 0 ? [['recorder', 'Orders', lanes.length] as const] : []),
        ...(input.trend ? [['trend', 'Trend', input.trend.length] as const] : []),
        ...(input.waiving ? [['waived', 'Waived', waived.length] as const] : []),
        ['untested', 'Not judged', excused.reduce((sum, { stories: those }) => sum + those.length, 0)],
        ...(verdict.openOrders ? [['open-orders', 'Left open', verdict.openOrders.length] as const] : []),
        ['promises', 'Register', verdict.requirements.length],
        ['observed', 'Observed', pointsOf(observations).length],
        ['cases', 'Cases', stories.length],
      ])}
      <section id="failures"><h2>What failed</h2> ${failingCases(failures)} ${findingCards(failures, 'failure', run)}</section>
      ${input.waiving && view`<section id="waived"><h2>Waived</h2> ${waivers(input.waiving)} ${findingCards(waived, 'waived', run)}</section>`}
      <section id="untested"><h2>Cases that could not be judged</h2> ${untested(excused, failures.length > 0)}</section>
      ${lanes.length > 0 && recorder(lanes)}
      ${input.trend && trend(input.trend)}
      ${openOrdersSection(verdict)}
      <section id="promises"><h2>Register of requirements</h2> ${rowFilter(verdict)} ${promises(verdict.requirements)}</section>
      <section id="observed"><h2>Where the specification is silent</h2>
        <p class="quiet">What the gateway does where nothing is promised. Recorded, never a failure.</p>
        ${observedCards(observations, run)}</section>
      ${strays(run)}
      <section id="cases"><h2>Cases</h2> ${!isWhole && ONLY_LINES} <div id="case-list"></div></section>
    </main>
  </div>
  <div id="case-view" hidden></div>`;
  const title = `${resultLine({ ...verdict, ...verdict.counts }, input.waiving)}: ${verdict.target}`;
  const app = appOf('report');
  yield* pageText(title, verdict.outcome, view`<${Fragment}>${content}<//>`, {
    ...app,
    style: `${app.style}${runningHead(`${title}, ${buildWords(verdict)}, ${formatUtc(verdict.startedAt)}`)}`,
    held: [[INDEX, index]],
    heldBehind: named(packedLanes, blocks),
    last: casesTold(run, stories, [...failures, ...waived]),
  });
}

function* named(lanes: string, blocks: Iterable<string>): Generator<readonly [string, string]> {
  yield [LANES, lanes];
  let nth = 0;
  for (const block of blocks) yield [blockId(nth++), block];
}

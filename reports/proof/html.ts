import type { Proof, Rate, Trial, TrialRed } from '../../harness/verdict/proof.ts';
import { clip, count } from '../../harness/words/text.ts';
import { appOf } from '../html/app-bundle.ts';
import { page } from '../html/page.ts';
import { fact, scrolling, sentenceView, table as tableOf, tag } from '../html/parts.ts';
import { type Content, type View, view } from '../html/view.ts';
import { percent, rateText, trialOutcomes, trialsThat, UNWANTED } from './words.ts';

/** The matrix of a proof as one file that loads nothing: each fault, and what it turned red. */
export function proofHtml(proof: Proof, shortcomings: readonly string[]): string {
  const isProven = shortcomings.length === 0;
  const breakers = [...trialsThat(proof, 'fault'), ...trialsThat(proof, 'departure')];
  const content = view`<div class="page">
    <header class=${`verdict ${isProven ? 'certified' : 'not-certified'}`}>
      <div>
        <p class="quiet">Assay, proven on its own fake gateway</p>
        <h1>${isProven ? 'Proven' : 'Not proven'}</h1>
        <p class="lead">Each fault makes the fake gateway break a promise on purpose, and a check that rests on that promise must fail. Each legal variant changes what the specification leaves open, and nothing may fail.</p>
        ${!proof.isWhole && view`<p>Only some of them were tried; this says nothing of what they do not touch.</p>`}
        <ul>${shortcomings.map((each) => view`<li>${each}</li>`)}</ul>
      </div>
      ${facts(proof)}
    </header>
    <main>
      ${wanting(proof)}
      ${breakers.length > 0 && view`<section><h2>Faults, and the checks that they turned red</h2> ${matrix(proof, breakers)}</section>`}
      ${loads(proof)}
      ${trialsThat(proof, 'variant').length > 0 && view`<section><h2>Legal variants</h2> ${variants(proof)}</section>`}
      ${proof.isWhole && view`<section><h2>Checks</h2> ${checks(proof)}</section><section><h2>Requirements by facet</h2> ${rows(proof)}</section>`}
    </main>
  </div>`;
  const title = `${isProven ? 'Proven' : 'Not proven'}: ${proof.target}`;
  return page(title, isProven ? 'certified' : 'not-certified', content, appOf('proof'));
}

function facts({ rates, medianKinds, profile, world, cases, seed, assay, contract }: Proof): View {
  const alarms = ({ hits, of, high }: Rate): string =>
    of === 0 ? 'none tried' : `${hits} of ${count(of, 'variant')} (95 %: at most ${percent(high)})`;
  return view`<dl class="facts">
    ${fact('Killed', rateText(rates.kill))}
    ${fact('Right cause', rateText(rates.rightCause))}
    ${fact('Cause first', `${rateText(rates.causeFirst)}, the median with ${count(medianKinds, 'kind')} of failure`)}
    ${fact('Observed', rates.observed.of === 0 ? 'none tried' : `${rates.observed.hits} of ${rates.observed.of} where the specification is silent`)}
    ${fact('False alarms', alarms(rates.falseAlarm))}
    ${fact('Profile and test data', `KCI profile ${profile}, world ${world}`)}
    ${fact('Tried with', `${count(cases, 'case')}, seed ${seed}`)}
    ${fact('Contract', view`<code>${contract.slice(0, 12)}</code>, Assay ${assay}`)}
  </dl>`;
}

/** Trials with unwanted outcomes, and what was found instead. */
function wanting({ baseline, trials }: Proof): View | null {
  const bad = [baseline, ...trials].filter(({ outcome }) => UNWANTED.includes(outcome));
  if (bad.length === 0) return null;
  return view`<section><h2>Not as it should be</h2>${bad.map(
    ({ fault, title, outcome, breaks, reds, isIdle }) => view`<article class="finding">
      <header><h3>${title}</h3> <span class="tag failed">${trialOutcomes[outcome]}</span> <span class="id">${fault}</span></header>
      ${breaks.length > 0 && view`<p>Breaks ${breaks.join(', ')}.</p>`}
      ${reds.length === 0 ? view`<p class="quiet">${isIdle ? 'It never showed: no case meets it.' : 'Nothing failed.'}</p>` : view`<ul>${reds.map((red) => view`<li>${redText(red)}</li>`)}</ul>`}
    </article>`,
  )}</section>`;
}

function redText({ check, rows, outcome, times, example }: TrialRed): string {
  const where = example.case === '' ? 'the run' : example.case;
  return `${outcome === 'observed' ? 'only observed: ' : ''}${check} on ${rows.join(', ') || 'no row'}, ${count(times, 'time')}, first in ${where}: ${clip(example.summary, 300)}`;
}

/** One line for each fault, one column for each check. */
function matrix({ checks: all }: Proof, trials: readonly Trial[]): View {
  const columns = all.map(({ check }) => check);
  const cell = ({ reds }: Trial, check: string): View => {
    const found = reds.filter((red) => red.check === check);
    if (found.length === 0) return view`<td></td>`;
    const kind = found.some(({ isCause }) => isCause) ? 'cause' : 'beside';
    const outcome = found.some((red) => red.outcome === 'failed') ? 'failed' : 'observed';
    return view`<td class=${`${kind} ${outcome}`} title=${found.map(redText).join('\n')}>${kind === 'cause' ? '●' : '○'}</td>`;
  };
  return view`<p class="quiet">● rests on what the fault breaks, ○ failed beside it. A fault meets first the cases that are likely to kill it; where these did, what else it would turn red is not shown.</p>
  ${table(
    'faults, and the checks that they turned red',
    ['Fault', 'Breaks', 'Outcome', ...columns.map((check) => view`<span>${check}</span>`)],
    trials.map(
      (trial) => view`<tr>
        <th title=${trial.title}>${trial.fault}</th><td>${trial.breaks.map((row, i, all) => view`<span class="row">${row}${i < all.length - 1 && ','}</span> `)}</td>
        <td>${outcomeTag(trial)}</td>
        ${columns.map((check) => cell(trial, check))}</tr>`,
    ),
  )}`;
}

/** Faults that certification need not find, with the traffic that shows them. */
function loads(proof: Proof): View | null {
  const trials = trialsThat(proof, 'load');
  if (trials.length === 0) return null;
  return view`<section><h2>Faults that show under load alone</h2>${table(
    'faults that show under load alone',
    ['Fault', 'What it does', 'Certification', 'Caught by the traffic'],
    trials.map(
      (trial) => view`<tr>
        <th>${trial.fault}</th><td>${trial.title}</td>
        <td>${outcomeTag(trial)}</td><td>${trial.caughtBy}</td></tr>`,
    ),
  )}</section>`;
}

function variants(proof: Proof): View {
  return table(
    'legal variants',
    ['Variant', 'What is different', 'Outcome', 'Cases', 'Not judged'],
    trialsThat(proof, 'variant').map((trial) => {
      const { fault, title, cases, inconclusive, isIdle } = trial;
      return view`<tr>
        <th>${fault}</th><td>${title}</td>
        <td>${outcomeTag(trial)}${isIdle && ' never showed'}</td>
        <td>${cases.passed} passed${cases.failed > 0 && `, ${cases.failed} failed`}</td>
        <td title=${inconclusive.join('\n')}>${cases.inconclusive > 0 && cases.inconclusive}</td></tr>`;
    }),
  );
}

function checks({ checks: all }: Proof): View {
  return table(
    'checks',
    ['Check', 'Faults that turned it red'],
    all.map(
      ({ check, faults }) =>
        view`<tr><th>${check}</th><td>${faults.length === 0 ? view`<span class="tag failed">none</span>` : `${faults.length}: ${clip(faults.join(', '), 300)}`}</td></tr>`,
    ),
  );
}

/** Every facet of every requirement, with the faults that turned it red. */
function rows({ rows: all }: Proof): View {
  return table(
    'requirements by facet',
    ['Requirement', 'Facet', 'Faults that turned it red'],
    all.flatMap(({ id, place, sentence, facets }) =>
      facets.map(
        (facet, i) => view`<tr>
          ${i === 0 && view`<th rowspan=${facets.length}>${id}<br/>${place}<br/>${sentenceView(sentence)}</th>`}
          <td>${facet.id}</td><td>${facet.faults.length === 0 ? view`<span class="tag failed">none</span>` : facet.faults.join(', ')}</td></tr>`,
      ),
    ),
  );
}

function table(what: string, columns: readonly Content[], lines: readonly View[]): View {
  return scrolling(what, tableOf(columns, lines.flat(), 'matrix'));
}

function outcomeTag({ outcome }: Trial): View {
  const isGood = outcome === 'killed' || outcome === 'clean';
  return tag(UNWANTED.includes(outcome) ? 'failed' : isGood ? 'passed' : 'observed', trialOutcomes[outcome]);
}

import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import type { RowOutcome } from '../../harness/model.ts';
import { certificateStyle } from '../html/certificate-style.ts';
import { fact } from '../html/fact.ts';
import { page } from '../html/page.ts';
import { sentenceView } from '../html/sentence.ts';
import { style } from '../html/style.ts';
import { tally } from '../html/tally.ts';
import { type View, view } from '../html/view.ts';
import { clip, count, thousands } from '../words/text.ts';
import { moment } from '../words/times.ts';
import { caseOrder, outcomes, rowMeanings, rowOrder, rowOutcomes, verdicts } from '../words/words.ts';
import { byOutcome, type Certificate } from './certificate.ts';

/** A certificate as one file that asks for nothing from anywhere, and prints as a document. */
export function certificateHtml(certificate: Certificate): string {
  const { outcome, gateway, counts, repeats } = certificate;
  const title = headline(certificate);
  const content = view`<div class="page">
    <header class=${`verdict ${outcome}`}>
      <div>
        <p class="quiet">Certificate by Assay ${certificate.assay}</p>
        <h1>${title}</h1>
        <p class="lead">${sentence(certificate)}</p>
        <dl class="tallies">
          ${tally({ title: 'Cases', order: caseOrder, counts: certificate.run.cases, words: outcomes })}
          ${tally({ title: 'Promises', order: rowOrder, counts, words: rowOutcomes })}
        </dl>
      </div>
      ${facts(certificate)}
    </header>
    <main>
      <section><h2>Certified against</h2> ${versions(certificate)}</section>
      ${byOutcome(certificate)
        .filter(([each]) => each !== 'silent' && each !== 'observed')
        .map(([each, rows]) => promises(each, rows))}
      <section><h2>Where the specification is silent</h2> ${silent(certificate)}</section>
      <section><h2>Agreed and declared</h2> ${agreed(certificate)}</section>
      ${certificate.waived.length > 0 && waived(certificate)}
      <section><h2>Repeats</h2> ${walks(repeats)}</section>
    </main>
    <footer class="quiet">
      <p>The seal is the SHA-256 digest of the run that this certificate speaks of: <code>${certificate.seal.digest}</code>. With the folder of the run, <code>npx assay verify</code> shows that nothing of it was changed, and judges it again.</p>
    </footer>
  </div>`;
  const look = { style: `${style}${certificateStyle}` };
  return page(`${title}: ${gateway.name}`, outcome, render(content as VNode), look);
}

function headline({ outcome, isWhole }: Certificate): string {
  return outcome === 'certified' && !isWhole ? 'Certified in part' : verdicts[outcome];
}

function sentence({ outcome, isWhole, gateway, counts, run }: Certificate): string {
  const name = gateway.title === '' ? gateway.name : gateway.title;
  const shown = `${count(counts.met, 'promise')} of the specification proven in ${count(run.cases.passed, 'case')}`;
  const broken = `${count(counts.breached, 'promise')} broken in ${count(run.cases.failed, 'case')}`;
  const rest = isWhole
    ? ''
    : ` ${count(counts['not-shown'], 'promise')} of the specification ${counts['not-shown'] === 1 ? 'was' : 'were'} not looked at.`;
  switch (outcome) {
    case 'certified':
      return `${name} kept what was tested: ${shown}, none broken.${rest}`;
    case 'not-certified':
      return `${name} did not keep the specification: ${broken}; ${shown}.${rest}`;
    default:
      return `It was not shown that ${name} keeps the specification: ${count(run.cases.inconclusive, 'case')} could not be judged; ${shown}.${rest}`;
  }
}

function facts({ gateway, run, seal, repeats }: Certificate): View {
  const { cases } = run;
  const total = cases.passed + cases.failed + cases.inconclusive + cases['not-applicable'];
  return view`<dl class="facts">
    ${fact('Gateway', view`${gateway.name} <span class="quiet">${gateway.baseUrl}</span>`)}
    ${fact('Tested', view`${said(run.startedAt)} <span class="quiet">to ${said(run.endedAt)}</span>`)}
    ${fact('Cases', `${thousands(total)}: ${thousands(cases.passed)} passed, ${thousands(cases.failed)} failed, ${thousands(cases.inconclusive)} inconclusive, ${thousands(cases['not-applicable'])} not applicable`)}
    ${fact('Looked at', `${count(run.checks.passed + run.checks.failed, 'check')}, ${count(run.requests, 'request')}, ${count(run.deliveries, 'KCI delivery', 'KCI deliveries')}`)}
    ${fact('Walked', repeats.cases === 0 ? 'each case once' : `each case up to ${count(repeats.most, 'time')}`)}
    ${fact('Data', `seed ${run.seed}, nonce ${run.nonce}`)}
    ${fact('Sealed', view`${said(seal.sealedAt)} <span class="quiet">${seal.signedBy === undefined ? 'not signed' : 'signed'}</span>`)}
  </dl>`;
}

function versions({ against, seal, assay }: Certificate): View {
  const version = (name: string, digest: string): View => view`${name} <code>${digest}</code>`;
  return view`<dl class="facts digests">
    ${fact('Contract', version('', against.contract))}
    ${fact('Register', version('', against.register))}
    ${fact('KCI profile', version(against.profile.name, against.profile.sha256))}
    ${fact('World', version(against.world.name, against.world.sha256))}
    ${fact('Target', version(against.target.name, against.target.sha256))}
    ${fact('Assay', assay)}
    ${fact('Seal', version('', seal.digest))}
    ${fact('Signed by', seal.signedBy === undefined ? 'nobody' : version('', seal.signedBy))}
  </dl>`;
}

function promises(outcome: RowOutcome, rows: Certificate['promises']): View {
  return view`<section>
    <h2>${capital(rowOutcomes[outcome])}</h2>
    <p class="quiet">${count(rows.length, 'promise')}: ${rowMeanings[outcome]}.</p>
    <table class="promises">
      <thead><tr><th scope="col">Promise</th><th scope="col">Sentence</th><th scope="col">Checks</th></tr></thead>
      <tbody>${rows.map(
        ({ id, sentence, place, level, passed, failed, note }) => view`<tr>
          <th scope="row">${id}</th>
          <td>${sentenceView(sentence)} <span class="quiet">${place}${level === 'stated' ? '' : `, ${level}`}</span>${note !== undefined && view`<p class="quiet">${note}</p>`}</td>
          <td>${passed + failed > 0 && view`<span class="quiet">${thousands(passed)} passed</span>`}${failed > 0 && view` <b class="bad">${thousands(failed)} failed</b>`}</td></tr>`,
      )}</tbody>
    </table>
  </section>`;
}

function silent({ observed, counts }: Certificate): View {
  const without = counts.silent;
  const rest = `Of ${count(without, 'further sentence')} that the specification leaves open, nothing was recorded.`;
  if (observed.length === 0) return view`<p class="quiet">${rest}</p>`;
  return view`<div>
    <p class="quiet">What the gateway does where nothing is promised. Recorded, never held against it. ${without > 0 && rest}</p>
    <table class="pair">
      <thead><tr><th scope="col">Left open</th><th scope="col">Observed</th><th scope="col">Times</th></tr></thead>
      <tbody>${observed.map(
        ({ rows, silence, seen, times }) =>
          view`<tr><th scope="row">${rows.slice(0, 3).join(' ')}</th><td>${sentenceView(clip(silence, 400))}${seen !== silence && view`<p class="quiet">${clip(seen, 400)}</p>`}</td><td>${thousands(times)}</td></tr>`,
      )}</tbody>
    </table>
  </div>`;
}

function agreed({ readings, declaredAbsent }: Certificate): View {
  const entries = Object.entries(readings);
  return view`<div>
    ${
      entries.length === 0
        ? view`<p class="quiet">No reading was agreed on: every answer that the specification leaves open was taken.</p>`
        : view`<table class="pair"><thead><tr><th scope="col">Promise</th><th scope="col">Agreed reading</th></tr></thead>
            <tbody>${entries.map(([row, reading]) => view`<tr><th scope="row">${row}</th><td>${reading}</td></tr>`)}</tbody></table>`
    }
    <p>${declaredAbsent.length === 0 ? 'The target declares no capability absent.' : `The target declares that it lacks: ${declaredAbsent.join(', ')}. What hangs on them was not tested.`}</p>
  </div>`;
}

function waived({ waived: all }: Certificate): View {
  return view`<section><h2>Waived</h2>
    <p class="quiet">Failures that somebody answers for. They count in the outcome above all the same.</p>
    <ul>${all.map(({ check, cases, words }) => view`<li><code>${check}</code> in ${count(cases.length, 'case')}, ${words}<p class="quiet">${clip(cases.join(', '), 600)}</p></li>`)}</ul>
  </section>`;
}

function walks({ cases, least, most, intermittent }: Certificate['repeats']): View {
  if (cases === 0)
    return view`<p class="quiet">Each case was walked once; nothing is shown of failures that come and go.</p>`;
  const often = least === most ? count(most, 'time') : `${least} to ${count(most, 'time')}`;
  return view`<div>
    <p>${count(cases, 'case')} walked ${often} each, with other data each time; ${intermittent.length === 0 ? 'no case failed now and then' : `${count(intermittent.length, 'case')} failed now and then`}.</p>
    <ul>${intermittent.map((each) => view`<li><code>${each.case}</code>: ${each.failed} of ${each.of} failed</li>`)}</ul>
  </div>`;
}

function said(time: string): string {
  return moment(Date.parse(time));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

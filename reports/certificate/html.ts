import type { RowOutcome } from '../../harness/model.ts';
import { capital, clip, count, thousands } from '../../harness/words/text.ts';
import { formatUtc } from '../../harness/words/times.ts';
import { appOf } from '../html/app-bundle.ts';
import { page } from '../html/page.ts';
import { fact, sentenceView, table, tally } from '../html/parts.ts';
import { type View, view } from '../html/view.ts';
import { breaches, casesWords, facetWords, metWords, resultOf } from '../story/counts.ts';
import { buildWords, caseOrder, outcomes, reasons, rowMeanings, rowOrder, rowOutcomes } from '../words/words.ts';
import { byOutcome, type Certificate, type Issued, testedIn } from './certificate.ts';

/** A certificate as one file that loads nothing, and prints as a document. */
export function certificateHtml(certificate: Issued): string {
  const { outcome, scope, run, counts, repeats } = certificate;
  const { word, words } = resultOf({ outcome, scope, cases: run.cases });
  const content = view`<div class="page">
    <header class=${`verdict ${outcome}`}>
      <div>
        <p class="quiet">Certificate by Assay ${certificate.assay}</p>
        <h1>${word} <small>${words}</small></h1>
        <p class="lead">${sentence(certificate)}</p>
        <dl class="tallies">
          ${tally({ title: 'Cases', order: caseOrder, counts: run.cases, words: outcomes })}
          ${tally({ title: 'Register', order: rowOrder, counts, words: rowOutcomes })}
        </dl>
      </div>
      ${facts(certificate)}
    </header>
    <main>
      <section><h2>Certified against</h2> ${versions(certificate)}</section>
      <section><h2>Issued</h2> ${issue(certificate)}</section>
      ${certificate.unjudged.length > 0 && view`<section><h2>Cases without a result</h2> ${unjudged(certificate)}</section>`}
      ${byOutcome(certificate)
        .filter(([each]) => each !== 'silent' && each !== 'observed')
        .map(([each, rows]) => requirementsOf(each, rows))}
      <section><h2>Where the specification is silent</h2> ${silent(certificate)}</section>
      <section><h2>Agreed and declared</h2> ${agreed(certificate)}</section>
      ${certificate.waived.length > 0 && waived(certificate)}
      <section><h2>Repeats</h2> ${walks(repeats)}</section>
    </main>
    <footer class="quiet">
      <p>The seal is the SHA-256 digest of the run that this certificate speaks of: <code>${certificate.seal.digest}</code>. With the folder of the run, <code>${VERIFY}</code> plans all cases again, shows that nothing was changed and none is missing, and judges the record once more.</p>
    </footer>
  </div>`;
  return page(`${word}, ${words}: ${testedIn(certificate).name}`, outcome, content, appOf('certificate'));
}

function sentence(certificate: Certificate): string {
  const { outcome, requirements, against } = certificate;
  const { name: id, title } = testedIn(certificate);
  const name = title === '' ? id : title;
  const kept =
    outcome === 'certified'
      ? `${name} kept what the specification asks for and can be seen from outside.`
      : outcome === 'not-certified' || outcome === 'failed'
        ? `${name} did not keep the specification.`
        : `It was not shown that ${name} keeps the specification.`;
  return `${kept} Breaches: ${breaches(requirements, against.profile.name)}. Met: ${metWords(requirements)}.`;
}

function facts(certificate: Certificate): View {
  const { run, seal, repeats, issued } = certificate;
  const tested = testedIn(certificate);
  return view`<dl class="facts">
    ${fact(capital(tested.side), view`${tested.name} <span class="quiet">${tested.baseUrl}, ${buildWords(tested)}</span>`)}
    ${fact('Issued by', issued.by ?? 'not stated')}
    ${fact('Holds until', issued.until)}
    ${fact('Tested', view`${said(run.startedAt)} <span class="quiet">to ${said(run.endedAt)}</span>`)}
    ${fact('Cases', casesWords(run.cases))}
    ${fact('Volume', `${count(run.checks.passed + run.checks.failed, 'check')}, ${count(run.requests, 'request')}, ${count(run.deliveries, 'KCI delivery', 'KCI deliveries')}`)}
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

/** The command that verifies the certificate. */
const VERIFY = 'npx assay verify';

function issue(certificate: Issued): View {
  const { issued, seal, signature } = certificate;
  const { side, build } = testedIn(certificate);
  const alone =
    build === undefined ? `the ${side} as it was tested: its build is not stated` : `this build of the ${side} alone`;
  return view`<dl class="facts digests">
    ${fact('By', issued.by ?? 'not stated')}
    ${fact('Holds until', `the end of ${issued.until}, UTC, for ${alone}`)}
    ${fact('Signed', signature === undefined ? 'no: only the run is under its seal' : 'yes')}
    ${fact('Verify', view`<code>${VERIFY} ${'<folder of the run>'}${seal.signedBy === undefined ? '' : ' --public-key <key of the issuer>'}</code>`)}
  </dl>`;
}

function unjudged({ unjudged: all }: Certificate): View {
  return table(
    ['Case', 'Outcome', 'Why'],
    all.flatMap(
      ({ id, outcome, reason, detail }) =>
        view`<tr><th scope="row">${id}</th><td>${outcomes[outcome]}</td><td>${reason === undefined ? '' : reasons[reason]}${detail !== undefined && view`<p class="quiet">${clip(detail, 300)}</p>`}</td></tr>`,
    ),
    'unjudged',
  );
}

function requirementsOf(outcome: RowOutcome, rows: Certificate['requirements']): View {
  return view`<section>
    <h2>${capital(rowOutcomes[outcome])}</h2>
    <p class="quiet">${count(rows.length, 'requirement')}: ${rowMeanings[outcome]}.</p>
    ${table(
      ['Requirement', 'Sentence', 'Checks'],
      rows.flatMap(
        ({ id, sentence, place, level, passed, failed, facets, note }) => view`<tr>
          <th scope="row">${id}</th>
          <td>${sentenceView(sentence)} <span class="quiet">${place}${level === 'stated' ? '' : `, ${level}`}</span>${note !== undefined && view`<p class="quiet">${note}</p>`}${facets.length > 1 && view`<p class="quiet">${facetWords({ facets })}</p>`}</td>
          <td>${passed + failed > 0 && view`<span class="quiet">${thousands(passed)} passed</span>`}${failed > 0 && view` <b class="bad">${thousands(failed)} failed</b>`}</td></tr>`,
      ),
      'promises',
    )}
  </section>`;
}

function silent(certificate: Certificate): View {
  const { observed, counts } = certificate;
  const without = counts.silent;
  const rest = `Of ${count(without, 'further sentence')} that the specification leaves open, nothing was recorded.`;
  if (observed.length === 0) return view`<p class="quiet">${rest}</p>`;
  return view`<div>
    <p class="quiet">What the ${testedIn(certificate).side} does where nothing is promised. Recorded, never held against it. ${without > 0 && rest}</p>
    ${table(
      ['Left open', 'Observed', 'Times'],
      observed.flatMap(
        ({ rows, silence, seen, times }) =>
          view`<tr><th scope="row">${rows.slice(0, 3).join(' ')}</th><td>${sentenceView(clip(silence, 400))}${seen !== silence && view`<p class="quiet">${clip(seen, 400)}</p>`}</td><td>${thousands(times)}</td></tr>`,
      ),
      'pair',
    )}
  </div>`;
}

function agreed({ readings, declaredAbsent }: Certificate): View {
  const entries = Object.entries(readings);
  return view`<div>
    ${
      entries.length === 0
        ? view`<p class="quiet">No reading was agreed on: every answer that the specification leaves open was taken.</p>`
        : table(
            ['Requirement', 'Agreed reading'],
            entries.flatMap(([row, reading]) => view`<tr><th scope="row">${row}</th><td>${reading}</td></tr>`),
            'pair',
          )
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
  return formatUtc(Date.parse(time));
}

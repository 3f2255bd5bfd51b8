import type { CallStep, CapturedBody, Headers, RequestSent } from '../../../harness/model.ts';
import { formatAnswers } from '../../../harness/wire/answer.ts';
import { defectWords } from '../../story/defect-words.ts';
import type { Mark } from '../../story/marks.ts';
import { marksIn } from '../../story/marks.ts';
import type { Arrival, Exchange } from '../../story/moments.ts';
import { readBody } from '../../story/read-body.ts';
import type { Found } from '../../story/story.ts';
import { curl } from '../../words/curl.ts';
import { count } from '../../words/text.ts';
import { moment as dated, spell } from '../../words/times.ts';
import { type View, view } from '../view.ts';
import { bodyView } from './body.ts';
import type { Telling } from './telling.ts';

/** What a panel shows beside the exchange or delivery itself. */
export interface Beside {
  readonly step?: CallStep;
  readonly found: readonly Found[];
  /** The command that walks the whole case again. */
  readonly replay: string;
}

/** What opens below the arrows of an exchange: both sides of it, and how to have it again. */
export function exchangePanel(
  { request, response, broke }: Exchange,
  { step, found, replay }: Beside,
  how: Telling,
): View {
  const marks = marksOf(response?.body ?? null, found, how);
  const owed = step === undefined ? '' : expectationWords(step);
  return view`<div class="panel">
    <div class="sides">
      <div role="group" aria-label="Request">
        ${address(request)}
        <p class="quiet">${dated(request.at)}, as ${request.tenant}</p>
        ${step?.request.defect && view`<p class="odd">${step.role === 'control' ? '' : `On purpose: ${defectWords(step.request.defect)}.`}</p>`}
        ${headers(request.headers, step, how)} ${view`<div class="purpose">${body(request.body, purposeOf(step), how)}</div>`}
      </div>
      <div role="group" aria-label="Response">
        ${
          response
            ? view`<p class="line"><b>${response.status}</b> after ${spell(response.tookMs)}</p>
              ${owed !== '' && view`<p class="quiet">${owed}</p>`}
              ${headers(response.headers, step, how)} ${body(response.body, marks, how)}`
            : view`<p class="line bad">${broke === undefined ? 'The run ended before an answer came.' : `${broke.fault} after ${spell(broke.tookMs)}: ${broke.detail}`}</p>
              ${owed !== '' && view`<p class="quiet">${owed}</p>`}`
        }
      </div>
    </div>
    ${how.depth === 'whole' && view`<details class="again"><summary>Send this request again</summary><pre class="copy" tabindex="0">${curl(request)}</pre></details>`}
    <details class="again"><summary>Walk the whole case again</summary><pre class="copy" tabindex="0">${replay}</pre></details>
  </div>`;
}

/** What opens below the arrow of a delivery. */
export function arrivalPanel({ delivery, event }: Arrival, { found, replay }: Beside, how: Telling): View {
  return view`<div class="panel">
    ${event.unreadable !== undefined && view`<p class="bad">Cannot be read: ${event.unreadable}</p>`}
    <p class="line"><b>${delivery.method}</b> ${delivery.path}</p>
    <p class="quiet">${dated(delivery.at)}, answered ${delivery.answered}${event.issuedAt === undefined ? '' : `, issued ${dated(event.issuedAt)}`}</p>
    ${delivery.unproven !== undefined && view`<p class="bad">Not proven to come from the target: ${delivery.unproven}</p>`}
    ${headers(delivery.headers, undefined, how)} ${body(delivery.body, marksOf(delivery.body, found, how), how)}
    <details class="again"><summary>Walk the whole case again</summary><pre class="copy" tabindex="0">${replay}</pre></details>
  </div>`;
}

function marksOf(captured: CapturedBody | null, found: readonly Found[], { profile }: Telling): Mark[] {
  const { json } = readBody(captured);
  return json === undefined ? [] : marksIn(json, found, profile);
}

function body(captured: CapturedBody | null, marks: readonly Mark[], { depth }: Telling): View {
  return depth === 'brief' ? view`<p class="quiet">body left out of this page</p>` : bodyView(captured, marks);
}

/** Where a request is wrong on purpose, if that is in its body. */
function purposeOf(step: CallStep | undefined): Mark[] {
  const defect = step?.request.defect;
  if (!defect?.at.startsWith('/body/')) return [];
  return [{ pointer: defect.at.slice('/body'.length), note: 'on purpose' }];
}

/** Where a request went; the parameters of its query in plain, and as they were sent. */
function address({ method, url }: RequestSent): View {
  const [path = '', encoded = ''] = url.split('?', 2);
  const parameters = [...new URLSearchParams(encoded.split('#', 1)[0])];
  if (parameters.length === 0) return view`<p class="line"><b>${method}</b> ${url}</p>`;
  const plain = parameters.map(([name, value]) => `${name}: ${value}`).join('\n');
  return view`<p class="line"><b>${method}</b> ${path}</p><pre class="headers" tabindex="0">${plain}</pre>
    <details class="raw"><summary>The query as sent</summary><pre tabindex="0">${encoded}</pre></details>`;
}

/** All headers, those first in view that the plan gave the request by name. */
function headers(all: Headers, step: CallStep | undefined, { depth }: Telling): View {
  if (depth === 'brief') return view`<p class="quiet">headers left out of this page</p>`;
  const named = new Set(Object.keys(step?.request.headers ?? {}).map((name) => name.toLowerCase()));
  const first = all.filter(([name]) => named.has(name.toLowerCase()));
  const rest = all.filter(([name]) => !named.has(name.toLowerCase()));
  return view`
    ${first.length > 0 && view`<pre class="headers" tabindex="0">${text(first)}</pre>`}
    ${rest.length > 0 && view`<details class="raw"><summary>${first.length > 0 ? count(rest.length, 'more header') : count(rest.length, 'header')}</summary><pre class="headers" tabindex="0">${text(rest)}</pre></details>`}`;
}

function text(headersOf: Headers): string {
  return headersOf.map(([name, value]) => `${name}: ${value}`).join('\n');
}

/** `Expected 202, with a body of its own.` */
function expectationWords({ expect }: CallStep): string {
  return expect.answers.length === 0
    ? 'The specification leaves this answer open.'
    : `Expected ${formatAnswers(expect.answers).replaceAll(' | ', ' or ')}.`;
}

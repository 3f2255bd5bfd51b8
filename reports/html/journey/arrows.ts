import type {
  CallStep,
  CapturedBody,
  Headers,
  Journey,
  ParallelStep,
  RequestSent,
  ScenarioKci,
} from '../../../harness/model.ts';
import { formatDuration } from '../../../harness/values/duration.ts';
import { formatAnswers, isStatus, isSuccess } from '../../../harness/wire/answer.ts';
import { defectWords } from '../../../harness/wire/defect.ts';
import { alternatives, count } from '../../../harness/words/text.ts';
import { formatUtc } from '../../../harness/words/times.ts';
import { type Mark, marksIn } from '../../story/marks.ts';
import type { DrawnExchange } from '../../story/messages.ts';
import type { ArrivalMoment, ExchangeMoment, WaitMoment } from '../../story/moments.ts';
import { patternWords } from '../../story/pattern-words.ts';
import { readBody } from '../../story/read-body.ts';
import type { Found } from '../../story/story.ts';
import { arrivalName } from '../../story/timeline.ts';
import { curl } from '../../words/curl.ts';
import { tag } from '../parts.ts';
import { type Content, type View, view } from '../view.ts';
import { bodyView } from './body.ts';
import type { Telling } from './telling.ts';

/** What all arrows of a diagram have in common, so that each need not say it. */
export interface Company {
  readonly clock: 'virtual' | 'real';
  readonly isManyTenants: boolean;
  readonly isManyOrders: boolean;
  /** The scenario's names of orders, by their ids. */
  readonly orderNames: ReadonlyMap<string, string>;
}

/** A request, on its way to the gateway. */
export function outArrow({ exchange: { request }, step, group }: DrawnExchange, { isManyTenants }: Company): View {
  return view`<span class="out"><b>${request.step || request.verb}</b> ${request.method} ${lastSegment(request.url)}${isManyTenants && view` <span class="who">as ${request.tenant}</span>`}${marksOf(step, group)}</span>`;
}

/** The special marks of a request: one of several at once, wrong on purpose, its control, asked for another outcome. */
function marksOf(step: CallStep | undefined, group: DrawnExchange['group']): Content {
  const defect = step?.request.defect;
  const fault = defect === undefined ? '' : `: ${defectWords(defect)}`;
  return [
    group && [' ', tag('', `together with ${count(group.steps.length - 1, 'other')}${tallyOf(group, step)}`)],
    step?.role === 'negative' && [' ', tag('inconclusive', `negative${fault}`)],
    step?.role === 'control' && [' ', tag('', 'control: the same, without the fault')],
    step?.role === undefined && defect && [' ', tag('inconclusive', `on purpose${fault}`)],
    step?.steer?.outcome !== undefined && [' ', tag('', `asked to end as ${step.steer.outcome}`)],
  ];
}

/** What is required of a group as a whole, shown with its first request. */
function tallyOf({ steps, tally }: ParallelStep, step: CallStep | undefined): string {
  if (tally === undefined || steps[0]?.name !== step?.name) return '';
  return `; expected of all: ${Object.entries(tally)
    .map(([answer, times]) => `${times} × ${answer}`)
    .join(', ')}`;
}

/** The answer to a request, or how the exchange broke. */
export function backArrow({ exchange: { request, response, broke }, step }: DrawnExchange, { clock }: Company): View {
  if (response === undefined) {
    return view`<span class="back broke">${broke === undefined ? 'the run ended here' : `${broke.fault} after ${formatDuration(broke.tookMs)}`}</span>`;
  }
  const { status, tookMs } = response;
  const owed = step?.expect.answers ?? [];
  const isFine = owed.length > 0 ? owed.some((each) => isStatus(each.status, status)) : status < 400;
  return view`<span class=${isFine ? 'back' : 'back error'}><span class="whose">${request.step || request.verb}: </span><b>${status}</b>${(tookMs > 0 || clock === 'real') && ` ${formatDuration(tookMs)}`}${owed.length > 0 && view`<span class="owed"> · expected ${alternatives(formatAnswers(owed))}</span>`}</span>`;
}

/** A delivery, and our receiver's answer. */
export function arrivalArrows(arrival: ArrivalMoment, attempt: number, { isManyOrders, orderNames }: Company): View {
  const { delivery, event } = arrival;
  const { sequence, status, orderId } = event;
  const about = [status ?? '', isManyOrders ? whoseEvent(orderId, orderNames) : ''];
  const words = about.filter((each) => each !== '').join(', ');
  return view`<span class="kci"><b>${arrivalName(arrival)}</b>${sequence !== undefined && ` #${sequence}`}${words !== '' && view` <span class="who">${words}</span>`}${attempt > 1 && [' ', tag('', `again, attempt ${attempt}`)]}${!delivery.expectedPath && [' ', tag('inconclusive', 'to another path')]}</span>
    <span class=${isSuccess(delivery.answered) ? 'ack' : 'ack error'}><span class="whose">answered </span>${answerWords(delivery.answered)}</span>`;
}

function whoseEvent(orderId: string | undefined, names: ReadonlyMap<string, string>): string {
  if (orderId === undefined) return 'of no order';
  return `of ${names.get(orderId) ?? `order ${orderId}`}`;
}

/** Our receiver only breaks connections or answers 5xx if a scenario says so. */
function answerWords(status: number): string {
  if (status === 0) return 'connection broken off on purpose';
  return status >= 500 ? `${status}, turned away on purpose` : String(status);
}

const ENDS: Readonly<Record<WaitMoment['wait']['ended'], string>> = {
  met: 'came',
  impossible: 'given up, for it could not come any more',
  expired: 'given up, not in time',
  interrupted: 'interrupted',
};

/** What was waited for, how long, and how it ended. */
export function waitWords({ wait: { wait, startedAt, at, ended } }: WaitMoment, journey: Journey | undefined): string {
  const took = formatDuration(at - startedAt);
  const step = journey?.steps.find(({ name }) => name === wait);
  if (step?.kind === 'wait') return `let ${took} pass${ended === 'interrupted' ? ', and was interrupted' : ''}`;
  const nth = wait === 'kci' ? 0 : Number(/^kci:(\d+)$/.exec(wait)?.[1] ?? 0) - 1;
  const owed = journey?.kci[nth];
  if (owed?.noneWithinMs !== undefined && ended === 'met')
    return `let ${took} pass, and no KCI of ${nameIn(owed)} came`;
  const whose = owed === undefined ? 'the KCIs that are expected' : `the KCIs of ${nameIn(owed)}`;
  return `waited ${took} for ${step?.kind === 'await' ? patternWords(step.pattern) : whose}: ${ENDS[ended]}`;
}

const nameIn = (owed: ScenarioKci): string => owed.for.replace(/^\$/, '');

/** The last segment of a URL's path: the rest is the same for all, and the panel has the whole URL. */
export function lastSegment(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? url;
  return `…/${path.slice(path.lastIndexOf('/') + 1)}`;
}

/** What a panel shows besides the exchange or delivery itself. */
interface Beside {
  readonly step?: CallStep;
  readonly found: readonly Found[];
  /** The command that repeats the whole case; absent if there is none. */
  readonly replay?: string;
}

/** The panel below the arrows of an exchange: both sides of it, and how to repeat it. */
export function exchangePanel(
  { request, response, broke }: ExchangeMoment,
  { step, found, replay }: Beside,
  how: Telling,
): View {
  const marks = marksInBody(response?.body ?? null, found, how);
  const owed = step === undefined ? '' : expectationWords(step);
  return view`<div class="panel">
    <div class="sides">
      <div role="group" aria-label="Request">
        ${address(request)}
        <p class="quiet">${formatUtc(request.at)}, as ${request.tenant}</p>
        ${step?.request.defect && view`<p class="odd">${step.role === 'control' ? '' : `Sent on purpose ${defectWords(step.request.defect)}.`}</p>`}
        ${headers(request.headers, step, how)} ${view`<div class="purpose">${body(request.body, purposeOf(step), how)}</div>`}
      </div>
      <div role="group" aria-label="Response">
        ${
          response
            ? view`<p class="line"><b>${response.status}</b> after ${formatDuration(response.tookMs)}</p>
              ${owed !== '' && view`<p class="quiet">${owed}</p>`}
              ${headers(response.headers, step, how)} ${body(response.body, marks, how)}`
            : view`<p class="line bad">${broke === undefined ? 'The run ended before an answer came.' : `${broke.fault} after ${formatDuration(broke.tookMs)}: ${broke.detail}`}</p>
              ${owed !== '' && view`<p class="quiet">${owed}</p>`}`
        }
      </div>
    </div>
    ${how.depth === 'whole' && view`<details class="again"><summary>Send this request again</summary><pre class="copy" tabindex="0">${curl(request)}</pre></details>`}
    ${walkAgain(replay)}
  </div>`;
}

function walkAgain(replay: string | undefined): View | '' | undefined {
  return (
    replay &&
    view`<details class="again"><summary>Walk the whole case again</summary><pre class="copy" tabindex="0">${replay}</pre></details>`
  );
}

/** The panel below the arrow of a delivery. */
export function arrivalPanel({ delivery, event }: ArrivalMoment, { found, replay }: Beside, how: Telling): View {
  return view`<div class="panel">
    ${event.unreadable !== undefined && view`<p class="bad">Cannot be read: ${event.unreadable}</p>`}
    <p class="line"><b>${delivery.method}</b> ${delivery.path}</p>
    <p class="quiet">${formatUtc(delivery.at)}, answered ${delivery.answered}${event.issuedAt === undefined ? '' : `, issued ${formatUtc(event.issuedAt)}`}</p>
    ${delivery.unproven !== undefined && view`<p class="bad">Not proven to come from the target: ${delivery.unproven}</p>`}
    ${headers(delivery.headers, undefined, how)} ${body(delivery.body, marksInBody(delivery.body, found, how), how)}
    ${walkAgain(replay)}
  </div>`;
}

function marksInBody(captured: CapturedBody | null, found: readonly Found[], { profile }: Telling): Mark[] {
  const { json } = readBody(captured);
  return json === undefined ? [] : marksIn(json, found, profile);
}

function body(captured: CapturedBody | null, marks: readonly Mark[], { depth }: Telling): View {
  return depth === 'brief' ? view`<p class="quiet">body left out of this page</p>` : bodyView(captured, marks);
}

/** The place in the body where a request is wrong on purpose, if any. */
function purposeOf(step: CallStep | undefined): Mark[] {
  const defect = step?.request.defect;
  if (!defect?.at.startsWith('/body/')) return [];
  return [{ pointer: defect.at.slice('/body'.length), note: 'on purpose' }];
}

/** The address of a request, with its query parameters decoded and as sent. */
function address({ method, url }: RequestSent): View {
  const [path = '', encoded = ''] = url.split('?', 2);
  const parameters = [...new URLSearchParams(encoded.split('#', 1)[0])];
  if (parameters.length === 0) return view`<p class="line"><b>${method}</b> ${url}</p>`;
  const plain = parameters.map(([name, value]) => `${name}: ${value}`).join('\n');
  return view`<p class="line"><b>${method}</b> ${path}</p><pre class="headers" tabindex="0">${plain}</pre>
    <details class="raw"><summary>The query as sent</summary><pre tabindex="0">${encoded}</pre></details>`;
}

/** All headers; those that the plan gave the request by name come first. */
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
    : `Expected ${alternatives(formatAnswers(expect.answers))}.`;
}

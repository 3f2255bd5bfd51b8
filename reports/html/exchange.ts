import type { CapturedBody, Headers } from '../../harness/model.ts';
import { jsonOf } from '../../harness/wire.ts';
import { curl } from '../curl.ts';
import type { Arrival, Exchange } from '../moments.ts';
import { clip, count } from '../text.ts';
import { jsonLines } from './json-lines.ts';
import { type Content, type View, view } from './view.ts';

/** How much is told: everything of a case that failed, the gist of one that passed. */
export type Depth = 'whole' | 'brief';

const MOST_WHOLE = 20_000;
const MOST_BRIEF = 240;

/** What opens below the arrows of an exchange. */
export function exchangeDetail({ request, response, broke }: Exchange, depth: Depth, pointer?: string): View {
  if (depth === 'brief') {
    const got = broke === undefined ? brief(response?.body) : `${broke.fault}: ${broke.detail}`;
    return view`<pre>${`${request.method} ${request.url}\n`}${brief(request.body)}${got === '' ? '' : `\n${got}`}</pre>`;
  }
  return view`
    <p class="line">${request.method} ${request.url}</p>
    ${headerList(request.headers)} ${bodyView(request.body)}
    ${response && view`<p class="line">${response.status} after ${response.tookMs} ms</p>${headerList(response.headers)}${bodyView(response.body, pointer)}`}
    ${broke && view`<p class="line">${broke.fault}: ${broke.detail}</p>`}
    <details><summary>Repeat this request</summary><pre class="copy">${curl(request)}</pre></details>`;
}

/** What opens below the arrow of a delivery. */
export function arrivalDetail({ delivery, event }: Arrival, depth: Depth, pointer?: string): View {
  const unreadable = event.unreadable === undefined ? '' : view`<p class="bad">Cannot be read: ${event.unreadable}</p>`;
  if (depth === 'brief') return view`${unreadable}<pre>${brief(delivery.body)}</pre>`;
  return view`
    ${unreadable}
    <p class="line">${delivery.method} ${delivery.path}, answered ${delivery.answered}</p>
    ${headerList(delivery.headers)} ${bodyView(delivery.body, pointer)}`;
}

function headerList(headers: Headers): View {
  return view`<details><summary>${count(headers.length, 'header')}</summary>
    <pre>${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre></details>`;
}

function bodyView(body: CapturedBody | null, pointer?: string): Content {
  if (body === null || body.sizeBytes === 0) return view`<p class="quiet">no body</p>`;
  const { json, problem } = jsonOf(body);
  const size = view`<p class="quiet">${body.sizeBytes} bytes${body.cut ? ', of which the first were kept' : ''}${problem === undefined ? '' : `; no JSON: ${problem}`}</p>`;
  if (json === undefined || body.sizeBytes > MOST_WHOLE) {
    return view`<pre>${clip(body.text ?? `base64 ${body.base64 ?? ''}`, MOST_WHOLE)}</pre>${size}`;
  }
  const lines = jsonLines(json, pointer);
  return view`<pre>${lines.map(({ text, marked }) => (marked ? view`<mark>${text}</mark>${'\n'}` : `${text}\n`))}</pre>`;
}

function brief(body: CapturedBody | null | undefined): string {
  if (body === null || body === undefined || body.sizeBytes === 0) return '';
  return clip(body.text ?? `base64 ${body.base64 ?? ''}`, MOST_BRIEF);
}

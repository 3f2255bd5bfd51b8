import type { CapturedBody } from '../../../harness/model.ts';
import { clip, count } from '../../../harness/words/text.ts';
import type { Mark } from '../../story/marks.ts';
import { readBody } from '../../story/read-body.ts';
import { excerpt, type JsonLine, jsonLines } from '../json-lines.ts';
import { type Content, type View, view } from '../view.ts';

/** Longer bodies are cut in their raw form. */
const MAX_WHOLE = 20_000;
/** A body with more lines first shows its marked places. */
const FEW_LINES = 24;

/** A body: as JSON with marked places, and raw. */
export function bodyView(body: CapturedBody | null, marks: readonly Mark[] = []): View {
  if (body === null || body.sizeBytes === 0) return view`<p class="quiet">no body</p>`;
  const { json, problem } = readBody(body);
  const raw = body.text ?? `base64 ${body.base64 ?? ''}`;
  const size = `${count(body.sizeBytes, 'byte')}${body.cut ? ', of which the first were kept' : ''}`;
  if (json === undefined) {
    return view`<pre tabindex="0">${clip(raw, MAX_WHOLE)}</pre><p class="quiet">${size}${problem === undefined ? '' : `; no JSON: ${problem}`}</p>`;
  }
  const lines = jsonLines(json, marks);
  const whole = view`<pre class="json" tabindex="0">${lines.map(lineView)}</pre>`;
  const isLong = marks.length > 0 && lines.length > FEW_LINES;
  return view`
    ${isLong ? view`${excerptView(lines)}<details class="raw"><summary>The whole body, ${count(lines.length, 'line')}</summary>${whole}</details>` : whole}
    <details class="raw"><summary>As it came, ${size}</summary><pre tabindex="0">${clip(raw, MAX_WHOLE)}</pre></details>`;
}

/** The marked places of a body with a few lines around each; null if nothing is marked, or it is no JSON. */
export function bodyExcerpt(body: CapturedBody | null, marks: readonly Mark[]): View | null {
  const { json } = readBody(body);
  if (json === undefined || marks.length === 0) return null;
  return excerptView(jsonLines(json, marks));
}

function excerptView(lines: readonly JsonLine[]): View {
  return view`<pre class="json" tabindex="0">${excerpt(lines).map((each) =>
    typeof each === 'number' ? view`<span class="cut">⋯ ${count(each, 'line')}</span>${'\n'}` : each.map(lineView),
  )}</pre>`;
}

/** Actual values are marked as deleted, expected ones as inserted, as in a text under revision. */
function lineView({ text, marked, isMissing, note }: JsonLine): Content {
  const indent = /^ */.exec(text)?.[0] ?? '';
  const rest = text.slice(indent.length);
  const said = note === undefined ? '' : view`<ins>${isMissing ? '' : '  '}${note}</ins>`;
  if (isMissing) return view`${indent}<mark class="missing">${rest}</mark> ${said}${'\n'}`;
  return marked ? view`${indent}<mark>${rest}</mark>${said}${'\n'}` : `${text}\n`;
}

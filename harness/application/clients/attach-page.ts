import { page } from '../../../reports/html/page.ts';
import { view } from '../../../reports/html/view.ts';
import type { Json, JsonObject } from '../../model.ts';
import { isObject } from '../../values/pointer.ts';

/** A step of a task in a line: `order  orderType: NEW, address: {"id":"1","type":"UPRN"}`. */
export function stepText(step: JsonObject): string {
  const text = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const [[verb, fields] = ['', null]] = Object.entries(step);
  const told = isObject(fields) ? Object.entries(fields).map(([name, value]) => `${name}: ${text(value)}`) : [];
  return `${verb}  ${told.join(', ')}`;
}

const SCRIPT = `
const at = (id) => document.getElementById(id);
const item = (text) => Object.assign(document.createElement('li'), { textContent: text });
let shown = '';
let open;
async function look() {
  const told = await fetch('task').then((answer) => answer.json()).catch(() => undefined);
  const text = JSON.stringify(told);
  if (text === shown) return;
  shown = text;
  open = told?.case;
  at('state').textContent = told ? 'Case ' + told.nth + ' of ' + told.of + ': ' + told.case : 'No case is open. The terminal says how it ended.';
  at('done').disabled = at('undone').disabled = !told;
  if (!told) return;
  at('title').textContent = told.title;
  for (const id of ['next', 'seen', 'past']) at(id).replaceChildren(...told[id].map(item));
}
for (const [id, done] of [['done', true], ['undone', false]])
  at(id).onclick = () => fetch('task', { method: 'POST', body: JSON.stringify({ done, case: open }) });
setInterval(look, 500);
look();
`;

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
li { overflow-wrap: anywhere; }
button { font: inherit; padding: 0.4rem 1rem; }
`;

const CONTENT = view`<main>
  <div role="status"><h1 id="state">…</h1></div>
  <p id="title"></p>
  <h2>Have the client do this</h2>
  <ol id="next"></ol>
  <p><button id="done">The client says it is done</button> <button id="undone">It says it could not be done</button></p>
  <h2>Seen so far</h2>
  <ol id="seen"></ol>
  <h2>Earlier cases</h2>
  <ol id="past"></ol>
</main>`;

/**
 * The page that tells what a running client is to do next, and what of it was seen. It asks its own address for updates.
 */
export function attachPage(): string {
  return page('What the client is to do next', '', CONTENT, { style: STYLE, script: SCRIPT, asks: true });
}

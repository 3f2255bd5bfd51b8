/** The page's own small app: it filters, searches, copies and opens what a link leads to. Nothing is lost without it. */
export const script = `
'use strict';
const all = (selector, from = document) => [...from.querySelectorAll(selector)];

for (const hidden of all('.tools[hidden], .filter[hidden]')) hidden.hidden = false;

const chosen = new Map();
function show(selector) {
  const { words = '', outcomes = new Set() } = chosen.get(selector) ?? {};
  let shown = 0;
  for (const item of all(selector)) {
    const text = item.matches('details') ? item.firstElementChild.textContent : item.textContent;
    const fits = (outcomes.size === 0 || outcomes.has(item.dataset.outcome)) &&
      words.split(/\\s+/).every((word) => text.toLowerCase().includes(word));
    item.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const place of all('.place')) {
    const rows = all('tr[data-outcome]', place);
    place.hidden = rows.every((row) => row.hidden);
    if (selector.startsWith('tr') && outcomes.size > 0) place.open = !place.hidden;
  }
  if (!selector.startsWith('tr')) document.querySelector('[role=status]').textContent = shown + (shown === 1 ? ' case' : ' cases');
}
function choose(selector, change) {
  const state = chosen.get(selector) ?? { words: '', outcomes: new Set() };
  change(state);
  chosen.set(selector, state);
  show(selector);
}

for (const list of all('[data-filter]')) {
  for (const button of all('button', list)) {
    button.addEventListener('click', () => choose(list.dataset.filter, ({ outcomes }) => {
      const on = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(on));
      if (on) outcomes.add(button.dataset.is); else outcomes.delete(button.dataset.is);
    }));
  }
}
for (const input of all('[data-search]')) {
  input.addEventListener('input', () => choose(input.dataset.search, (state) => { state.words = input.value.trim().toLowerCase(); }));
}
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !event.target.matches('input')) {
    event.preventDefault();
    document.querySelector('[data-search]').focus();
  }
});

function openTarget() {
  let found = document.getElementById(location.hash.slice(1));
  if (found === null) return;
  if (found.matches('details')) found.open = true;
  for (let at = found; at !== null; at = at.parentElement) {
    at.hidden = false;
    if (at.matches('details')) at.open = true;
  }
  (found.closest('details') ?? found).scrollIntoView();
}
addEventListener('hashchange', openTarget);
if (location.hash !== '') openTarget();

if (navigator.clipboard !== undefined) {
  for (const text of all('.copy')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copier';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
    text.after(button);
  }
}
`;

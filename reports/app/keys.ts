import { render } from 'preact';
import { view } from '../html/view.ts';

/** The actions of the keys. */
interface Bindings {
  readonly search: () => void;
  readonly step: (by: 1 | -1) => void;
  readonly back: () => void;
}

const WORDS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], 'search among cases, or in the register when there'],
  [['j', 'k'], 'next and previous: failure, requirement, case'],
  [['Enter'], 'open what has the focus'],
  [['Esc'], 'back from a case, or out of a search'],
  [['?'], 'this'],
];

const OFF = 'assay-keys-off';

/** Listens to single keys, unless the reader has turned them off (WCAG 2.2, 2.1.4) or is typing. */
export function listenToKeys({ search, step, back }: Bindings): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'keys';
  dialog.setAttribute('aria-labelledby', 'keys-title');
  document.body.append(dialog);
  const help = () => {
    draw(dialog);
    dialog.showModal();
  };
  for (const button of document.querySelectorAll('[data-keys]')) button.addEventListener('click', help);
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    const writes = target instanceof Element && target.matches('input, select, textarea, [contenteditable]');
    if (key === 'Escape') {
      if (writes) (target as HTMLElement).blur();
      else back();
      return;
    }
    if (writes || areOff()) return;
    if (key === '/') search();
    else if (key === 'j') step(1);
    else if (key === 'k') step(-1);
    else if (key === '?') help();
    else if (key === 'Enter' && target instanceof Element && target.matches('article, tr')) {
      target.querySelector<HTMLElement>('a[href^="#case:"]')?.click();
    } else return;
    event.preventDefault();
  });
}

function draw(dialog: HTMLDialogElement): void {
  render(
    view`<form method="dialog">
      <h2 id="keys-title">Keys</h2>
      <dl>${WORDS.map(([keys, what]) => view`<div><dt>${keys.map((key) => view`<kbd>${key}</kbd> `)}</dt><dd>${what}</dd></div>`)}</dl>
      <label><input type="checkbox" checked=${!areOff()} onChange=${(event: Event) => turn((event.currentTarget as HTMLInputElement).checked)} /> Single keys are on</label>
      <button autofocus onClick=${(event: Event) => {
        event.preventDefault();
        dialog.close();
      }}>Close</button>
    </form>` as never,
    dialog,
  );
}

let off: boolean | undefined;

function areOff(): boolean {
  off ??= stored() === 'yes';
  return off;
}

function turn(on: boolean): void {
  off = !on;
  try {
    localStorage.setItem(OFF, on ? 'no' : 'yes');
  } catch {
    // A page opened from a file may store nothing; the choice then lasts while the page is open.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(OFF);
  } catch {
    return null;
  }
}

import { inspect } from 'node:util';
import { failureLine, liveView } from '../../../reports/terminal/live.ts';
import type { Screen, TextStyle } from '../../../reports/terminal/screen.ts';
import { createLiveRun } from '../../application/follow/live-run.ts';
import type { StoredRun } from '../../application/stored/stored-run.ts';
import { compileContract } from '../../contract/validators.ts';

// The terminal of somebody who watches a run, as a page to take a picture of: the live view itself says what it shows, by
// the record of a run as far as it had come.

/** What a terminal shows when this share of a record has come: cases that failed, and below them what is redrawn. */
export function watched({ plan, inputs, record }: StoredRun, share: number, screen: Screen): string[] {
  const { contract, profile, target } = inputs;
  const run = createLiveRun({ plan, contract, validators: compileContract(contract), profile, target });
  const come = record.slice(0, Math.ceil(record.length * share));
  const failures = come.flatMap((observation) => {
    const one = run.see(observation);
    return one?.failure ? [failureLine(one.failure, screen)] : [];
  });
  const now = come.at(-1)?.at ?? 0;
  return [...failures, ...liveView(run.state(now - (come[0]?.at ?? now), now), screen)];
}

const COLOURS: Readonly<Record<TextStyle, string>> = {
  red: 'color: #ff8f85',
  green: 'color: #79d2a3',
  yellow: 'color: #f0c26a',
  cyan: 'color: #7fd3e0',
  dim: 'color: #98a0a8',
  bold: 'font-weight: 700',
};

/** A page that shows painted lines as a terminal does, after the command that printed them. */
export function terminalPage(command: string, lines: readonly string[]): string {
  const styles = Object.entries(COLOURS).map(([style, css]) => `.${style} { ${css} }`);
  return `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #14161a; }
pre { display: inline-block; margin: 0; padding: 1.4rem 1.6rem; color: #e6e7e4; font: 15px/1.45 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
${styles.join('\n')}
</style><pre><span class="dim">$</span> ${escaped(command)}\n${lines.map(markupOf).join('\n')}</pre>`;
}

/** Opening and closing sequences, as the live view paints with them. */
const TAGS: ReadonlyMap<string, string> = new Map(
  (Object.keys(COLOURS) as TextStyle[]).flatMap((style) => {
    const [open, close] = inspect.colors[style] ?? [];
    return [[`${open}`, `<span class="${style}">`] as const, [`${close}`, '</span>'] as const];
  }),
);

function markupOf(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: paint is made of escape sequences
  return escaped(line).replace(/\u001b\[(\d+)m/g, (_, code: string) => TAGS.get(code) ?? '');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

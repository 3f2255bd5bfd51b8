import { thousands } from '../../harness/words/text.ts';
import { quoted } from '../story/describe.ts';
import { type Content, type View, view } from './view.ts';

/** Small parts that several pages show. */

/** An entry of a `dl.facts`, beside the verdict in the head of a page. */
export function fact(name: string, value: Content): View {
  return view`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** A word with the colour of its kind. */
export function tag(kind: string, words: Content): View {
  return view`<span class=${`tag ${kind}`}>${words}</span>`;
}

/** A sentence of the spec, with text in backticks shown as code. */
export function sentenceView(sentence: string): Content {
  return quoted(sentence)
    .split('`')
    .map((part, i) => (i % 2 === 0 ? part : view`<code>${part}</code>`));
}

/** The first stop of the Tab key: skips everything before the main content. */
export function skipTo(id: string, what: string): View {
  return view`<a class="skip" href=${`#${id}`}>Skip to ${what}</a>`;
}

/** Links to the sections of a page, each with its number of entries; the page's app marks the one in view. */
export function sectionBar(sections: readonly (readonly [id: string, name: string, n: number])[]): View {
  return view`<nav class="bar" id="sections" tabindex="-1" aria-label="Sections">
    ${sections.map(([id, name, n]) => view`<a href=${`#${id}`}>${name} <span class="n">${thousands(n)}</span></a>`)}
    <button type="button" class="plain" data-keys aria-haspopup="dialog">Keys <kbd aria-hidden="true">?</kbd></button>
  </nav>`;
}

/** Shares of a whole as a coloured strip, in the given order; in SVG, because the page's policy allows no inline styles. */
export function strip(parts: readonly (readonly [name: string, n: number])[]): View {
  const total = parts.reduce((sum, [, n]) => sum + n, 0) || 1;
  let x = 0;
  const rects = parts.map(([name, n]) => {
    const width = (1000 * n) / total;
    const rect = view`<rect class=${name} x=${x.toFixed(1)} y="0" width=${width.toFixed(1)} height="10" />`;
    x += width;
    return rect;
  });
  return view`<svg class="strip" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>`;
}

/** A count by outcome, with its order and words. */
interface Tally<O extends string> {
  readonly title: string;
  readonly order: readonly O[];
  readonly counts: Readonly<Record<O, number>>;
  readonly words: Readonly<Record<O, string>>;
  /** The section of the page that lists them; the words link to it. */
  readonly section?: string;
  readonly notes?: Readonly<Record<string, string>>;
}

/** An entry of a `dl.tallies`: the number of each outcome, as a strip and in words. */
export function tally<O extends string>({ title, order, counts, words, section, notes = {} }: Tally<O>): View {
  const entry = (outcome: O): View =>
    view`<span class=${`dot ${outcome}`}></span><b>${thousands(counts[outcome])}</b> ${words[outcome]}${notes[outcome] ?? ''}`;
  return view`<div><dt>${title}</dt><dd>
    ${strip(order.map((outcome) => [outcome, counts[outcome]]))}
    <ul class="legend">${order
      .filter((outcome) => counts[outcome] > 0)
      .map(
        (outcome) =>
          view`<li>${section === undefined ? entry(outcome) : view`<a href=${`#${section}`} data-filter=${`outcome=${outcome}`}>${entry(outcome)}</a>`}</li>`,
      )}</ul></dd></div>`;
}

/** A table that may be wider than the page: it scrolls on its own, also by keys. */
export function scrolling(what: string, wide: View): View {
  return view`<div class="scrolls" role="region" aria-label=${`Table: ${what}`} tabindex="0">${wide}</div>`;
}

/** A table with a head whose columns screen readers announce. */
export function table(columns: readonly Content[], rows: readonly View[], look?: string): View {
  return view`<table class=${look}>
    <thead><tr>${columns.map((name) => view`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table>`;
}

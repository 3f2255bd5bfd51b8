import { thousands } from '../../harness/words/text.ts';
import { quoted } from '../story/describe.ts';
import { type Content, type View, view } from './view.ts';

/** Small things that several pages show. */

/** An entry of a `dl.facts`: what stands beside the verdict in the head of a page. */
export function fact(name: string, value: Content): View {
  return view`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** A word with the colour of its kind. */
export function tag(kind: string, words: Content): View {
  return view`<span class=${`tag ${kind}`}>${words}</span>`;
}

/** A sentence of the spec, with what stands in backticks there set as code here. */
export function sentenceView(sentence: string): Content {
  return quoted(sentence)
    .split('`')
    .map((part, i) => (i % 2 === 0 ? part : view`<code>${part}</code>`));
}

/** The first stop of the Tab key: past everything that stands before what most come for. */
export function skipTo(id: string, what: string): View {
  return view`<a class="skip" href=${`#${id}`}>Skip to ${what}</a>`;
}

/** Links to the sections of a page, each with how much there is; the page's app adds which one is in view. */
export function sectionBar(sections: readonly (readonly [id: string, name: string, n: number])[]): View {
  return view`<nav class="bar" id="sections" tabindex="-1" aria-label="Sections">
    ${sections.map(([id, name, n]) => view`<a href=${`#${id}`}>${name} <span class="n">${thousands(n)}</span></a>`)}
    <button type="button" class="plain" data-keys aria-haspopup="dialog">Keys <kbd aria-hidden="true">?</kbd></button>
  </nav>`;
}

/**
 * Shares of a whole as one coloured strip, in the order given; in SVG, because the page's policy lets no element bring a
 * style.
 */
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

/** What is counted: how many of each outcome, in which order and words. */
interface Tally<O extends string> {
  readonly title: string;
  readonly order: readonly O[];
  readonly counts: Readonly<Record<O, number>>;
  readonly words: Readonly<Record<O, string>>;
  /** The section of the page that lists them; the words lead there. */
  readonly section?: string;
  readonly notes?: Readonly<Record<string, string>>;
}

/** How many of each outcome: an entry of a `dl.tallies`, as a strip and in words. */
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

/** A table that may be wider than its page: it scrolls by itself, by keys too. */
export function scrolling(what: string, wide: View): View {
  return view`<div class="scrolls" role="region" aria-label=${`Table: ${what}`} tabindex="0">${wide}</div>`;
}

/** A table with its head; columns are named for those who hear it, too. */
export function table(columns: readonly Content[], rows: readonly View[], look?: string): View {
  return view`<table class=${look}>
    <thead><tr>${columns.map((name) => view`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table>`;
}

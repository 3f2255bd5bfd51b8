import { thousands } from '../words/text.ts';
import { strip } from './promises.ts';
import { type View, view } from './view.ts';

/** What is counted: how many of each outcome, in which order and words. */
export interface Tally<O extends string> {
  readonly title: string;
  readonly order: readonly O[];
  readonly counts: Readonly<Record<O, number>>;
  readonly words: Readonly<Record<O, string>>;
  /** The section of the page that lists them; the words lead there. */
  readonly section?: string;
  readonly notes?: { readonly [outcome in O]?: string };
}

/** How many of each outcome: an entry of a `dl.tallies`, as a strip and in words. */
export function tally<O extends string>({ title, order, counts, words, section, notes = {} }: Tally<O>): View {
  const present = order.filter((outcome) => counts[outcome] > 0);
  const entry = (outcome: O): View =>
    view`<span class=${`dot ${outcome}`}></span><b>${thousands(counts[outcome])}</b> ${words[outcome]}${(notes as Readonly<Record<string, string | undefined>>)[outcome] ?? ''}`;
  return view`<div><dt>${title}</dt><dd>
    ${strip(order.map((outcome) => [outcome, counts[outcome]]))}
    <ul class="legend">${present.map(
      (outcome) =>
        view`<li>${section === undefined ? entry(outcome) : view`<a href=${`#${section}`} data-filter=${`outcome=${outcome}`}>${entry(outcome)}</a>`}</li>`,
    )}</ul></dd></div>`;
}

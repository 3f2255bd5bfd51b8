import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { thousands, visible } from '../../harness/words/text.ts';
import { caseAnchor } from '../html/anchors.ts';
import { caseBody, caseHead } from '../html/case.ts';
import { tellingOf } from '../html/journey/telling.ts';
import { type CaseLine, lineAt, type PackedRun } from '../html/packed.ts';
import { type View, view } from '../html/view.ts';
import { type CaseStory, factsOf } from '../story/story.ts';
import type { Archive } from './archive.ts';
import { CaseList, CaseTools } from './case-list.ts';
import { ANY_CASE, type CaseFilter, caseHref } from './route.ts';
import { searchOf, searchWords } from './search.ts';

/** Where the cases of an archive are drawn, and what to do when a reader filters them. */
interface CaseBrowserOptions {
  readonly archive: Archive;
  readonly list: HTMLElement;
  readonly viewer: HTMLElement;
  readonly onFilter: (filter: CaseFilter) => void;
}

/** The list of all cases and the view of one. */
export type CaseBrowser = ReturnType<typeof caseBrowser>;

/** A loading message is drawn only after this time: most cases are there by then. */
const SOON_MS = 120;

/** Text that may be the id of an order, a request or a conversation. */
const IN_STORIES = /[\w-]{6,}/;

/** Creates the list and the view of an archive's cases. */
export function caseBrowser({ archive, list, viewer, onFilter }: CaseBrowserOptions) {
  const { run } = archive;
  const { ids } = run.cases;
  const facts = factsOf(run);
  const search = searchOf(run.cases);
  let filter = ANY_CASE;
  let shown = search(filter);
  let focus: { readonly place: number } | undefined;
  let open: string | undefined;
  let lookup = 0;

  const placeOf = (id: string): number | undefined => {
    const place = ids.indexOf(id);
    // An id may hold characters that an address cannot; then it is compared as in links.
    const found = place === -1 ? ids.findIndex((each) => caseAnchor(each) === caseAnchor(id)) : place;
    return found === -1 ? undefined : found;
  };
  const drawList = () => {
    const choose = (chosen: CaseFilter) => {
      set(chosen);
      onFilter(chosen);
    };
    const tools = view`<${CaseTools} columns=${run.cases} filter=${filter} shown=${shown.length} onFilter=${choose} />`;
    const lines = view`<${CaseList} columns=${run.cases} shown=${shown} lineHeight=${lineHeight(list)} focus=${focus} />`;
    draw([tools, lines], list);
  };
  const set = (chosen: CaseFilter) => {
    filter = chosen;
    shown = search(filter);
    focus = undefined;
    drawList();
    clearTimeout(lookup);
    if (shown.length === 0 && IN_STORIES.test(filter.words)) lookup = window.setTimeout(lookIntoStories, SOON_MS);
  };
  /** Words that occur in no title and no case id may be ids inside a story. */
  const lookIntoStories = async () => {
    const asked = filter;
    const found = await archive.placesOf(searchWords(asked.words));
    if (filter !== asked) return;
    shown = search({ ...asked, words: '' }).filter((place) => found.has(place));
    drawList();
  };
  const drawCase = (id: string, place: number, told: CaseStory | null | undefined, back: string) => {
    const nth = shown.indexOf(place);
    const idAt = (at: number) => ids[shown[at] ?? -1];
    const position = nth === -1 ? undefined : { nth, of: shown.length, before: idAt(nth - 1), after: idAt(nth + 1) };
    draw(
      view`<${CaseView} key=${id} line=${lineAt(run.cases, place)} told=${told} run=${run} replay=${facts.replay(ids[place])} position=${position} back=${back} />`,
      viewer,
    );
  };
  addEventListener('resize', drawList);

  return {
    /** Lists the cases that match a filter. */
    list: (chosen = filter): void => set(chosen),
    /** Moves the focus to the line of a case, if the list shows it; without an id, to the first line. */
    focus(id?: string): boolean {
      const place = id === undefined ? shown.at(0) : placeOf(id);
      if (place === undefined || !shown.includes(place)) return false;
      focus = { place };
      drawList();
      return true;
    },
    /** The case before or after another in the list. */
    beside: (id: string, by: 1 | -1): string | undefined => ids[shown[shown.indexOf(placeOf(id) ?? -1) + by] ?? -1],
    /** Shows one case with its journey; the page gets its title. */
    open(id: string, back: string): void {
      const place = placeOf(id);
      open = id;
      if (place === undefined) {
        draw(noSuchCase(id, back), viewer);
        return;
      }
      document.title = visible(lineAt(run.cases, place).title);
      const waiting = setTimeout(() => drawCase(id, place, undefined, back), SOON_MS);
      archive.caseAt(place).then((told) => {
        clearTimeout(waiting);
        if (open === id) drawCase(id, place, told, back);
      });
    },
    close(): void {
      open = undefined;
      draw(null, viewer);
    },
  };
}

function noSuchCase(id: string, back: string): View {
  return view`<div class="page case-page"><nav aria-label="Case"><a href=${back}><span aria-hidden="true">←</span> All cases</a></nav>
    <main><header class="case-head"><h1 tabindex="-1">This run has no such case</h1><p><code>${id}</code></p></header></main></div>`;
}

/** The style sheet sets the height of lines, since it knows the page's width and text size. */
function lineHeight(list: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(list).getPropertyValue('--line-rem'));
  return rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

function draw(content: View | readonly View[] | null, where: HTMLElement): void {
  render(content as never, where);
}

/** A case to show, and where its reader came from. */
interface CaseViewProps {
  readonly line: CaseLine;
  /** Undefined while it is being opened; null if the page does not hold it. */
  readonly told: CaseStory | null | undefined;
  readonly run: Pick<PackedRun, 'profile' | 'verdict'>;
  /** The command that repeats the case. */
  readonly replay: string;
  /** The position of the case in the list; absent if the list does not show it. */
  readonly position?: { readonly nth: number; readonly of: number; readonly before?: string; readonly after?: string };
  readonly back: string;
}

/** One case with its journey, in place of the report. */
function CaseView({ line, told, run, replay, position, back }: CaseViewProps): View {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [line.id]);
  useLayoutEffect(goToArrow, [line.id, told]);
  return view`<div class="page case-page">
    <nav aria-label="Case">
      <a href=${back} data-back><span aria-hidden="true">←</span> All cases</a>
      ${
        position &&
        view`<span class="quiet">${thousands(position.nth + 1)} of ${thousands(position.of)}</span>
        ${step(position.before, 'Previous')} ${step(position.after, 'Next')}`
      }
    </nav>
    <main>
      ${caseHead(line, told?.verdict, heading)}
      ${told === undefined && view`<p class="quiet" role="status">Opening …</p>`}
      ${told === null && view`<p>This page holds only the line of this case: with the stories of all cases it would be larger than a page that can be sent. This walks the case again, and shows it whole:</p><pre class="copy">${replay}</pre>`}
      ${told && caseBody(told, tellingOf(run, 'whole'))}
    </main>
  </div>`;
}

function step(id: string | undefined, word: string): View {
  return id === undefined
    ? view`<span class="quiet" aria-disabled="true">${word}</span>`
    : view`<a href=${caseHref(id)} data-step>${word}</a>`;
}

/**
 * Goes to the arrow that the address names, if there is one: when the browser looked for it, its case was not drawn yet.
 * Given the same address again, the browser scrolls there, sets the focus, and marks the target.
 */
function goToArrow(): void {
  if (document.getElementById(location.hash.slice(1))?.matches('.lanes summary')) location.replace(location.hash);
}

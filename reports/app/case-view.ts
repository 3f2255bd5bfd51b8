import { useLayoutEffect, useRef } from 'preact/hooks';
import { caseBody, caseHead } from '../html/case.ts';
import { tellingOf } from '../html/journey/telling.ts';
import type { CaseLine, PackedRun } from '../html/packed.ts';
import { type View, view } from '../html/view.ts';
import { thousands } from '../words/text.ts';
import type { ToldCase } from './archive.ts';
import { caseHref } from './route.ts';

/** A case, and where its reader came from. */
export interface CaseViewProps {
  readonly line: CaseLine;
  /** Undefined while it is being opened; null where the page does not hold it. */
  readonly told: ToldCase | null | undefined;
  readonly run: Pick<PackedRun, 'profile' | 'verdict'>;
  /** The command that walks the case again. */
  readonly replay: string;
  /** Where the case stands among those that the list shows; absent where it shows it not. */
  readonly position?: { readonly nth: number; readonly of: number; readonly before?: string; readonly after?: string };
  readonly back: string;
}

/** One case with its journey, in place of the report. */
export function CaseView({ line, told, run, replay, position, back }: CaseViewProps): View {
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
      ${caseHead(line, told?.story.verdict, heading)}
      ${told === undefined && view`<p class="quiet" role="status">Opening …</p>`}
      ${told === null && view`<p>This page holds only the line of this case: with the stories of all cases it would be larger than a page that can be sent. This walks the case again, and shows it whole:</p><pre class="copy">${replay}</pre>`}
      ${told && caseBody(told.story, tellingOf(run, told.depth))}
    </main>
  </div>`;
}

function step(id: string | undefined, word: string): View {
  return id === undefined
    ? view`<span class="quiet" aria-disabled="true">${word}</span>`
    : view`<a href=${caseHref(id)} data-step>${word}</a>`;
}

/**
 * Goes to the arrow that the address names, where one is there: the browser looked for it before its case was drawn. Told
 * the same address again, it scrolls there, gives it the focus, and marks it as what the link meant.
 */
function goToArrow(): void {
  if (document.getElementById(location.hash.slice(1))?.matches('.lanes summary')) location.replace(location.hash);
}

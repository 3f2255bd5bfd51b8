import { type View, view } from '../../../reports/html/view.ts';

/** One run of a chart. */
export interface Bar {
  /** What a reader who points at it is told. */
  readonly title: string;
  readonly look: string;
  readonly value: number;
}

const WIDTH = 600;
const HEIGHT = 120;

/**
 * Values over runs as bars from 0 to the highest. Drawn in SVG, for the page's policy lets no element bring a style; what it
 * shows is told in words as well.
 */
export function bars(
  all: readonly Bar[],
  { highest, words }: { readonly highest: number; readonly words: string },
): View {
  const width = WIDTH / Math.max(all.length, 12);
  return view`<svg class="chart" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${words}>
    ${all.map(({ title, look, value }, i) => {
      const height = Math.max(2, (HEIGHT * value) / (highest || 1));
      return view`<rect class=${look} x=${(i * width).toFixed(1)} y=${(HEIGHT - height).toFixed(1)} width=${(width * 0.8).toFixed(1)} height=${height.toFixed(1)}><title>${title}</title></rect>`;
    })}
  </svg>`;
}

/** What became of a case in each run, as a row of marks. */
export function marks(outcomes: readonly (string | null)[], words: string): View {
  return view`<svg class="marks" viewBox=${`0 0 ${outcomes.length * 5} 10`} width=${outcomes.length * 5} height="10" role="img" aria-label=${words}>
    ${outcomes.map((outcome, i) => outcome !== null && view`<rect class=${outcome} x=${i * 5} y="0" width="4" height="10" />`)}
  </svg>`;
}

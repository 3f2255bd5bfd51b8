import { count, thousands } from '../../harness/words/text.ts';
import { ANY_ROW, promisesHref, type RowFilter, toggleWord } from './route.ts';
import { searchWords } from './search.ts';

/** The matrix, controlled by the page's address. */
interface MatrixFilter {
  /** Shows the rows that match a filter; without one, all. */
  show(filter?: RowFilter): void;
}

/** Makes the filters of the matrix work. Its rows are already in the page; unwanted ones are hidden. */
export function matrixFilter(report: HTMLElement, onChange: (hash: string) => void): MatrixFilter {
  const tools = report.querySelector<HTMLElement>('#row-tools');
  if (tools === null) return { show() {} };
  const field = tools.querySelector<HTMLInputElement>('#row-search');
  const select = tools.querySelector<HTMLSelectElement>('select');
  const status = tools.querySelector<HTMLElement>('[role=status]');
  const buttons = [...tools.querySelectorAll<HTMLButtonElement>('button[data-is]')];
  const reset = tools.querySelector<HTMLButtonElement>('.plain');
  const places = [...report.querySelectorAll<HTMLDetailsElement>('.place')];
  const rows = [...report.querySelectorAll<HTMLElement>('.place tr[data-outcome]')].map((element) => ({
    element,
    outcome: element.dataset.outcome ?? '',
    level: element.dataset.level ?? '',
    section: element.closest<HTMLElement>('.place')?.dataset.section ?? '',
    text: (element.textContent ?? '').toLowerCase(),
  }));
  const wasOpen = new Map(places.map((place) => [place, place.open]));
  let filter = ANY_ROW;

  const draw = () => {
    const words = searchWords(filter.words);
    const isAny =
      filter.outcomes.length === 0 && filter.levels.length === 0 && filter.section === '' && words.length === 0;
    let left = 0;
    for (const { element, outcome, level, section, text } of rows) {
      const fits =
        (filter.outcomes.length === 0 || filter.outcomes.includes(outcome)) &&
        (filter.levels.length === 0 || filter.levels.includes(level)) &&
        (filter.section === '' || filter.section === section) &&
        words.every((word) => text.includes(word));
      element.hidden = !fits;
      if (fits) left += 1;
    }
    for (const place of places) {
      place.hidden = place.querySelector('tr[data-outcome]:not([hidden])') === null;
      place.open = isAny ? wasOpen.get(place) === true : !place.hidden;
    }
    for (const button of buttons) {
      const chosen = button.dataset.of === 'level' ? filter.levels : filter.outcomes;
      button.setAttribute('aria-pressed', String(chosen.includes(button.dataset.is ?? '')));
    }
    if (field !== null && field.value !== filter.words) field.value = filter.words;
    if (select !== null) select.value = filter.section;
    if (reset !== null) reset.hidden = isAny;
    if (status !== null) {
      status.textContent = isAny ? count(rows.length, 'row') : `${thousands(left)} of ${count(rows.length, 'row')}`;
    }
  };
  const change = (by: Partial<RowFilter>) => {
    filter = { ...filter, ...by };
    draw();
    onChange(promisesHref(filter));
  };
  for (const button of buttons) {
    const word = button.dataset.is ?? '';
    button.addEventListener('click', () =>
      button.dataset.of === 'level'
        ? change({ levels: toggleWord(filter.levels, word) })
        : change({ outcomes: toggleWord(filter.outcomes, word) }),
    );
  }
  field?.addEventListener('input', () => change({ words: field.value }));
  select?.addEventListener('change', () => change({ section: select.value }));
  reset?.addEventListener('click', () => change(ANY_ROW));
  return {
    show(wanted = ANY_ROW) {
      filter = wanted;
      draw();
    },
  };
}

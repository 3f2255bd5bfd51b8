import { resultLine } from '../../../reports/story/counts.ts';
import { count, oneLine, thousands } from '../../../reports/words/text.ts';
import { moment, spell } from '../../../reports/words/times.ts';
import type { HistoryCase, HistoryRun } from '../../evidence/history.ts';
import type { HistoryView, Imported } from './run-history.ts';

const MOST_RUNS = 30;

/** What was imported, a line for each folder. */
export function importedText(imported: readonly Imported[], shown: (folder: string) => string): string {
  const words: Readonly<Record<Imported['as'], string>> = {
    new: 'added',
    known: 'known already',
    incomplete: 'left out: it ended before it was done',
    'no-run': 'left out: there is no run in it',
    unreadable: 'left out: it cannot be read',
  };
  return imported.map(({ folder, as }) => `${shown(folder)}: ${words[as]}`).join('\n');
}

/** The runs in the order of time, then the cases that did not always pass; of one case or a few, what became of them in each run. */
export function historyText(view: HistoryView, { isOfCases }: { readonly isOfCases: boolean }): string {
  if (view.runs.length === 0) return 'No run is in the history yet.';
  return isOfCases
    ? caseBlocks(view).join('\n\n') || 'No case has that name.'
    : [runLines(view), caseLines(view)].join('\n\n');
}

function runLines({ runs }: HistoryView): string {
  const lines = runs.slice(-MOST_RUNS).map(({ target, outcome, scope, startedAt, endedAt, madeAt, cases, seed }) => {
    const counts = `${cases.passed} passed, ${cases.failed} failed, ${cases.inconclusive} inconclusive`;
    return `  ${moment(madeAt)}  ${oneLine(target)}  ${resultLine({ outcome, scope, cases })}  ${counts}, ${spell(endedAt - startedAt)}, seed ${seed}`;
  });
  return [`RUNS  ${thousands(runs.length)}`, ...lines].join('\n');
}

function caseLines({ cases }: HistoryView): string {
  const wanting = cases
    .filter(({ passRate, flakeRate, inconclusive }) => passRate !== 1 || flakeRate !== 0 || inconclusive > 0)
    .sort((a, b) => (a.passRate ?? 2) - (b.passRate ?? 2) || (b.flakeRate ?? 0) - (a.flakeRate ?? 0));
  const steady = count(cases.length - wanting.length, 'case');
  if (wanting.length === 0) return `CASES  all of ${steady} passed in every run`;
  const lines = wanting.map(
    ({ case: id, passRate, flakeRate, runs, inconclusive, medianMs }) =>
      `  ${percent(passRate)} passed  ${percent(flakeRate)} flaky  ${String(inconclusive).padStart(3)} inconclusive  ${String(runs).padStart(4)} runs  ${spell(medianMs).padStart(12)}  ${oneLine(id)}`,
  );
  return [`CASES  ${thousands(wanting.length)} did not pass in every run; ${steady} did`, ...lines].join('\n');
}

function caseBlocks({ runs, cases }: HistoryView): string[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  return cases.map(({ case: id, title, passRate, flakeRate, medianMs, over }) => {
    const head = `${oneLine(id)}: ${oneLine(title)}`;
    const rates = `  ${percent(passRate).trim()} passed, ${percent(flakeRate).trim()} flaky, median ${spell(medianMs)}`;
    return [head, rates, ...over.map((one) => caseLine(one, byId.get(one.run)))].join('\n');
  });
}

function caseLine(
  { outcome, isWaived, attempts, failedAttempts, tookMs }: HistoryCase,
  run: HistoryRun | undefined,
): string {
  const often = attempts > 1 ? `, ${failedAttempts} of ${attempts} attempts failed` : '';
  return `  ${moment(run?.startedAt ?? 0)}  ${outcome}${isWaived ? ', waived' : ''}${often}, ${spell(tookMs)}`;
}

function percent(share: number | null): string {
  return (share === null ? '–' : `${(100 * share).toFixed(1)} %`).padStart(7);
}

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { resultLine } from '../../../reports/story/counts.ts';
import {
  type HistoryCase,
  type HistoryRun,
  OtherVersion,
  openHistory,
  type RunHistory,
} from '../../evidence/history.ts';
import { type CaseRates, ratesOf } from '../../evidence/rates.ts';
import { displayPath } from '../../home.ts';
import { ensureFolder } from '../../io/files.ts';
import type { Problem } from '../../model.ts';
import { fileProblem } from '../../source/file.ts';
import { formatDuration } from '../../values/duration.ts';
import { matchesAny } from '../../verdict/waiver.ts';
import { count, oneLine, thousands } from '../../words/text.ts';
import { formatUtc } from '../../words/times.ts';
import { EXIT } from '../exit.ts';
import { HISTORY_FILE, RUNS } from '../folder/folder.ts';
import { idOf, madeAt } from '../report/trend.ts';
import { inputError, problem, Refusal } from '../say.ts';
import { rejudge } from './rejudge.ts';

/** The default file of the history. */
export const HISTORY = `${RUNS}/${HISTORY_FILE}`;

/** What happened to a folder to import. */
interface Imported {
  readonly folder: string;
  readonly as: 'new' | 'known' | 'incomplete' | 'no-run' | 'unreadable';
  /** Why it cannot be read. */
  readonly problems?: readonly Problem[];
}

/**
 * Judges runs again and adds them to the history. Leaves out interrupted runs, which may still be resumed, and folders that
 * hold no run or cannot be read. Refuses if no folder holds a run.
 */
export function importRuns(folders: readonly string[], file: string): Imported[] {
  ensureFolder(dirname(file));
  if (!folders.some((named) => idOf(named) !== undefined)) folders.slice(0, 1).forEach(rejudge);
  return withHistory(file, 'write', (history) => folders.map((named) => importRun(named, history)));
}

function importRun(named: string, history: RunHistory): Imported {
  const folder = resolve(named);
  const id = idOf(named);
  if (id === undefined) return { folder, as: 'no-run' };
  // Looked up first, since judging takes longer.
  if (history.has(id)) return { folder, as: 'known' };
  try {
    const { verdict, waiving } = rejudge(named).input;
    if (verdict.outcome === 'incomplete') return { folder, as: 'incomplete' };
    return { folder, as: history.add({ id, verdict, waiving, madeAt: madeAt(folder, verdict) }) ? 'new' : 'known' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { folder, as: 'unreadable', problems: error.problems };
  }
}

/** Which part of the history is wanted. */
export interface HistoryChoice {
  readonly target?: string;
  /** A case id; with `*`, several. */
  readonly case?: string;
  /** How many runs, counted from the latest. */
  readonly latest: number;
}

/** Runs in order of time, and how each case did in them. */
export interface HistoryView {
  readonly runs: readonly HistoryRun[];
  readonly cases: readonly ({ readonly case: string; readonly title: string } & CaseRates & {
      readonly over: readonly HistoryCase[];
    })[];
}

/** Reads a history. */
export function viewHistory(file: string, choice: HistoryChoice): HistoryView {
  if (!existsSync(file)) {
    const fix = 'fill it with "assay history import <folder of a run>"';
    throw inputError(`there is no history in ${displayPath(file)}`, 'the file is missing', fix);
  }
  return withHistory(file, 'read', (history) => {
    const runs = history.runs(choice);
    const all = runs.flatMap(({ id }) => history.cases(id)).filter((one) => matchesAny(choice.case, [one.case]));
    const over = Map.groupBy(all, (one) => one.case);
    const cases = [...over].map(([id, all]) => ({
      case: id,
      title: all.at(-1)?.title ?? '',
      ...ratesOf(all),
      over: all,
    }));
    return { runs, cases };
  });
}

function withHistory<T>(file: string, to: 'read' | 'write', use: (history: RunHistory) => T): T {
  let history: RunHistory | undefined;
  try {
    history = openHistory(file);
    return use(history);
  } catch (error) {
    throw isOfFile(error) ? new Refusal([unused(file, to, error)], EXIT.environment) : error;
  } finally {
    history?.close();
  }
}

function isOfFile(error: unknown): error is Error {
  return error instanceof OtherVersion || (error instanceof Error && 'errcode' in error);
}

function unused(file: string, to: 'read' | 'write', error: Error): Problem {
  if (error instanceof OtherVersion) {
    return problem(`the history in ${displayPath(file)} cannot be used`, error.message, 'name another file with --db');
  }
  return fileProblem(to, displayPath(file), error);
}

const MAX_RUNS = 30;

/** What happened to each folder, one line each. */
export function importedText(imported: readonly Imported[]): string {
  const words: Readonly<Record<Imported['as'], string>> = {
    new: 'added',
    known: 'known already',
    incomplete: 'left out: it ended before it was done',
    'no-run': 'left out: there is no run in it',
    unreadable: 'left out: it cannot be read',
  };
  return imported.map(({ folder, as }) => `${displayPath(folder)}: ${words[as]}`).join('\n');
}

/** The runs in order of time, then the cases that did not always pass; or, for chosen cases, their outcome in each run. */
export function historyText(view: HistoryView, { isOfCases }: { readonly isOfCases: boolean }): string {
  if (view.runs.length === 0) return 'No run is in the history yet.';
  return isOfCases
    ? caseBlocks(view).join('\n\n') || 'No case has that name.'
    : [runLines(view), caseLines(view)].join('\n\n');
}

function runLines({ runs }: HistoryView): string {
  const lines = runs.slice(-MAX_RUNS).map(({ target, outcome, scope, startedAt, endedAt, madeAt, cases, seed }) => {
    const counts = `${cases.passed} passed, ${cases.failed} failed, ${cases.inconclusive} inconclusive`;
    return `  ${formatUtc(madeAt)}  ${oneLine(target)}  ${resultLine({ outcome, scope, cases })}  ${counts}, ${formatDuration(endedAt - startedAt)}, seed ${seed}`;
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
      `  ${percent(passRate)} passed  ${percent(flakeRate)} flaky  ${String(inconclusive).padStart(3)} inconclusive  ${String(runs).padStart(4)} runs  ${formatDuration(medianMs).padStart(12)}  ${oneLine(id)}`,
  );
  return [`CASES  ${thousands(wanting.length)} did not pass in every run; ${steady} did`, ...lines].join('\n');
}

function caseBlocks({ runs, cases }: HistoryView): string[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  return cases.map(({ case: id, title, passRate, flakeRate, medianMs, over }) => {
    const head = `${oneLine(id)}: ${oneLine(title)}`;
    const rates = `  ${percent(passRate).trim()} passed, ${percent(flakeRate).trim()} flaky, median ${formatDuration(medianMs)}`;
    return [head, rates, ...over.map((one) => caseLine(one, byId.get(one.run)))].join('\n');
  });
}

function caseLine(
  { outcome, isWaived, attempts, failedAttempts, tookMs }: HistoryCase,
  run: HistoryRun | undefined,
): string {
  const often = attempts > 1 ? `, ${failedAttempts} of ${attempts} attempts failed` : '';
  return `  ${formatUtc(run?.startedAt ?? 0)}  ${outcome}${isWaived ? ', waived' : ''}${often}, ${formatDuration(tookMs)}`;
}

function percent(share: number | null): string {
  return (share === null ? '–' : `${(100 * share).toFixed(1)} %`).padStart(7);
}

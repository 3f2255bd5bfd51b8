import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type History, type HistoryCase, type HistoryRun, OtherVersion, openHistory } from '../../evidence/history.ts';
import { type CaseRates, ratesOf } from '../../evidence/rates.ts';
import { fileProblem } from '../../io/file-problem.ts';
import { ensureFolder } from '../../io/files.ts';
import type { Problem } from '../../model.ts';
import { fits } from '../../verdict/waiver.ts';
import { EXIT } from '../exit.ts';
import { HISTORY_FILE, RUNS } from '../folder/folder.ts';
import { shown } from '../places.ts';
import { idOf, madeAt } from '../report/trend.ts';
import { problem, Refusal, refusal } from '../say.ts';
import { rejudge } from './rejudge.ts';

/** Where the history is kept unless another file is named. */
export const HISTORY = `${RUNS}/${HISTORY_FILE}`;

/** What became of a folder that was to be imported. */
export interface Imported {
  readonly folder: string;
  readonly as: 'new' | 'known' | 'incomplete' | 'no-run' | 'unreadable';
  /** Why it cannot be read. */
  readonly problems?: readonly Problem[];
}

/**
 * Judges runs again and adds them to the history. A run that was broken off is left out: it may yet be taken up again. So
 * is what is no run, or none that can be read; it keeps no other out. Refuses where none of them is a run.
 */
export function importRuns(folders: readonly string[], file: string): Imported[] {
  ensureFolder(dirname(file));
  if (!folders.some((named) => idOf(named) !== undefined)) folders.slice(0, 1).forEach(rejudge);
  return withHistory(file, 'write', (history) => folders.map((named) => importRun(named, history)));
}

function importRun(named: string, history: History): Imported {
  const folder = resolve(named);
  const id = idOf(named);
  if (id === undefined) return { folder, as: 'no-run' };
  // Judging takes longer than looking.
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

/** Which part of the history is asked for. */
export interface HistoryChoice {
  readonly target?: string;
  /** A case id, or with `*` several. */
  readonly case?: string;
  /** How many runs, the latest. */
  readonly latest: number;
}

/** Runs in the order of time, and how each case did over them. */
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
    throw refusal(`there is no history in ${shown(file)}`, 'the file is missing', fix);
  }
  return withHistory(file, 'read', (history) => {
    const runs = history.runs(choice);
    const all = runs.flatMap(({ id }) => history.cases(id)).filter((one) => fits(choice.case, [one.case]));
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

function withHistory<T>(file: string, to: 'read' | 'write', use: (history: History) => T): T {
  let history: History | undefined;
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
    return problem(`the history in ${shown(file)} cannot be used`, error.message, 'name another file with --db');
  }
  return fileProblem(to, shown(file), error);
}

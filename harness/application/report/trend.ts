import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { CaseTrend, ReportInput } from '../../../reports/input.ts';
import { openHistory } from '../../evidence/history.ts';
import { sha256 } from '../../evidence/seal.ts';
import type { CaseOutcome, CaseVerdict, Verdict } from '../../model.ts';
import { subjectOf } from '../../verdict/subject.ts';
import { isInProcess } from '../../wire/in-process.ts';
import { HISTORY_FILE, RUN_FILES } from '../folder/folder.ts';

/** How many earlier runs the trend of a case looks at. */
const LATEST = 30;
/** A case that changed this often between passed and failed is flaky. */
const TURNS = 2;

/** The digest of a run's record, which identifies the run; undefined if there is no record. */
export function idOf(folder: string): string | undefined {
  const record = join(folder, RUN_FILES.record);
  return existsSync(record) ? sha256(readFileSync(record)) : undefined;
}

/** When a run was made. On virtual time all runs have the same dates, so the file's time counts. */
export function madeAt(folder: string, { baseUrl, startedAt }: Pick<Verdict, 'baseUrl' | 'startedAt'>): number {
  return isInProcess(baseUrl) ? statSync(join(folder, RUN_FILES.record)).mtimeMs : startedAt;
}

/**
 * How the cases of a run did in earlier runs of its target. Undefined if no history lies next to the run, or it has no
 * earlier run.
 */
export function trendOf(folder: string, { verdict }: Pick<ReportInput, 'verdict'>): readonly CaseTrend[] | undefined {
  const file = join(dirname(resolve(folder)), HISTORY_FILE);
  const id = existsSync(file) ? idOf(folder) : undefined;
  if (id === undefined) return undefined;
  const history = openHistory(file);
  try {
    const at = madeAt(folder, verdict);
    const all = history.runs({ target: subjectOf(verdict), latest: LATEST });
    const runs = all.filter((run) => run.id !== id && run.madeAt < at);
    if (runs.length === 0) return undefined;
    const past = runs.flatMap((run) => history.cases(run.id).map((one) => ({ ...one, at: run.madeAt })));
    const over = Map.groupBy(past, (one) => one.case);
    return verdict.cases.flatMap((one) => caseTrend(one, at, over.get(one.id) ?? []) ?? []);
  } finally {
    history.close();
  }
}

/** Undefined if the case passed as always, or has never been judged. */
function caseTrend(
  { id, title, outcome }: CaseVerdict,
  at: number,
  past: readonly { readonly outcome: CaseOutcome; readonly at: number }[],
): CaseTrend | undefined {
  const judged = [...past, { outcome, at }].filter((each) => each.outcome === 'passed' || each.outcome === 'failed');
  if (judged.at(-1)?.at !== at) return undefined;
  const turns = judged.flatMap((each, i) => (i > 0 && each.outcome !== judged[i - 1]?.outcome ? [each.at] : []));
  if (turns.length === 0 && outcome === 'passed') return undefined;
  const isTurn = turns.at(-1) === at;
  if (!isTurn && outcome === 'passed' && turns.length < TURNS) return undefined;
  const is =
    turns.length >= TURNS
      ? 'flaky'
      : outcome === 'passed'
        ? 'fixed'
        : isTurn || judged.length === 1
          ? 'new'
          : 'failing';
  return {
    case: id,
    title,
    is,
    since: turns.at(-1) ?? judged[0]?.at ?? at,
    outcomes: judged.map((each) => each.outcome),
  };
}

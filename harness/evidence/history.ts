import { DatabaseSync } from 'node:sqlite';
import type { CaseOutcome, Verdict } from '../model.ts';
import { subjectOf } from '../verdict/subject.ts';
import type { Waiving } from '../verdict/waiver.ts';
import type { CaseRun } from './rates.ts';

/** A run in the history. */
export interface HistoryRun
  extends Pick<Verdict, 'target' | 'baseUrl' | 'profile' | 'seed' | 'outcome' | 'scope' | 'startedAt' | 'endedAt'> {
  /** The digest of its record, by which the same run is recognised. */
  readonly id: string;
  /** When the run was made, ms since the epoch; its own times may be simulated. */
  readonly madeAt: number;
  readonly cases: Readonly<Record<CaseOutcome, number>>;
}

/** The outcome of a case in a run. */
export interface HistoryCase extends CaseRun {
  readonly run: string;
  readonly case: string;
  readonly title: string;
}

/** A run to add. `madeAt`: ms since the epoch, since its own times may be simulated. */
interface RunToAdd {
  readonly id: string;
  readonly verdict: Verdict;
  readonly waiving?: Waiving | undefined;
  readonly madeAt?: number;
}

/** A history of runs, in a database of one file. */
export type RunHistory = ReturnType<typeof openHistory>;

/** Raised with each change of the tables. A file of another version is left as it is. */
const VERSION = 3;

const TABLES = `
create table runs (
  id text primary key, target text not null, base_url text not null, profile text not null, seed integer not null,
  outcome text not null, planned integer not null, planned_of integer not null,
  started_at integer not null, ended_at integer not null,
  passed integer not null, failed integer not null, inconclusive integer not null, not_applicable integer not null,
  made_at integer not null
) strict;
create table cases (
  run text not null references runs (id), place integer not null, id text not null, title text not null,
  outcome text not null, is_waived integer not null, took_ms integer not null,
  attempts integer not null, failed_attempts integer not null,
  primary key (run, place)
) strict;
create index cases_by_id on cases (id);
pragma user_version = ${VERSION};`;

/** Opens a history, or makes one if the file is missing. Throws if the file is no history, or of another version. */
export function openHistory(file: string) {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    prepare(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    /** Adds a run. False, and nothing is changed, if it was there already. */
    add: (run: RunToAdd): boolean => add(database, run),
    has: (id: string): boolean => database.prepare('select 1 from runs where id = ?').get(id) !== undefined,
    /** The latest runs, oldest first; of one target or of all. */
    runs: ({ target, latest }: { readonly target?: string; readonly latest: number }): HistoryRun[] => {
      const found = database
        .prepare(
          `select ${RUN_COLUMNS} from runs where ?1 is null or target = ?1 order by made_at desc, rowid desc limit ?2`,
        )
        .all(target ?? null, latest) as unknown as RunRow[];
      return found.map(runOf).reverse();
    },
    /** The cases of a run, in the order of its plan. */
    cases: (run: string): HistoryCase[] => {
      const found = database
        .prepare(`select ${CASE_COLUMNS} from cases where run = ? order by place`)
        .all(run) as unknown as CaseRow[];
      return found.map((row) => ({ ...row, isWaived: row.isWaived === 1 }));
    },
    close: (): void => database.close(),
  };
}

/** Migrates a history of version 2, which knew runs only by their own times. */
const WITHOUT_MADE_AT = `
alter table runs add column made_at integer not null default 0;
update runs set made_at = started_at;
pragma user_version = ${VERSION};`;

/** Thrown for a history of another version of Assay. */
export class OtherVersion extends Error {}

function prepare(database: DatabaseSync): void {
  const { user_version: version } = database.prepare('pragma user_version').get() as { user_version: number };
  const { n } = database.prepare('select count(*) as n from sqlite_schema').get() as { n: number };
  if (n === 0) database.exec(`begin; ${TABLES} commit;`);
  else if (version === 2) database.exec(`begin; ${WITHOUT_MADE_AT} commit;`);
  else if (version !== VERSION) throw new OtherVersion(`it is of version ${version}, and this Assay writes ${VERSION}`);
}

function add(database: DatabaseSync, { id, verdict, waiving, madeAt = verdict.startedAt }: RunToAdd): boolean {
  const { cases } = verdict.counts;
  database.exec('begin immediate');
  try {
    const { changes } = database
      .prepare('insert into runs values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing')
      .run(
        id,
        subjectOf(verdict),
        verdict.baseUrl,
        verdict.profile,
        verdict.seed,
        verdict.outcome,
        verdict.scope.cases,
        verdict.scope.of,
        Math.round(verdict.startedAt),
        Math.round(verdict.endedAt),
        cases.passed,
        cases.failed,
        cases.inconclusive,
        cases['not-applicable'],
        Math.round(madeAt),
      );
    if (changes === 0) {
      database.exec('rollback');
      return false;
    }
    const insert = database.prepare('insert into cases values (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    verdict.cases.forEach((one, place) => {
      const { attempts = [] } = one;
      const failed = attempts.filter(({ outcome }) => outcome === 'failed').length;
      insert.run(
        id,
        place,
        one.id,
        one.title,
        one.outcome,
        Number(waiving?.waivedCases.includes(one.id) ?? false),
        Math.round(one.endedAt - one.startedAt),
        Math.max(1, attempts.length),
        attempts.length === 0 ? Number(one.outcome === 'failed') : failed,
      );
    });
    database.exec('commit');
    return true;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

const RUN_COLUMNS = `id, target, base_url as baseUrl, profile, seed, outcome, started_at as startedAt, ended_at as endedAt, made_at as madeAt,
  planned, planned_of, passed, failed, inconclusive, not_applicable`;

type RunRow = Omit<HistoryRun, 'scope' | 'cases'> &
  Record<'planned' | 'planned_of' | 'passed' | 'failed' | 'inconclusive' | 'not_applicable', number>;

function runOf({ startedAt, endedAt, planned, planned_of: of, ...row }: RunRow): HistoryRun {
  const { passed, failed, inconclusive, not_applicable, ...run } = row;
  const cases = { passed, failed, inconclusive, 'not-applicable': not_applicable };
  return { ...run, scope: { cases: planned, of }, startedAt, endedAt, cases };
}

const CASE_COLUMNS = `run, id as "case", title, outcome, is_waived as isWaived, took_ms as tookMs, attempts,
  failed_attempts as failedAttempts`;

type CaseRow = Omit<HistoryCase, 'isWaived'> & { readonly isWaived: number };

import type { Observation } from '../../model.ts';
import { pickOnly } from '../../plan/selection.ts';
import { foldOf } from '../../record/fold.ts';
import { writeHar } from '../../traffic/har.ts';
import { printReport, refuseOn } from '../say.ts';
import { readRun, type StoredRun } from '../stored/stored-run.ts';
import { VERSION } from '../version.ts';

/** Prints a run, or the cases of it that a pattern names, as HAR. */
export function printHar(named: string | undefined, pattern: string | undefined): void {
  for (const piece of harOf(readRun(named), pattern)) printReport(piece);
}

/** The same as text, piece by piece. */
function harOf(run: StoredRun, pattern?: string): Iterable<string> {
  return writeHar(pattern === undefined ? run.record : ofCases(run, pattern), VERSION);
}

/** What belongs to some cases: their exchanges, and the deliveries that name their orders. */
function ofCases({ plan, record, inputs }: StoredRun, pattern: string): readonly Observation[] {
  const { journeys, problems } = pickOnly(plan.journeys, [pattern]);
  refuseOn(problems);
  const { walks } = foldOf(record, inputs.profile);
  const seqs = new Set(
    journeys
      .flatMap(({ id }) => walks.get(id) ?? [])
      .flatMap(({ exchanges, orders }) => [
        ...exchanges.flatMap(({ sent, response, broke }) => [sent, response, broke].map((each) => each?.seq)),
        ...orders.flatMap(({ arrivals }) => arrivals.map(({ seen }) => seen.seq)),
      ]),
  );
  return record.filter(({ seq }) => seqs.has(seq));
}

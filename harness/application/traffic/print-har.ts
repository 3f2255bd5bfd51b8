import { pickOnly } from '../../plan/selection.ts';
import { foldOf } from '../../record/fold.ts';
import { type AskedTraffic, writeHar } from '../../traffic/har.ts';
import { recordPart } from '../../traffic/watch.ts';
import { printReport, refuseOn } from '../say.ts';
import { readRun, type StoredRun } from '../stored/stored-run.ts';
import { VERSION } from '../version.ts';

/** Prints a run, or its cases that match a pattern, as HAR. */
export function printHar(named: string | undefined, pattern: string | undefined): void {
  const run = readRun(named);
  const told = pattern === undefined ? run : ofCases(run, pattern);
  for (const piece of writeHar(told, VERSION)) printReport(piece);
}

function ofCases({ plan, record, inputs }: StoredRun, pattern: string): AskedTraffic {
  const { journeys, problems } = pickOnly(plan.journeys, [pattern]);
  refuseOn(problems);
  const { walks } = foldOf(record, inputs.profile);
  const beside = record.filter((each) => !('journey' in each || 'delivery' in each));
  const its = journeys.flatMap(({ id }) => walks.get(id) ?? []);
  return { plan: { ...plan, journeys }, record: recordPart(beside, its) };
}

import type { Observation } from '../../model.ts';
import { pickOnly } from '../../plan/selection.ts';
import { foldOf } from '../../record/fold.ts';
import { type AskedTraffic, writeHar } from '../../traffic/har.ts';
import { printReport, refuseOn } from '../say.ts';
import { readRun, type StoredRun } from '../stored/stored-run.ts';
import { VERSION } from '../version.ts';

/** Prints a run, or the cases of it that a pattern names, as HAR. */
export function printHar(named: string | undefined, pattern: string | undefined): void {
  for (const piece of harOf(readRun(named), pattern)) printReport(piece);
}

/** The same as text, piece by piece. */
function harOf(run: StoredRun, pattern?: string): Iterable<string> {
  return writeHar(pattern === undefined ? run : ofCases(run, pattern), VERSION);
}

/** What belongs to some cases: their exchanges, the deliveries that name their orders, and what their run did for them. */
function ofCases({ plan, record, inputs }: StoredRun, pattern: string): AskedTraffic {
  const { journeys, problems } = pickOnly(plan.journeys, [pattern]);
  refuseOn(problems);
  const ids = new Set(journeys.map(({ id }) => id));
  const { walks } = foldOf(record, inputs.profile);
  const orders = [...ids].flatMap((id) => walks.get(id) ?? []).flatMap((walk) => walk.orders);
  const told = new Set(orders.flatMap(({ arrivals }) => arrivals.map(({ seen }) => seen.seq)));
  const isTheirs = (seen: Observation): boolean =>
    seen.type === 'delivery-received' ? told.has(seen.seq) : !('journey' in seen) || ids.has(String(seen.journey));
  return { plan: { ...plan, journeys }, record: record.filter(isTheirs) };
}

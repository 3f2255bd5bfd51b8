import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LOAD_LABELS, loadReporters, loadText } from '../../../reports/load/index.ts';
import { loadOtlp } from '../../../reports/otlp.ts';
import { LOAD_REPORT_FILES } from '../../../reports/reporters.ts';
import type { Lane } from '../../../reports/story/lane.ts';
import { displayPath } from '../../home.ts';
import { readLines } from '../../io/lines.ts';
import { type OpenRecordOptions, openRecord } from '../../io/record-file.ts';
import { idIn } from '../../journey/calls.ts';
import { readDelivery } from '../../kci/read.ts';
import type { Keep } from '../../load/load.ts';
import type { Contract, Json, KciProfile, LoadVerdict, Observation } from '../../model.ts';
import { bodyJson, parseJson } from '../../wire/wire.ts';
import { LOAD_FILES } from '../folder/folder.ts';
import { withoutContacts } from '../report/mask-contacts.ts';
import { deliver, printsOf, type ReportOptions } from '../report/outlets.ts';
import { sendOtlp } from '../report/send-otlp.ts';
import { print } from '../say.ts';

/** Which reports are made of a load, and how. */
export type LoadReportOptions = Omit<ReportOptions, 'lastGood'>;

/** Writes the reports of a load that were asked for, and prints the one for the terminal. */
export async function reportLoad(
  folder: string,
  whole: LoadVerdict,
  { contract, profile }: { readonly contract: Contract; readonly profile: KciProfile },
  { outlets, quiet, maskContacts = false, otel }: LoadReportOptions,
): Promise<void> {
  const load = quotedIn(folder, whole, profile);
  const { verdict, ...evidence } = maskContacts ? maskLoad(load, contract) : load;
  const files = outlets.flatMap((outlet) => {
    const render = loadReporters[outlet.reporter];
    return deliver(folder, outlet, LOAD_REPORT_FILES[outlet.reporter], () => [
      render(verdict, { ...evidence, profile }),
    ]);
  });
  if (otel !== undefined) await sendOtlp(loadOtlp(verdict), otel, process.env);
  if (printsOf(outlets, 'console') && !quiet) print(loadText(verdict, files.map(displayPath)), LOAD_LABELS);
  if (printsOf(outlets, 'github')) print(loadReporters.github(verdict));
}

/** The verdict of a load, with the observations of journeys that its failures quote, and orders with their events. */
type QuotedLoad = ReturnType<typeof quotedIn>;

/** Opens the files in a load's folder for what it keeps. */
export function openKept(folder: string, options: OpenRecordOptions = {}): { keep: Keep; close(): void } {
  const failed = openRecord(join(folder, LOAD_FILES.failed), options);
  const orders = openRecord(join(folder, LOAD_FILES.orders), options);
  const files = { failed, orders };
  return {
    keep: (line, of) => files[of].write(line),
    close: () => {
      failed.close();
      orders.close();
    },
  };
}

/** Reads from a load's folder the requests and answers of the quoted journeys, and the events of orders. */
export function quotedIn(folder: string, verdict: LoadVerdict, profile: KciProfile) {
  const quoted = new Set(verdict.failures.map(({ example }) => example.journey));
  const orders = new Set<string>();
  const isQuoted = (seen: Observation): boolean =>
    seen.type === 'delivery-received'
      ? readDelivery(profile, seen).some(({ event }) => orders.has(event.orderId ?? ''))
      : 'journey' in seen && quoted.has(seen.journey);
  const record: Observation[] = [];
  for (const seen of valuesIn<Observation>(join(folder, LOAD_FILES.failed))) {
    if (!isQuoted(seen)) continue;
    record.push(seen);
    const id = seen.type === 'request-sent' && seen.verb === 'order' ? idIn(bodyJson(seen.body).json) : undefined;
    if (id !== undefined) orders.add(id);
  }
  return { verdict, record, lanes: [...valuesIn<Lane>(join(folder, LOAD_FILES.orders))] };
}

/** The values in a file of JSON lines; none if there is no such file. */
function* valuesIn<T>(file: string): Generator<T> {
  for (const line of existsSync(file) ? readLines(file) : []) {
    const value = parseJson(line).json as T | undefined;
    if (value !== undefined) yield value;
  }
}

/** A load for a report that is passed on: without contacts. The files in its folder keep them. */
function maskLoad(load: QuotedLoad, contract: Contract): QuotedLoad {
  const value = load as unknown as Json;
  return withoutContacts(value, [value], contract) as unknown as QuotedLoad;
}

import { LOAD_LABELS, loadReporters, loadText } from '../../../reports/load/index.ts';
import { loadOtlp } from '../../../reports/otlp.ts';
import type { Contract, KciProfile, LoadVerdict } from '../../model.ts';
import { shown } from '../places.ts';
import { deliver, type ReportOptions } from '../report/outlets.ts';
import { sendOtlp } from '../report/send-otlp.ts';
import { print } from '../say.ts';
import { maskLoad, quotedIn } from './quoted.ts';

/** Which reports are made of a load, and how. */
export type LoadReportOptions = Omit<ReportOptions, 'lastGood'>;

/** Writes the reports of a load that were asked for, and tells the terminal. */
export async function reportLoad(
  folder: string,
  whole: LoadVerdict,
  { contract, profile }: { readonly contract: Contract; readonly profile: KciProfile },
  { outlets, quiet, maskContacts = false, otel }: LoadReportOptions,
): Promise<void> {
  const load = quotedIn(folder, whole, profile);
  const { verdict, ...evidence } = maskContacts ? maskLoad(load, contract) : load;
  const files = outlets.flatMap((outlet) => {
    const { render, file: usual } = loadReporters[outlet.reporter];
    return deliver(folder, outlet, usual, () => [render(verdict, { ...evidence, profile })]);
  });
  if (otel !== undefined) await sendOtlp(loadOtlp(verdict), otel, process.env);
  const has = (name: string): boolean => outlets.some(({ reporter, file }) => reporter === name && file === undefined);
  if (has('console') && !quiet) print(loadText(verdict, files.map(shown)), LOAD_LABELS);
  if (has('github')) print(loadReporters.github.render(verdict));
}

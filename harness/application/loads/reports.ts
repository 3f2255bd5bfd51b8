import { LOAD_LABELS, loadReporters, loadText } from '../../../reports/load/index.ts';
import type { Contract, KciProfile, LoadVerdict } from '../../model.ts';
import { shown } from '../places.ts';
import { deliver, type Outlet } from '../report/outlets.ts';
import { print } from '../say.ts';
import { maskLoad, quotedIn } from './quoted.ts';

/** Writes the reports of a load that were asked for, and tells the terminal. */
export function reportLoad(
  folder: string,
  whole: LoadVerdict,
  { contract, profile }: { readonly contract: Contract; readonly profile: KciProfile },
  {
    outlets,
    quiet,
    maskContacts = false,
  }: { readonly outlets: readonly Outlet[]; readonly quiet: boolean; readonly maskContacts?: boolean },
): void {
  const load = quotedIn(folder, whole, profile);
  const { verdict, record } = maskContacts ? maskLoad(load, contract) : load;
  const files = outlets.flatMap((outlet) => {
    const { render, file: usual } = loadReporters[outlet.reporter];
    return deliver(folder, outlet, usual, () => [render(verdict, { record, profile })]);
  });
  const has = (name: string): boolean => outlets.some(({ reporter, file }) => reporter === name && file === undefined);
  if (has('console') && !quiet) print(loadText(verdict, files.map(shown)), LOAD_LABELS);
  if (has('github')) print(loadReporters.github.render(verdict));
}

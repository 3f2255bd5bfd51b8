import { LOAD_LABELS, loadReporters, loadText } from '../../../reports/load/index.ts';
import type { Contract, LoadVerdict } from '../../model.ts';
import { shown } from '../places.ts';
import { deliver, type Outlet } from '../report/outlets.ts';
import { print } from '../say.ts';
import { maskLoad } from './mask-load.ts';

/** Writes the reports of a load that were asked for, and tells the terminal. */
export function reportLoad(
  folder: string,
  whole: LoadVerdict,
  contract: Contract,
  {
    outlets,
    quiet,
    maskContacts = false,
  }: { readonly outlets: readonly Outlet[]; readonly quiet: boolean; readonly maskContacts?: boolean },
): void {
  const verdict = maskContacts ? maskLoad(whole, folder, contract) : whole;
  const files = outlets.flatMap((outlet) => {
    const { render, file: usual } = loadReporters[outlet.reporter];
    return deliver(folder, outlet, usual, () => [render(verdict)]);
  });
  const has = (name: string): boolean => outlets.some(({ reporter, file }) => reporter === name && file === undefined);
  if (has('console') && !quiet) print(loadText(verdict, files.map(shown)), LOAD_LABELS);
  if (has('github')) print(loadReporters.github.render(verdict));
}

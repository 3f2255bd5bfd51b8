import { join, resolve } from 'node:path';
import { LOAD_LABELS, loadReporters, loadText } from '../../../reports/load/index.ts';
import type { Contract, LoadVerdict } from '../../model.ts';
import { shown } from '../places.ts';
import { writeFile } from '../run/folder.ts';
import type { Outlet } from '../run/outlets.ts';
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
  const files = outlets.flatMap(({ reporter, file }) => {
    const { render, file: usual } = loadReporters[reporter];
    if (usual === null && file === undefined) return [];
    const path = file === undefined ? join(folder, usual ?? reporter) : resolve(file);
    writeFile(path, render(verdict));
    return [path];
  });
  const has = (name: string): boolean => outlets.some(({ reporter, file }) => reporter === name && file === undefined);
  if (has('console') && !quiet) print(loadText(verdict, files.map(shown)), LOAD_LABELS);
  if (has('github')) print(loadReporters.github.render(verdict));
}

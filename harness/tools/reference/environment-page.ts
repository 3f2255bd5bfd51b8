import type { Command } from 'commander';
import { commandsOf } from './commands-page.ts';
import { code, page, prose, table } from './markdown.ts';

/** Variables that are no flags, and what reads them. */
export const OTHERS: Readonly<Record<string, string>> = {
  NO_COLOR: 'set: what is printed has no colours',
  FORCE_COLOR: 'set: it has colours although nobody looks',
  CI: 'set, and not `0` or `false`: no live view',
  TERM: '`dumb`: no live view and no colours; `linux`: no characters beyond ASCII in it',
  'LC_ALL, LC_CTYPE, LANG': 'the locale: bars and ellipses are drawn where it says UTF-8',
  GITHUB_ACTIONS: '`true`: annotations for GitHub are printed with the reports',
  GITHUB_STEP_SUMMARY: 'the file that the summary for GitHub is added to',
  K6_BIN: 'the k6 that `assay load` runs; else the first on the `PATH`',
  FC_SEED: 'the seed of the values that the tests of this repository try; 1 where it is not set',
  CHROMIUM: 'the browser of the tests of the HTML report, and of `npm run pictures`; else `/usr/bin/chromium`',
};

/** The page about environment variables, from the command line's own flags. */
export function environmentPage(program: Command): string {
  const variables = new Map<string, { flags: string; readonly commands: string[] }>();
  for (const { name, command } of commandsOf(program)) {
    for (const { envVar, long } of command.options) {
      if (!envVar) continue;
      const known = variables.get(envVar) ?? { flags: long ?? '', commands: [] };
      known.commands.push(name);
      variables.set(envVar, known);
    }
  }
  const rows = [...variables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return page('Environment variables', [
    'Many flags have a variable of the same name. The flag goes first; an empty variable counts as not set, and `0` or `false` switches a flag without a value off. Lists are separated by commas.',
    table(
      ['Variable', 'Flag', 'Of'],
      rows.map(([variable, { flags, commands }]) => [code(variable), code(flags), commands.map(code).join(', ')]),
    ),
    'Others:',
    table(
      ['Variable', ''],
      Object.entries(OTHERS).map(([variable, what]) => [code(variable), prose(what)]),
    ),
    'What a target file takes from the environment (`$env.NAME`) is named by that file.',
  ]);
}

import type { Command } from 'commander';
import { EXIT } from '../application/exit.ts';
import { AssayCommand } from './command.ts';
import { several } from './flag-values.ts';

/** `assay prove-client`: shows that mistakes of clients are found, and right clients left alone. */
export function proveClientCommand(): Command {
  return new AssayCommand('prove-client')
    .flag('--only <way>', 'only these ways, by their names or a pattern with *; may be repeated', several)
    .summary('prove that mistakes of clients are found: plants them into the example client')
    .description(
      'Plants mistakes into the example client, each of which must be found for the row that it breaks, and has it behave in other right ways, none of which may fail a case.',
    )
    .examples([
      ['assay prove-client', 'every mistake in the cases that must show it, every right way in all cases'],
      ["assay prove-client --only '*token*'", 'some'],
    ])
    .runs(async ({ only = [] }: { readonly only?: readonly string[] }) => {
      const { loadClientInputs } = await import('../application/clients/certify-client.ts');
      const { proveWays, shippedWays } = await import('../application/clients/prove-client.ts');
      const { print, refusal } = await import('../application/say.ts');
      const { globOf } = await import('../values/glob.ts');
      const globs = only.map(globOf);
      const ways = shippedWays().filter(({ way }) => globs.length === 0 || globs.some((glob) => glob.test(way)));
      if (ways.length === 0) throw refusal('no way is left', `none is called ${only.join(' or ')}`);
      const proven = await proveWays(ways, loadClientInputs({ target: 'fake' }, []));
      const mistakes = proven.filter(({ way }) => way.breaks !== undefined);
      const right = proven.filter(({ way }) => way.breaks === undefined);
      for (const { way, breached, failed } of proven.filter(({ isProven }) => !isProven)) {
        const what = way.breaks === undefined ? `failed though right: ${failed[0]}` : `not found for ${way.breaks}`;
        print(`  ${way.way}: ${what}${breached.length > 0 ? ` (breached: ${breached.join(', ')})` : ''}`);
      }
      const found = mistakes.filter(({ isProven }) => isProven).length;
      const alone = right.filter(({ isProven }) => isProven).length;
      print(
        `${found} of ${mistakes.length} mistakes found for their rows, ${right.length - alone} of ${right.length} right ways failed`,
      );
      return found + alone === proven.length ? EXIT.passed : EXIT.failed;
    });
}

import type { Command } from 'commander';
import type { ClientOptions } from '../application/clients/certify-client.ts';
import { EXIT } from '../application/exit.ts';
import type { ReportFlags } from '../application/report/outlets.ts';
import { shellQuote } from '../words/shell.ts';
import { AssayCommand, flag } from './command.ts';
import { withJudgement } from './commands-traffic.ts';
import { duration, label, portNumber, several } from './flag-values.ts';
import { aimOf, withOutlets } from './options.ts';

/** `assay certify-client`: judges a tenant's client against the fake. */
export function certifyClientCommand(): Command {
  const driven = 'started for each case, with gateway, credentials, webhook and task in its environment';
  const attached = 'the client runs already: it is told what to do next, and is seen to do it';
  return withJudgement(new AssayCommand('certify-client'))
    .flag('--command <command>', driven)
    .addOption(flag('--attach', attached).conflicts('command'))
    .flag('--name <text>', 'what the client is called', label, 'client')
    .flag('--webhook <url>', 'where the client takes events; left out, it is told a free port for each case')
    .flag('--port <number>', 'where the gateway listens; any free port, or 8080 with --attach', portNumber)
    .flag('--within <duration>', 'the longest that a case may take; 20s, or 15m with --attach', duration)
    .flag('--only <case>', 'only these cases: an id, or a pattern with *; may be repeated', several)
    .argument('[paths...]', 'scenarios of clients: files or folders (default: all that come with Assay)')
    .summary("certify a tenant's client: the fake is the gateway, and the client is judged")
    .description(
      "Plays a gateway to a tenant's client, one that keeps its promises and one in every kind of trouble, and judges what the client asks, repeats, acknowledges and leaves alone.",
    )
    .examples([
      ["assay certify-client --command 'npm run journey'", 'started for each case'],
      ["assay certify-client --command 'node client.mjs' --only 'client/conflict*'", 'some cases'],
      ['assay certify-client --attach --webhook http://127.0.0.1:9000/kcis', 'a client that runs already'],
    ])
    .runs(async (paths: string[], flags: Omit<ClientOptions, 'outlets' | 'words'> & ReportFlags) => {
      const { certifyClient } = await import('../application/clients/certify-client.ts');
      const how = flags.attach ? '--attach' : `--command ${shellQuote(flags.command ?? '')}`;
      const name = `--name ${shellQuote(flags.name)}`;
      const words = ['npx assay certify-client', ...paths.map(shellQuote), ...aimOf(flags), name, how].join(' ');
      return certifyClient(paths, { ...(await withOutlets(flags)), words });
    });
}

/** `assay prove-client`: shows that mistakes of clients are found, and correct clients pass. */
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
      const { print, inputError } = await import('../application/say.ts');
      const { globOf } = await import('../values/glob.ts');
      const globs = only.map(globOf);
      const ways = shippedWays().filter(({ way }) => globs.length === 0 || globs.some((glob) => glob.test(way)));
      if (ways.length === 0) throw inputError('no way is left', `none is called ${only.join(' or ')}`);
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

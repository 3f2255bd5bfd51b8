import type { Command } from 'commander';
import { quote } from '../../reports/words/shell.ts';
import type { ClientOptions } from '../application/clients/certify-client.ts';
import type { ReportFlags } from '../application/report/outlets.ts';
import { AssayCommand, flag } from './command.ts';
import { withJudgement } from './command-judge-traffic.ts';
import { duration, label, portNumber, several } from './flag-values.ts';
import { aimOf } from './options.ts';

/** `assay certify-client`: the fake against a tenant's client. */
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
      const { readOutlets } = await import('../application/report/outlets.ts');
      const how = flags.attach ? '--attach' : `--command ${quote(flags.command ?? '')}`;
      const name = `--name ${quote(flags.name)}`;
      const words = ['npx assay certify-client', ...paths.map(quote), ...aimOf(flags), name, how].join(' ');
      return certifyClient(paths, { ...flags, outlets: readOutlets(flags.reporter, process.env), words });
    });
}

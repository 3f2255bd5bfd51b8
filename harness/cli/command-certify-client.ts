import type { Command } from 'commander';
import { quote } from '../../reports/words/shell.ts';
import type { ClientOptions } from '../application/clients/certify-client.ts';
import type { ReportFlags } from '../application/report/outlets.ts';
import { AssayCommand, flag } from './command.ts';
import { duration, label, portNumber, several, wholeNumber } from './flag-values.ts';
import { ALLOW_INCONCLUSIVE, grouped, MASK_CONTACTS, QUIET, REPORTER, withAim } from './options.ts';

type ClientFlags = ReportFlags &
  Omit<ClientOptions, 'outlets' | 'words' | 'port' | 'within'> &
  Partial<Pick<ClientOptions, 'port' | 'within'>>;

/** A person is asked to do something, and may be away. */
const ATTACHED_MS = 900_000;
const STARTED_MS = 20_000;
const ATTACHED_PORT = 8080;

/** `assay certify-client`: the fake against a tenant's client. */
export function certifyClientCommand(): Command {
  const command = withAim(new AssayCommand('certify-client'));
  grouped(command, 'How the client is driven:', [
    flag(
      '--command <command>',
      'started for each case, with gateway, credentials, webhook and task in its environment',
    ),
    flag('--attach', 'the client runs already: it is told what to do next, and is seen to do it').conflicts('command'),
    flag('--name <text>', 'what the client is called').argParser(label).default('client'),
    flag('--build <text>', 'what its build is called; reports and certificate say so').argParser(label),
    flag('--webhook <url>', 'where the client takes events; left out, it is told a free port for each case'),
    flag('--port <number>', 'where the gateway listens; any free port, or 8080 with --attach').argParser(portNumber),
    flag('--within <duration>', 'the longest that a case may take; 20s, or 15m with --attach').argParser(duration),
    flag('--kci-delay <duration>', 'time between the events of an order').argParser(duration).default(60, '60ms'),
    flag('--only <case>', 'only these cases: an id, or a pattern with *; may be repeated').argParser(several),
    flag('--seed <number>', 'the same seed gives the same answers').argParser(wholeNumber).default(1),
  ]);
  grouped(command, 'What comes of it:', [
    flag('--out <folder>', 'folder of the run (default: reports/out/<time>-<name>)'),
    flag(REPORTER[0], REPORTER[1]).argParser(several),
    flag(...ALLOW_INCONCLUSIVE),
    flag(...MASK_CONTACTS),
    flag(...QUIET),
  ]);
  return command
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
    .runs(async (paths: string[], flags: ClientFlags) => {
      const { certifyClient } = await import('../application/clients/certify-client.ts');
      const { readOutlets } = await import('../application/report/outlets.ts');
      const { attach = false, command: started } = flags;
      const driven = attach ? '--attach' : `--command ${quote(started ?? '')}`;
      return certifyClient(paths, {
        ...flags,
        port: flags.port ?? (attach ? ATTACHED_PORT : 0),
        within: flags.within ?? (attach ? ATTACHED_MS : STARTED_MS),
        outlets: readOutlets(flags.reporter, process.env),
        words: ['assay certify-client', ...paths.map(quote), driven].join(' '),
      });
    });
}

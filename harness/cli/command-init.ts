import type { Command } from 'commander';
import { print, refusal } from '../application/say.ts';
import type { InitFlags } from '../setup/init/answers.ts';
import { AssayCommand } from './command.ts';

interface Flags extends InitFlags {
  readonly yes?: boolean;
  readonly force?: boolean;
}

/** Collects a flag that may be given several times, each as it stands. */
function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** `assay init`: a first target file and world. */
export function initCommand(): Command {
  return new AssayCommand('init')
    .argument('[folder]', 'where to write them', '.')
    .option('--name <name>', 'name of the gateway; the files are called by it')
    .option('--title <text>', 'one line for people')
    .option('--base-url <url>', 'its address')
    .option(
      '--tenant <name[:ID:SECRET]>',
      'a tenant, and the variables that hold its client id and secret; may be repeated',
      collect,
    )
    .option('--profile <name|file>', 'KCI profile (default: supplier)')
    .option('--listen <address>', 'where Assay listens for events (default: 127.0.0.1:0)')
    .option('--public-url <url>', 'the address at which the gateway reaches that')
    .option('--path-secret-variable <NAME>', "variable with the secret part of the webhook's path")
    .option('--steering <way>', 'headers, addresses, operator or none (default: none)')
    .option('--world <name|file>', 'a world that is there already, in place of a new one')
    .option('--service <id>', 'service that is ordered (default: fttp)')
    .option('--address <kind=id,id…>', 'addresses of a kind, such as newLine=900100000001; may be repeated', collect)
    .option('--addresses-stay', 'orders leave the addresses as they were, as with stubs')
    .option('-y, --yes', 'ask nothing: take the flags, and what is usual for the rest')
    .option('--force', 'replace files that are there already')
    .summary('write a first target file and world, by asking')
    .description(
      'Writes a first target file, and a world of the addresses that the gateway knows, by asking in the terminal; a flag spares its question. Asks for the names of the environment variables that hold credentials, never for the credentials.',
    )
    .examples([
      ['assay init acme', 'by asking, into the folder acme'],
      [
        'assay init acme --yes --name acme --base-url https://cvt.gateway.example --tenant acme-broadband --address newLine=900100000001',
        'without',
      ],
    ])
    .action(async (folder: string, { yes, force = false, ...flags }: Flags) => {
      const { init } = await import('../setup/init/init.ts');
      const { openTerminal } = await import('../setup/init/terminal.ts');
      if (!yes && !process.stdin.isTTY) {
        const fix = 'give --yes with --name, --base-url, --tenant, and --address or --world; see "assay init --help"';
        throw refusal('there is no terminal to ask on', 'the standard input is none', fix);
      }
      const terminal = yes ? null : openTerminal(process.stdin, process.stderr);
      try {
        print(await init({ ...flags, folder, force }, terminal));
      } finally {
        terminal?.close();
      }
    });
}

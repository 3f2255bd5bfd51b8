import { Command } from 'commander';
import { EXIT } from '../application/exit.ts';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { flag } from './options.ts';

interface ListenFlags {
  readonly listen: string;
  readonly publicUrl?: string;
  readonly profile: string;
  readonly pathSecret?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** `assay listen`: the receiver alone. */
export function listenCommand(done: Done): Command {
  return new Command('listen')
    .addOption(
      flag('--listen <address>', 'address and port to listen on; port 0 is any free one').default('127.0.0.1:0'),
    )
    .addOption(flag('--public-url <url>', 'the address as the gateway sees it'))
    .addOption(flag('--path-secret <word>', 'first part of the path (default: a new one each time)'))
    .addOption(flag('--tls-cert <file>', 'certificate, PEM; with --tls-key'))
    .addOption(flag('--tls-key <file>', 'private key, PEM'))
    .addOption(flag('--profile <name|file>', 'KCI profile to read deliveries by').default('supplier'))
    .summary('receive KCI webhooks and print each as a line of JSON, until interrupted')
    .description(
      'Receives KCI webhooks, acknowledges each, and prints it as a line of JSON: as it came but for credentials, and what the KCI profile reads in it.',
    )
    .addHelpText(
      'after',
      examples([
        ['assay listen --listen 127.0.0.1:9000 --path-secret kcis', 'at http://127.0.0.1:9000/kcis/…'],
        ['assay listen --profile tenant | jq .event.name', 'the names of the events alone'],
      ]),
    )
    .action(async (flags: ListenFlags) => {
      const { listen } = await import('../application/open/listen.ts');
      await listen(flags);
      done(EXIT.passed);
    });
}

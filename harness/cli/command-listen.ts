import type { Command } from 'commander';
import type { ListenOptions } from '../application/open/listen.ts';
import { AssayCommand } from './command.ts';

/** `assay listen`: the receiver alone. */
export function listenCommand(): Command {
  return new AssayCommand('listen')
    .flag('--listen <address>', 'address and port to listen on; port 0 is any free one', undefined, '127.0.0.1:0')
    .flag('--public-url <url>', 'the address as the gateway sees it')
    .flag('--path-secret <word>', 'first part of the path (default: a new one each time)')
    .flag('--tls-cert <file>', 'certificate, PEM; with --tls-key')
    .flag('--tls-key <file>', 'private key, PEM')
    .flag('--profile <name|file>', 'KCI profile to read deliveries by', undefined, 'supplier')
    .summary('receive KCI webhooks and print each as a line of JSON, until interrupted')
    .description(
      'Receives KCI webhooks, acknowledges each, and prints it as a line of JSON: as it came but for credentials, and what the KCI profile reads in it.',
    )
    .examples([
      ['assay listen --listen 127.0.0.1:9000 --path-secret kcis', 'at http://127.0.0.1:9000/kcis/…'],
      ['assay listen --profile tenant | jq .event.name', 'the names of the events alone'],
    ])
    .action(async (flags: ListenOptions) => {
      const { listen } = await import('../application/open/listen.ts');
      await listen(flags);
    });
}

import type { Command } from 'commander';
import type { RelayOptions } from '../application/traffic/proxy.ts';
import { AssayCommand } from './command.ts';
import { judgementOf, type TrafficFlags, withJudgement } from './command-judge-traffic.ts';
import { portNumber } from './flag-values.ts';

/** Adds the flags of every command that stands between a client and a gateway. */
export function withRelay(command: AssayCommand): AssayCommand {
  return command
    .flag('--port <number>', 'port to listen on for the client; 0 is any free one', portNumber, 8080)
    .flag('--host <address>', 'address to listen on', undefined, '127.0.0.1')
    .flag('--webhook <url>', 'where the client takes KCI events')
    .flag('--webhook-port <number>', 'port to listen on for the gateway; 0 is any free one', portNumber, 8081);
}

/** `assay proxy`: stands between a client and a gateway. */
export function proxyCommand(): Command {
  return withRelay(withJudgement(new AssayCommand('proxy')))
    .summary('stand between a client and a gateway, and judge both')
    .description(
      'Passes the bytes of a client and of a gateway on as they come, webhooks too, records them, says what breaks as it goes, and judges both sides when it is interrupted. What cannot be seen by looking on alone is not shown, and never met.',
    )
    .examples([
      ['assay proxy --target acme.yaml', 'the client asks port 8080 in place of the gateway'],
      ['assay proxy --target acme.yaml --webhook http://127.0.0.1:9000/kcis', 'the gateway delivers to port 8081'],
    ])
    .runs(async (flags: RelayOptions & TrafficFlags) => {
      const { runProxy } = await import('../application/traffic/proxy.ts');
      const { aim, options } = await judgementOf(flags, 'proxy');
      return runProxy(aim, { ...flags, ...options });
    });
}

import { Command, Option } from 'commander';
import { EXIT } from '../application/exit.ts';
import { duration, portNumber, several, wholeNumber } from './flag-values.ts';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { flag } from './options.ts';

interface FakeFlags {
  readonly port: number;
  readonly host: string;
  readonly webhook?: string;
  readonly profile?: string;
  readonly world?: string;
  readonly target: string;
  readonly seed: number;
  readonly kciDelay: number;
  readonly tokenLife: number;
  readonly fault?: readonly string[];
}

/** `assay fake`: the fake gateway on a socket. */
export function fakeCommand(done: Done): Command {
  return (
    new Command('fake')
      .addOption(flag('--port <number>', 'port to listen on; 0 is any free one').argParser(portNumber).default(8080))
      .addOption(flag('--host <address>', 'address to listen on').default('127.0.0.1'))
      .addOption(
        flag(
          '--webhook <url>',
          'where to deliver KCI events; a client may also PUT {"url": "http://…"} to /_fake/webhook',
        ),
      )
      // Without an environment variable: ASSAY_TARGET names the gateway to certify, whose credentials are not for a fake.
      .addOption(new Option('--target <name|file>', 'target whose tenants, world and profile to take').default('fake'))
      .addOption(flag('--profile <name|file>', "KCI profile, in place of the target's own"))
      .addOption(flag('--world <name|file>', "world, in place of the target's own"))
      .addOption(
        flag('--kci-delay <duration>', 'time between the events of an order, such as 20ms or 30s')
          .argParser(duration)
          .default(2_000, '2s'),
      )
      .addOption(
        flag('--token-life <duration>', 'life of an access token').argParser(duration).default(3_600_000, '1h'),
      )
      .addOption(
        flag('--fault <name|file>', 'faults to show: of fixtures/faults, or of a file; may be repeated').argParser(
          several,
        ),
      )
      .addOption(
        flag('--seed <number>', 'the same seed and requests give the same answers').argParser(wholeNumber).default(1),
      )
      .summary('serve the fake gateway on a socket, until interrupted')
      .description(
        'Serves a gateway that keeps every promise of the specification, for clients to be developed against. Requests steer it: X-Scenario asks for an outcome, X-Problem-Code and X-Kci-Delay for details, X-Fault for a fault.',
      )
      .addHelpText(
        'after',
        examples([
          ['assay fake --webhook http://127.0.0.1:9000/kcis', 'on port 8080, events to your client'],
          ['assay fake --port 0 --kci-delay 20ms', 'on any free port, quick'],
          ['assay fake --fault kci-lost-completion', 'one that misbehaves'],
        ]),
      )
      .action(async (flags: FakeFlags) => {
        const { serveFake } = await import('../application/open/serve-fake.ts');
        await serveFake(flags);
        done(EXIT.passed);
      })
  );
}

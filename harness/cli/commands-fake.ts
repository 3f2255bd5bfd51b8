import { type Command, Option } from 'commander';
import type { ExitCode } from '../application/exit.ts';
import type { ServeFakeOptions } from '../application/open/serve-fake.ts';
import { AssayCommand, flag } from './command.ts';
import { duration, portNumber, positiveNumber, several, wholeNumber } from './flag-values.ts';
import { QUIET } from './options.ts';

/** `assay fake`: the fake gateway on a socket. */
export function fakeCommand(): Command {
  return (
    new AssayCommand('fake')
      .argument('[command...]', 'behind --: what to run beside the fake, which ends with it')
      .flag('--port <number>', 'port to listen on; 0 is any free one', portNumber, 8080)
      .flag('--host <address>', 'address to listen on', undefined, '127.0.0.1')
      .flag(
        '--webhook <url>',
        'where to deliver KCI events; a client may also PUT {"url": "http://…"} to /_fake/webhook',
      )
      // No environment variable: ASSAY_TARGET names the gateway to certify, and a fake must not use its credentials.
      .addOption(new Option('--target <name|file>', 'target whose tenants, world and profile to take').default('fake'))
      .flag('--profile <name|file>', "KCI profile, in place of the target's own")
      .flag('--world <name|file>', "world, in place of the target's own")
      .addOption(
        flag('--kci-delay <duration>', 'time between the events of an order, such as 20ms or 30s', duration).default(
          2_000,
          '2s',
        ),
      )
      .addOption(flag('--token-life <duration>', 'life of an access token', duration).default(3_600_000, '1h'))
      .flag('--fault <name|file>', 'faults to show: of fixtures/faults, or of a file; may be repeated', several)
      .flag('--seed <number>', 'the same seed and requests give the same answers', wholeNumber, 1)
      .summary('serve the fake gateway on a socket, until interrupted')
      .description(
        'Serves a gateway that keeps every promise of the specification, for clients to be developed against. Requests steer it: X-Scenario asks for an outcome, X-Problem-Code and X-Kci-Delay for details, X-Fault for a fault.',
      )
      .examples([
        ['assay fake --webhook http://127.0.0.1:9000/kcis', 'on port 8080, events to your client'],
        ['assay fake --port 0 --kci-delay 20ms', 'on any free port, quick'],
        ['assay fake --fault kci-lost-completion', 'one that misbehaves'],
        ['assay fake --port 0 -- npm test', 'for one command, which finds it at FAKE_URL; ends as that does'],
      ])
      .runs(async (command: string[], flags: ServeFakeOptions) => {
        const { serveFake } = await import('../application/open/serve-fake.ts');
        return (await serveFake(flags, command)) as ExitCode;
      })
  );
}

/** `assay prove`: tries every fault and every legal variant with the shipped runner. */
export function proveCommand(): Command {
  return new AssayCommand('prove')
    .summary('make the fake misbehave in every known way, and see each caught')
    .description(
      'Certifies the fake gateway once for every fault and every legal variant of fixtures/faults. A fault must turn red a check on a promise that it breaks; a legal variant must turn nothing red. Writes prove.json and prove.html.',
    )
    .flag('--fault <name|file>', 'only these faults, variants or files of them; may be repeated', several)
    .flag('--profile <name|file>', 'KCI profile, in place of the one of the fake')
    .flag('--seed <number>', 'the same seed gives the same data', wholeNumber, 1)
    .flag('--jobs <number>', 'threads (default: one for each core)', positiveNumber)
    .flag('--out <folder>', 'folder of the reports (default: reports/out/<time>-prove)')
    .flag(...QUIET)
    .examples([
      ['assay prove', 'all of it'],
      ['assay prove --fault kci-lost-completion,booking-double', 'some faults'],
      ['assay prove --fault my-faults.yaml', 'a file of yours'],
    ])
    .runsLazily(async () => (await import('../application/proofs/prove.ts')).proveAll);
}

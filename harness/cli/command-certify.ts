import { Command } from 'commander';
import type { Target } from '../model.ts';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { type RunFlags, withRun } from './options.ts';

/** `assay certify`: every scenario against the target. */
export function certifyCommand(done: Done): Command {
  return withRun(new Command('certify'))
    .summary('run every scenario against a target and write verdict and reports')
    .description(
      'Runs every scenario that comes with Assay against a target, judges what was recorded by the specification, and writes verdict and reports. Without --target it certifies the fake gateway in this process.',
    )
    .addHelpText(
      'after',
      examples([
        ['assay certify', 'try it: the embedded fake, on virtual time'],
        ['assay certify --target acme.yaml --out reports/acme', 'your gateway'],
        ['assay certify --fault kci-lost-completion', 'see a failure: a fake that misbehaves'],
        ['assay certify --reporter console,junit,github', 'in CI'],
        ['assay certify --shard 2/4 --nonce build-71', 'one job of a matrix; "assay report merge" joins them'],
      ]),
    )
    .action(async (flags: RunFlags) => done(await start('certify', [], flags)));
}

/** `assay run`: the scenarios named. */
export function runCommand(done: Done): Command {
  return withRun(new Command('run'))
    .argument('[paths...]', 'scenario files or folders (default: all that come with Assay)')
    .summary('run some scenarios: files, folders, tags or single cases')
    .description(
      'Runs scenarios of yours or some of those that come with Assay: files, folders, tags or single cases. Writes verdict and reports like certify.',
    )
    .addHelpText(
      'after',
      examples([
        ['assay run scenarios/orders', 'a folder'],
        ['assay run my-scenarios/fibre.yaml --target acme.yaml', 'a file of yours'],
        ['assay run --tag smoke', 'by tag'],
        ["assay run --only 'orders/provide-new*' --seed 7", 'by name, with the data of seed 7'],
      ]),
    )
    .action(async (paths: string[], flags: RunFlags) => done(await start('run', paths, flags)));
}

async function start(name: string, paths: readonly string[], flags: RunFlags) {
  const [{ loadInputs }, { execute }, { readOutlets }, { withTags }] = await Promise.all([
    import('./inputs.ts'),
    import('./execute.ts'),
    import('./outlets.ts'),
    import('./pick.ts'),
  ]);
  const outlets = readOutlets(flags.reporter, process.env);
  const inputs = loadInputs(flags, paths);
  return execute(
    { ...inputs, target: limited(inputs.target, flags), scenarios: withTags(inputs.scenarios, flags.tag) },
    {
      seed: flags.seed,
      faults: flags.fault ?? [],
      only: flags.only ?? [],
      repeatEach: flags.repeatEach ?? 1,
      shuffle: flags.shuffle ?? false,
      ...(flags.shard === undefined ? {} : { shard: flags.shard }),
      ...(flags.nonce === undefined ? {} : { nonce: flags.nonce }),
      outlets,
      allowInconclusive: flags.allowInconclusive ?? false,
      quiet: flags.quiet ?? false,
      command: replayOf(name, paths, flags),
      ...(flags.door === undefined ? {} : { door: flags.door }),
      ...(flags.out === undefined ? {} : { out: flags.out }),
    },
  );
}

function limited(target: Target, { workers, rate }: RunFlags): Target {
  const { limits } = target;
  return {
    ...target,
    limits: { concurrency: workers || limits.concurrency, requestsPerSecond: rate || limits.requestsPerSecond },
  };
}

/** The command that makes this run again; the seed and the case are added where a case is replayed. */
function replayOf(name: string, paths: readonly string[], flags: RunFlags): string {
  const given = (word: string, value: string | undefined, usual?: string): string[] =>
    value === undefined || value === usual ? [] : [word, quote(value)];
  return [
    'npx assay',
    name,
    ...paths.map(quote),
    ...given('--target', flags.target, 'fake'),
    ...given('--profile', flags.profile),
    ...given('--world', flags.world),
    ...given('--door', flags.door),
    ...(flags.fault ?? []).flatMap((fault) => given('--fault', fault)),
    ...given('--repeat-each', flags.repeatEach?.toString(), '1'),
    ...(flags.shuffle ? ['--shuffle'] : []),
  ].join(' ');
}

/** A word as a shell takes it. */
function quote(word: string): string {
  return /^[A-Za-z0-9_./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

import { join } from 'node:path';
import type { Command } from 'commander';
import { quote } from '../../reports/words/shell.ts';
import { EXIT, type ExitCode } from '../application/exit.ts';
import { RUNS, type RunWords } from '../application/folder/folder.ts';
import { refusal } from '../application/say.ts';
import { kebab } from '../contract/fixture.ts';
import type { Target } from '../model.ts';
import { AssayCommand } from './command.ts';
import { printCases } from './command-list.ts';
import { aimOf, chosen, type RunFlags, SCENARIOS, withRun } from './options.ts';

/** `assay certify`: every scenario against the target. */
export function certifyCommand(): Command {
  return withRun(new AssayCommand('certify'))
    .summary('run every scenario against a target and write verdict and reports')
    .description(
      'Runs every scenario that comes with Assay against a target, judges what was recorded by the specification, and writes verdict and reports. Without --target it certifies the fake gateway in this process. Scenarios by their files are for "assay run".',
    )
    .examples([
      ['assay certify', 'try it: the embedded fake, on simulated time'],
      ['assay certify --target acme.yaml --out reports/acme', 'your gateway'],
      ['assay certify --fault kci-lost-completion', 'see a failure: a fake that misbehaves'],
      ['assay certify --reporter console,junit,github', 'in CI'],
      ['assay certify --shard 2/4 --nonce build-71', 'one job of a matrix; "assay report merge" joins them'],
    ])
    .runs(async (flags: RunFlags, command: Command) => start(command, [], flags));
}

/** `assay run`: the scenarios named. */
export function runCommand(): Command {
  return withRun(new AssayCommand('run'))
    .argument(...SCENARIOS)
    .summary('run some scenarios: files, folders, tags or single cases')
    .description(
      'Runs scenarios of yours or some of those that come with Assay: files, folders, tags or single cases. Writes verdict and reports like certify.',
    )
    .examples([
      ['assay run scenarios/orders', 'a folder'],
      ['assay run my-scenarios/fibre.yaml --target acme.yaml', 'a file of yours'],
      ['assay run --tag smoke', 'by tag'],
      ["assay run --only 'orders/provide-new*' --seed 7", 'by name, with the data of seed 7'],
      ['assay run my-scenarios/fibre.yaml:12', 'the case that is written there'],
      ['assay run --last-failed --target acme.yaml', 'what failed before'],
      ['assay run --resume reports/acme', 'go on with a run that was broken off'],
    ])
    .runs(async (paths: string[], flags: RunFlags, command: Command) => start(command, paths, flags));
}

async function start(command: Command, named: readonly string[], given: RunFlags): Promise<ExitCode> {
  if (given.resume !== undefined) return goOn(command, named, given, given.resume);
  const { paths: chosenPaths, flags } = await chosen(named, given);
  if (flags.list) {
    await printCases(chosenPaths, flags);
    return EXIT.passed;
  }
  if (flags.watch) {
    const { runOnSave } = await import('../application/certify/run-on-save.ts');
    // One folder for all of them, and no reports that nobody would open in between.
    const each = {
      ...flags,
      watch: false,
      out: flags.out ?? join(RUNS, 'watched'),
      reporter: flags.reporter ?? ['console'],
    };
    return runOnSave(chosenPaths, flags, (paths) => start(command, paths, each));
  }
  const { execute } = await import('../application/certify/execute.ts');
  const { readOutlets } = await import('../application/report/outlets.ts');
  const { selected } = await import('../application/cases/pick.ts');
  const { readRunWaivers } = await import('../application/waivers.ts');
  const outlets = readOutlets(flags.reporter, process.env);
  const { inputs, only, paths } = selected(chosenPaths, flags);
  const words = wordsOf(paths, { ...flags, only, var: inputs.openVars });
  const { contract, scenarios, certification } = inputs;
  const isWhole = scenarios === certification.shipped && only.length === 0 && !words.grep && words.depth !== 'quick';
  return execute(
    { ...inputs, target: limited(inputs.target, flags) },
    {
      ...flags,
      ...words,
      outlets,
      command: replayOf(command.name(), paths, flags),
      words,
      waivers: flags.waivers === undefined ? undefined : readRunWaivers(flags.waivers, contract, new Date(), isWhole),
    },
  );
}

/** Goes on with a run; what it was told to run cannot be told anew. */
async function goOn(command: Command, paths: readonly string[], flags: RunFlags, folder: string | true) {
  const { resume } = await import('../application/certify/resume.ts');
  const { readOutlets } = await import('../application/report/outlets.ts');
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
  const told = [...FIXED.filter(isGiven).map((name) => `--${kebab(name)}`), ...paths];
  if (told.length > 0) {
    const found = `--resume does not go with ${told.join(', ')}`;
    const why = 'a run goes on with what it was told when it began';
    throw refusal(found, why, 'leave it out, or make a new run');
  }
  const free = Object.entries(flags).filter(([name]) => !FIXED.some((each) => each === name));
  return resume(folder === true ? undefined : folder, {
    ...(Object.fromEntries(free) as Omit<RunFlags, (typeof FIXED)[number]>),
    target: command.getOptionValueSource('target') === 'default' ? undefined : flags.target,
    outlets: readOutlets(flags.reporter, process.env),
    limited: (of) => limited(of, flags),
  });
}

/** Flags that decide what is run, and where it is put. */
const FIXED = [
  'seed',
  'only',
  'grep',
  'lastFailed',
  'list',
  'watch',
  'depth',
  'tag',
  'excludeTag',
  'door',
  'fault',
  'out',
  'repeatEach',
  'shuffle',
  'shard',
  'nonce',
  'waivers',
  'build',
] as const;

function wordsOf(paths: readonly string[], flags: RunFlags): RunWords {
  const { target, profile, world, baseUrl, envFile, door, fault: faults = [], tag: tags = [], excludeTag } = flags;
  const { var: assigned, only = [], grep, depth, repeatEach = 1, shuffle = false, shard, build } = flags;
  const data = { var: assigned, only, grep, depth, tags, excludeTags: excludeTag, repeatEach, shuffle, shard, build };
  return { paths, target, profile, world, baseUrl, envFile, door, faults, ...data };
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
    ...aimOf(flags).slice(flags.target === 'fake' ? 2 : 0),
    ...given('--door', flags.door),
    ...(flags.fault ?? []).flatMap((fault) => given('--fault', fault)),
    ...given('--depth', flags.depth, 'standard'),
    ...given('--repeat-each', flags.repeatEach?.toString(), '1'),
    ...(flags.shuffle ? ['--shuffle'] : []),
    ...given('--waivers', flags.waivers),
    ...given('--build', flags.build),
  ].join(' ');
}

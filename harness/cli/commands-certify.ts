import { join } from 'node:path';
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../application/exit.ts';
import { RUNS, type RunWords } from '../application/folder/folder.ts';
import { inputError } from '../application/say.ts';
import type { Target } from '../model.ts';
import { kebab } from '../values/spelling.ts';
import { shellQuote } from '../words/shell.ts';
import { AssayCommand } from './command.ts';
import { printCases } from './commands-before.ts';
import { portNumber } from './flag-values.ts';
import { aimOf, chosen, type RunFlags, SCENARIOS, withAim, withOutlets, withRun, withValues } from './options.ts';

/** `assay certify`: runs every scenario against the target. */
export function certifyCommand(): Command {
  return withRun(new AssayCommand('certify', 'scenarios by their files are for "assay run"'))
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

/** `assay run`: runs the named scenarios. */
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
    // All these runs share one folder, and make no reports that nobody would open in between.
    const each = {
      ...flags,
      watch: false,
      out: flags.out ?? join(RUNS, 'watched'),
      reporter: flags.reporter ?? ['console'],
    };
    return runOnSave(chosenPaths, flags, (paths) => start(command, paths, each));
  }
  const { execute } = await import('../application/certify/execute.ts');
  const { selected } = await import('../application/cases/pick.ts');
  const { readRunWaivers } = await import('../application/waivers.ts');
  const { outlets } = await withOutlets(flags);
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
      waivers: readRunWaivers(flags.waivers, contract, isWhole),
    },
  );
}

/** Resumes a run. Refuses flags and paths that would change what is run. */
async function goOn(command: Command, paths: readonly string[], flags: RunFlags, folder: string | true) {
  const { resume } = await import('../application/certify/resume.ts');
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
  const told = [...FIXED.filter(isGiven).map((name) => `--${kebab(name)}`), ...paths];
  if (told.length > 0) {
    const found = `--resume does not go with ${told.join(', ')}`;
    const why = 'a run goes on with what it was told when it began';
    throw inputError(found, why, 'leave it out, or make a new run');
  }
  const free = Object.entries(flags).filter(([name]) => !FIXED.some((each) => each === name));
  return resume(folder === true ? undefined : folder, {
    ...(Object.fromEntries(free) as Omit<RunFlags, (typeof FIXED)[number]>),
    target: command.getOptionValueSource('target') === 'default' ? undefined : flags.target,
    outlets: flags.reporter && (await withOutlets(flags)).outlets,
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
  const { var: assigned, only = [], grep, depth, repeatEach = 1, shuffle = false, shard, build, reporter } = flags;
  const aim = { paths, target, profile, world, baseUrl, envFile, var: assigned, door, faults };
  const cases = { only, depth, tags, excludeTags: excludeTag, grep, repeatEach, shuffle, shard };
  return { ...aim, ...cases, build, reporter };
}

function limited(target: Target, { workers, rate }: RunFlags): Target {
  const { limits } = target;
  return {
    ...target,
    limits: { concurrency: workers || limits.concurrency, requestsPerSecond: rate || limits.requestsPerSecond },
  };
}

/** The command that makes this run again, without seed and cases: a replay adds those it means. */
function replayOf(name: string, paths: readonly string[], flags: RunFlags): string {
  const given = (word: string, value: string | undefined, usual?: string): string[] =>
    value === undefined || value === usual ? [] : [word, shellQuote(value)];
  return [
    'npx assay',
    name,
    ...paths.map(shellQuote),
    ...aimOf(flags).slice(flags.target === 'fake' ? 2 : 0),
    ...given('--door', flags.door),
    ...(flags.fault ?? []).flatMap((fault) => given('--fault', fault)),
    ...given('--depth', flags.depth, 'standard'),
    ...(flags.tag ?? []).flatMap((tag) => given('--tag', tag)),
    ...(flags.excludeTag ?? []).flatMap((tag) => given('--exclude-tag', tag)),
    ...given('--grep', flags.grep),
    ...given('--repeat-each', flags.repeatEach?.toString(), '1'),
    ...(flags.shuffle ? ['--shuffle'] : []),
    ...given('--waivers', flags.waivers),
    ...given('--build', flags.build),
  ].join(' ');
}

/** `assay cleanup`: cancels orders that a run left open. */
export function cleanupCommand(): Command {
  return withValues(new AssayCommand('cleanup'))
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .flag('--target <name|file>', "target file, in place of the run's own")
    .flag('--dry-run', 'print what would be asked, and send nothing')
    .flag('--yes', 'go ahead against a target on another machine')
    .flag('--cease', 'also cease the services that the run had delivered')
    .summary('cancel the orders that a run left open at its target')
    .description(
      'Asks the target of a run to cancel the orders that the run left open there: accepted or never answered, with no event that ends them. Only orders of that run are touched, within the limits of the target file. What was asked and answered is kept in the folder of the run.',
    )
    .examples([
      ['assay cleanup --dry-run', 'what the newest run left open'],
      ['assay cleanup reports/acme --yes', 'cancel it at a gateway elsewhere'],
      ['assay cleanup reports/acme --yes --cease', 'and cease the new services'],
    ])
    .runsLazily(async () => (await import('../application/cleanup/cleanup.ts')).cleanup);
}

/** `assay ui`: the workbench. */
export function uiCommand(): Command {
  return withValues(withAim(new AssayCommand('ui')))
    .argument(...SCENARIOS)
    .flag('--port <number>', 'port to listen on; 0 is any free one', portNumber, 7357)
    .flag('--runs <folder>', 'where the folders of runs lie', undefined, 'reports/out')
    .summary('serve a page that starts, follows, compares and keeps runs and loads')
    .description(
      'Serves a page on this computer alone, until interrupted: choose target and scenarios, run the doctor, start, stop and follow runs, open reports, repeat failures, resume runs, send loads, compare runs, see earlier ones. Each run is an "assay run" of its own, each load an "assay load". Whoever has the address with its token may do on this computer what the command line may.',
    )
    .examples([
      ['assay ui', 'open the address that it prints'],
      ['assay ui --target acme.yaml', 'with your gateway chosen'],
      ['assay ui my-scenarios --port 0', 'with scenarios of yours, on any free port'],
    ])
    .runsLazily(async () => (await import('./ui/ui.ts')).workbench);
}

import type { Option } from 'commander';
import type { PlanChoice } from '../application/cases/plan-run.ts';
import type { PlanOptions } from '../application/cases/preview-plan.ts';
import type { ExecuteOptions } from '../application/certify/execute.ts';
import type { AimOptions } from '../application/inputs.ts';
import { DOORS } from '../application/open/door-names.ts';
import type { ReportFlags } from '../application/report/outlets.ts';
import { DEPTHS } from '../journey/depth.ts';
import { shellQuote } from '../words/shell.ts';
import { type AssayCommand, flag } from './command.ts';
import {
  asTheyStand,
  collectorAddress,
  duration,
  gatewayAddress,
  label,
  nonce,
  part,
  positiveNumber,
  several,
  wholeNumber,
} from './flag-values.ts';

/** Adds flags to a command, under a heading of their own in its help. */
function grouped(command: AssayCommand, heading: string, flags: readonly Option[]): AssayCommand {
  for (const each of flags) command.addOption(each.helpGroup(heading));
  return command;
}

/** Adds the flags that choose target, profile and world. */
export function withAim(command: AssayCommand): AssayCommand {
  return grouped(command, 'Against what:', [
    flag('--target <name|file>', 'target: a name in fixtures/targets, or the path of a target file').default('fake'),
    flag('--profile <name|file>', "KCI profile, in place of the target file's own"),
    flag('--world <name|file>', "world, in place of the target file's own"),
  ]);
}

/** Which cases, with which data. */
export interface PlanFlags extends PlanOptions {
  readonly lastFailed?: boolean;
}

/** Replaces `--last-failed` by the cases that failed last; every command that plans chooses cases this way. */
export async function chosen<T extends PlanFlags & { readonly out?: string }>(
  named: readonly string[],
  flags: T,
): Promise<{ readonly paths: readonly string[]; readonly flags: T }> {
  if (!flags.lastFailed) return { paths: named, flags };
  const { failedLast } = await import('../application/stored/failed-last.ts');
  const { paths, only } = failedLast(named, flags);
  return { paths, flags: { ...flags, only } };
}

/** Adds to the flags where each report goes. */
export async function withOutlets<T extends ReportFlags>(flags: T) {
  const { readOutlets } = await import('../application/report/outlets.ts');
  return { ...flags, outlets: readOutlets(flags.reporter, process.env) };
}

/** Adds the flags that replace values of the target file. */
export function withValues(command: AssayCommand): AssayCommand {
  return grouped(command, 'Against what:', [
    flag('--base-url <url>', "address of the gateway, in place of the target file's own", gatewayAddress),
    flag(
      '--var <name=value>',
      'what $env.name is in the target file, whatever the environment says; may be repeated',
      asTheyStand,
    ),
    flag('--env-file <file>', 'what $env.name is where the environment does not say it: lines of name=value'),
  ]);
}

/** Adds the flags that choose the cases and their data. */
export function withPlan(command: AssayCommand): AssayCommand {
  return grouped(withValues(withAim(command)), 'Which cases:', [
    flag('--only <case>', 'only these cases: an id, a scenario, or a pattern with *; may be repeated', several),
    flag(
      '--depth <depth>',
      'how much is tried: quick the least, standard what a certificate needs, thorough every combination; standard unless given',
    ).choices(DEPTHS),
    flag('-t, --tag <tag>', 'only scenarios with one of these tags; may be repeated', several),
    flag('--exclude-tag <tag>', 'no scenarios with one of these tags; may be repeated', several),
    flag('--grep <pattern>', 'only cases whose id or title fits a regular expression'),
    flag(
      '--last-failed',
      'only the cases that failed in the newest run of this target: in reports/out, or in the --out of "run" and "certify"',
    ).conflicts('only'),
    flag('--seed <number>', 'the same seed gives the same data', wholeNumber, 1),
  ]);
}

/**
 * The flags that aim a command, quoted for a shell. A variable's value may be a secret, so it is taken from a shell
 * variable.
 */
export function aimOf({ target, profile, world, baseUrl, envFile, var: assigned = [] }: AimOptions): string[] {
  const given = { target, profile, world, 'base-url': baseUrl, 'env-file': envFile };
  return [
    ...Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, shellQuote(value)])),
    ...assigned.map((each) => each.split('=')[0]).flatMap((name) => ['--var', `${name}="$${name}"`]),
  ];
}

/** Help of `--fault`, for all commands where the embedded fake answers. */
export const FAULTS_SHOWN = 'faults that the embedded fake shows: of fixtures/faults, or of a file; may be repeated';

/** The `--reporter` flag, for all commands that make reports. */
export const REPORTER = [
  '--reporter <name[=file]>',
  'console, list, dot or line (how the console follows a run), junit, html, ctrf, json, github; file - is standard output; may be repeated',
  several,
] as const;
/** The `--otel` flag, for reports to OpenTelemetry. */
export const OTEL = [
  '--otel [url]',
  'send traces and metrics of a run, or the metrics of a load, to an OpenTelemetry collector: OTLP over HTTP, at http://localhost:4318 unless it is named here or by OTEL_EXPORTER_OTLP_ENDPOINT',
  collectorAddress,
] as const;
export const MASK_CONTACTS = [
  '--mask-contacts',
  'leave names, numbers and addresses of contacts out of the reports; the record keeps them',
] as const;
export const LOAD_OPTION = [
  '--load <folder>',
  'a load of the same gateway, for the column of the board; may be repeated',
] as const;
export const ALLOW_INCONCLUSIVE = ['--allow-inconclusive', 'exit 0 although some cases could not be tested'] as const;
/** The argument of a command that takes scenarios. */
export const SCENARIOS = ['[paths...]', 'scenario files or folders (default: all that come with Assay)'] as const;
export const QUIET = ['-q, --quiet', 'print nothing but problems'] as const;

/** The flags of a run. */
export interface RunFlags
  extends PlanFlags,
    ReportFlags,
    Pick<PlanChoice, 'repeatEach' | 'shuffle' | 'shard' | 'nonce'>,
    Pick<ExecuteOptions, 'door' | 'compareWith' | 'load' | 'waitFor' | 'maxFailures' | 'trace'> {
  readonly list?: boolean;
  readonly watch?: boolean;
  readonly fault?: readonly string[];
  readonly workers?: number;
  readonly rate?: number;
  readonly build?: string;
  readonly waivers?: string;
  /** The folder of a run to resume; true for the newest. */
  readonly resume?: string | true;
}

/** Adds the flags for how a run is made and reported. */
export function withRun(command: AssayCommand): AssayCommand {
  grouped(withPlan(command), 'How it is run:', [
    flag('-j, --workers <number>', "journeys at once, in place of the target file's own", positiveNumber),
    flag('--rate <number>', "requests per second, in place of the target file's own", positiveNumber),
    flag(
      '--repeat-each <number>',
      'walk every case so many times, each with data of its own; one failure fails it',
      positiveNumber,
    ),
    flag('--shuffle', 'walk the cases in another order, which belongs to the seed; the data stays'),
    flag('--wait-for <duration>', 'how long the target may take to start, such as 30s', duration),
    flag(
      '--max-failures <number>',
      'end the run after so many failed cases; more of those under way may have failed',
      positiveNumber,
    ),
    flag('--shard <i/n>', 'only the i-th of n parts of the cases, for "assay report merge" to join', part),
    flag('--nonce <text>', "makes ids and addresses the run's own; all shards of one run need the same", nonce),
    flag('--build <text>', 'what the build of the gateway is called; reports and certificate say so', label),
    flag('--watch', 'run again whenever a file is saved: what the change touches, until interrupted'),
    flag('--list', 'list the cases that would be run, and send nothing'),
    flag('--resume [folder]', 'go on with a run that was broken off, with what it was told (default: the newest)'),
  ]);
  grouped(command, 'What comes of it:', [
    flag('--out <folder>', 'folder of the run (default: reports/out/<time>-<target>)'),
    flag(...REPORTER),
    flag(...OTEL),
    flag('--waivers <file>', 'known failures that do not fail the run, each with reason, owner and last day'),
    flag(...ALLOW_INCONCLUSIVE),
    flag(
      '--compare-with <run|last-good>',
      'tell what is different since an earlier run; last-good: the newest that passed, of this target and these cases',
    ),
    flag(...LOAD_OPTION, several),
    flag(...MASK_CONTACTS),
    flag('--trace', 'print each request, answer and event as it happens, on standard error'),
    flag(...QUIET),
  ]);
  return grouped(command, 'The embedded fake:', [
    flag('--door <door>', 'how the embedded fake is reached; msw unless given').choices(DOORS),
    flag('--fault <name|file>', FAULTS_SHOWN, several),
  ]);
}

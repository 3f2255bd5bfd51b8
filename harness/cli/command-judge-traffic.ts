import type { Command } from 'commander';
import { quote } from '../../reports/words/shell.ts';
import type { AimOptions } from '../application/inputs.ts';
import type { ReportFlags } from '../application/report/outlets.ts';
import { AssayCommand } from './command.ts';
import { label } from './flag-values.ts';
import { ALLOW_INCONCLUSIVE, aimOf, MASK_CONTACTS, QUIET, REPORTER, withAim } from './options.ts';

/** What a command that judges traffic of others is told. */
export interface TrafficFlags extends ReportFlags, AimOptions {
  readonly build?: string;
  readonly waivers?: string;
}

/** Adds the flags of every command that judges traffic of others. */
export function withJudgement(command: AssayCommand): AssayCommand {
  return withAim(command)
    .flag('--out <folder>', 'folder of the run (default: reports/out/<time>-<target>)')
    .flag(...REPORTER)
    .flag('--build <text>', 'what the build that is judged is called; reports and certificate say so', label)
    .flag('--waivers <file>', 'known failures that do not fail the run, each with reason, owner and last day')
    .flag(...ALLOW_INCONCLUSIVE)
    .flag(...MASK_CONTACTS)
    .flag(...QUIET);
}

/** `assay judge-traffic`: exchanges that others recorded, judged as far as looking on goes. */
export function judgeTrafficCommand(): Command {
  return withJudgement(new AssayCommand('judge-traffic'))
    .argument('<file>', 'a HAR, or the record.ndjson of a run')
    .summary('judge traffic that was recorded elsewhere: a HAR, or a record')
    .description(
      'Judges exchanges and webhooks that others recorded, by contract and KCI profile, and writes verdict and reports like certify. A case is a conversation. What cannot be seen by looking on alone is not shown, and never met.',
    )
    .examples([
      ['assay judge-traffic capture.har --target acme.yaml', 'what a client and a gateway said to each other'],
      ['assay judge-traffic reports/acme/record.ndjson --target acme.yaml', 'a run, as if others had made it'],
    ])
    .runs(async (file: string, flags: TrafficFlags) => {
      const { judgeTraffic } = await import('../application/traffic/judge-traffic.ts');
      const { aim, options } = await judgementOf(flags, `judge-traffic ${quote(file)}`);
      return judgeTraffic(file, aim, options);
    });
}

/** What is judged against, and what is made of it. */
export async function judgementOf(flags: TrafficFlags, words: string) {
  const { loadAim, loadSpec } = await import('../application/inputs.ts');
  const { readOutlets } = await import('../application/report/outlets.ts');
  const { readRunWaivers } = await import('../application/waivers.ts');
  const outlets = readOutlets(flags.reporter, process.env);
  const aim = loadAim(flags, loadSpec());
  const waivers =
    flags.waivers === undefined ? undefined : readRunWaivers(flags.waivers, aim.contract, new Date(), false);
  return { aim, options: { ...flags, outlets, waivers, command: ['npx assay', words, ...aimOf(flags)].join(' ') } };
}

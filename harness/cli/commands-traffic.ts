import type { Command } from 'commander';
import type { AimOptions } from '../application/inputs.ts';
import type { ReportFlags } from '../application/report/outlets.ts';
import { printReport } from '../application/say.ts';
import type { ProxyOptions } from '../application/traffic/proxy.ts';
import type { SeenTraffic } from '../traffic/seen.ts';
import { shellQuote } from '../words/shell.ts';
import { AssayCommand } from './command.ts';
import { label, portNumber } from './flag-values.ts';
import { ALLOW_INCONCLUSIVE, aimOf, MASK_CONTACTS, QUIET, REPORTER, withAim, withOutlets } from './options.ts';

/** Adds the flags of every command that stands between a client and a gateway. */
function withRelay(command: AssayCommand): AssayCommand {
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
    .runs(async (flags: ProxyOptions & TrafficFlags) => {
      const { runProxy } = await import('../application/traffic/proxy.ts');
      const { aim, options } = await judgementOf(flags, 'proxy');
      return runProxy(aim, { ...flags, ...options });
    });
}

/** The flags of a command that judges traffic of others. */
interface TrafficFlags extends ReportFlags, AimOptions {
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

/** `assay judge-traffic`: judges exchanges that others recorded, as far as watching allows. */
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
      const { aim, options } = await judgementOf(flags, `judge-traffic ${shellQuote(file)}`);
      return judgeTraffic(file, aim, options);
    });
}

/** What to judge against, and how to report. */
async function judgementOf(flags: TrafficFlags, words: string) {
  const { loadAim } = await import('../application/inputs.ts');
  const { readRunWaivers } = await import('../application/waivers.ts');
  const options = await withOutlets(flags);
  const aim = loadAim(flags);
  const waivers = readRunWaivers(flags.waivers, aim.contract, false);
  return { aim, options: { ...options, waivers, command: ['npx assay', words, ...aimOf(flags)].join(' ') } };
}

/** `assay record`: makes a scenario of a conversation. */
export function recordCommand(): Command {
  return withRelay(withAim(new AssayCommand('record')))
    .argument('[file]', 'a HAR, or the record.ndjson of a run or of the proxy (default: what comes by until Ctrl-C)')
    .argument('[case]', 'which conversation: an id, or a pattern with * (default: the first that placed an order)')
    .summary('print traffic as a scenario: as it comes by, or recorded')
    .description(
      'Stands between a client and a gateway like assay proxy, or reads what was recorded, and prints a conversation as a scenario in the trade’s verbs: what later requests took from earlier answers is captured, addresses are those of the world, people and dates are made up, and secrets are gone.',
    )
    .examples([
      ['assay record --target acme.yaml --port 8080 > mine.yaml', 'what the client asks there until Ctrl-C'],
      ['assay record capture.har --target acme.yaml > mine.yaml', 'from a HAR'],
      ['assay record reports/both/record.ndjson --target acme.yaml > mine.yaml', 'from what the proxy saw'],
    ])
    .runs(async (file: string | undefined, pattern: string | undefined, flags: ProxyOptions & AimOptions) => {
      const { loadAim } = await import('../application/inputs.ts');
      const { scenarioFrom } = await import('../application/traffic/record-scenario.ts');
      const { readTrafficFile } = await import('../application/traffic/judge-traffic.ts');
      const { relayTraffic } = await import('../application/traffic/proxy.ts');
      const { seenOfCases } = await import('../traffic/seen.ts');
      const aim = loadAim(flags);
      const seen: SeenTraffic[] = [];
      if (file === undefined) await relayTraffic(aim, flags, (each) => seen.push(each));
      else {
        const told = readTrafficFile(file, aim);
        seen.push(...(told.record ? seenOfCases(told.record, aim.profile) : told.seen));
      }
      printReport(scenarioFrom(file ?? 'what came by', seen, pattern, aim));
    });
}

/** `assay har`: exports the exchanges of a run for tools that read HAR. */
export function harCommand(): Command {
  return new AssayCommand('har')
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .argument('[case]', 'only of this case: an id, or a pattern with *')
    .summary('print the exchanges and webhooks of a run as HAR')
    .description(
      'Prints the exchanges and webhooks of a recorded run, or of some of its cases, as an HTTP Archive (HAR 1.2), for browsers, Postman and other tools. Secrets are hidden as in the record.',
    )
    .examples([
      ['assay har > run.har', 'the newest run'],
      ["assay har reports/acme 'orders/provide-new#residential' > case.har", 'one case'],
    ])
    .runsLazily(async () => (await import('../application/traffic/print-har.ts')).printHar);
}

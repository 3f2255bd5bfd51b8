import type { Command } from 'commander';
import { EXIT } from '../application/exit.ts';
import type { AimOptions } from '../application/inputs.ts';
import { printReport } from '../application/say.ts';
import type { RelayOptions } from '../application/traffic/proxy.ts';
import type { Seen } from '../traffic/seen.ts';
import { AssayCommand } from './command.ts';
import { withRelay } from './command-proxy.ts';
import { withAim } from './options.ts';

/** `assay record`: a conversation as a scenario. */
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
    .runs(async (file: string | undefined, pattern: string | undefined, flags: RelayOptions & AimOptions) => {
      const { loadAim, loadSpec } = await import('../application/inputs.ts');
      const { scenarioFrom } = await import('../application/traffic/record-scenario.ts');
      const { readTraffic } = await import('../application/traffic/judge-traffic.ts');
      const { relayTraffic } = await import('../application/traffic/proxy.ts');
      const aim = loadAim(flags, loadSpec());
      const seen: Seen[] = [];
      if (file === undefined) await relayTraffic(aim, flags, (each) => seen.push(each));
      else seen.push(...readTraffic(file, aim).seen);
      printReport(scenarioFrom(file ?? 'what came by', seen, pattern, aim));
      return EXIT.passed;
    });
}

import type { Command } from 'commander';
import { type LoadFlags, startLoad } from '../application/loads/start.ts';
import type { ReportFlags } from '../application/report/outlets.ts';
import { AssayCommand, flag } from './command.ts';
import { nonce, part, positiveNumber, several, share, wholeNumber } from './flag-values.ts';
import { FAULTS_SHOWN, MASK_CONTACTS, OTEL, QUIET, REPORTER, withAim, withOutlets, withValues } from './options.ts';

/** `assay load`: sends a traffic profile with k6, or with our own runner on real time. */
export function loadCommand(): Command {
  return withLoad(new AssayCommand('load'))
    .addOption(
      flag('--engine <engine>', 'what sends: k6 (K6_BIN, or the first on the PATH), or native, our own runner')
        .choices(['k6', 'native'])
        .default('k6'),
    )
    .enablePositionalOptions()
    .addCommand(mergeCommand())
    .flag('--segment <i/n>', 'send only the i-th of n parts, and judge nothing: "assay load merge" joins them', part)
    .flag('--nonce <text>', 'what all segments of one load share, and no other load', nonce)
    .flag(
      '--receiver <here|none|url>',
      'where the events of a segment come in; here in the first, and each other one is told the address of that',
    )
    .flag('--control <host:port>', 'where the segment with the receiver listens for the others')
    .addOption(
      flag(
        '--judge <all|1/n>',
        'whose exchanges Assay judges whole, besides every failure, order and booking; whoever walks checks the rest',
        share,
      ).default(10, '1/10'),
    )
    .flag('--k6-out <output>', 'where k6 sends its numbers as it goes, as its own --out has it; once for each', several)
    .flag('--print-script <folder>', 'send nothing: write script and data, for people to run with k6')
    .flag('--kubernetes <folder>', 'send nothing: write script, data and manifests for the k6-operator')
    .flag('--parallelism <number>', 'instances of k6 there', positiveNumber, 4)
    .flag('--control-url <url>', 'where those instances reach Assay', undefined, 'http://assay:9100')
    .flag('--attend <folder>', 'send nothing: judge what k6 sends with the files that --kubernetes wrote')
    .summary('send a traffic profile with k6, and judge every journey and its KCI events')
    .description(
      'Sends the journeys of a traffic profile with k6 on real time, takes the KCI events meanwhile, and judges every journey like a case of a certification. Without --target the embedded fake answers, on a socket.',
    )
    .examples([
      ['assay load smoke', 'try it: the embedded fake'],
      ['assay load busy-hour --target acme.yaml', 'your gateway; its target file must say "load: allowed"'],
      ['assay load my-traffic.yaml --engine native', 'without k6'],
      ['assay load stress --target acme.yaml --k6-out opentelemetry --k6-out json=points.json', 'its numbers, live'],
      ['assay load stress --target acme.yaml --segment 1/4 --nonce build-71', 'one of four machines'],
      ['assay load merge segment-1 segment-2 segment-3 segment-4', 'what the four came to'],
      ['assay load stress --target acme.yaml --kubernetes k8s', 'for the k6-operator'],
    ])
    .runs(async (profile: string, flags: LoadFlags) => startLoad(profile, flags.engine ?? 'k6', flags));
}

/** `assay load merge`: joins the segments of a load. */
function mergeCommand(): Command {
  return new AssayCommand('merge')
    .argument('<segments...>', 'folders that "assay load --segment i/n" left, of all segments')
    .option('--out <folder>', 'folder of the joined load (default: reports/out/<time>-<profile>-<target>)')
    .flag(...REPORTER)
    .flag(...OTEL)
    .flag(...MASK_CONTACTS)
    .flag(...QUIET)
    .summary('join the segments of a load, judge every journey, and make the reports')
    .description(
      'Joins what the segments of a load wrote down: everything happens again at its time, to the same judge that hears of a load while it goes on. Where a segment is missing the verdict is incomplete.',
    )
    .examples([['assay load merge segments/* --out reports/stress', 'after all have ended']])
    .runs(async (folders: string[], flags: ReportFlags) => {
      const { mergeLoad } = await import('../application/loads/merge.ts');
      return mergeLoad(folders, await withOutlets(flags));
    });
}

/** `assay simulate`: sends a traffic profile with the runner of a certification. */
export function simulateCommand(): Command {
  return withLoad(new AssayCommand('simulate'))
    .flag(
      '--segment <i/n>',
      'walk only the i-th of n parts on simulated time, and judge nothing: "assay load merge" joins them',
      part,
    )
    .summary('send a traffic profile with the runner of a certification, every journey judged')
    .description(
      'Walks the journeys of a traffic profile at their times, and judges each like a case of a certification. Against the fake on simulated time: a week of trade passes in seconds, and the same seed gives the same bytes. Against a URL on real time.',
    )
    .examples([
      ['assay simulate busy-hour', 'an hour of trade with the fake, in seconds'],
      ['assay simulate smoke --target acme.yaml', 'your gateway, on real time'],
      ['assay simulate trade-week --segment 1/2', 'half of it; the other half on another machine'],
      ['assay simulate month-end-ceases --fault load-events-lost-in-a-crowd', 'see a threshold crossed'],
    ])
    .runs(async (profile: string, flags: LoadFlags) => startLoad(profile, 'simulated', flags));
}

/** Adds what `load` and `simulate` share. */
function withLoad(command: AssayCommand): AssayCommand {
  return withValues(
    withAim(command.argument('<profile>', 'a traffic profile: a name in scenarios/traffic, or a file of yours')),
  )
    .flag('--seed <number>', 'the same seed gives the same journeys', wholeNumber, 1)
    .flag('--fault <name|file>', FAULTS_SHOWN, several)
    .flag('--out <folder>', 'folder of the load (default: reports/out/<time>-<profile>-<target>)')
    .flag(...REPORTER)
    .flag(...OTEL)
    .flag(...MASK_CONTACTS)
    .flag('--dry-run', 'send nothing: say what would be sent, where the target allows it')
    .option('--json-lines', 'print where it stands, each second, as a line of JSON')
    .flag(...QUIET);
}

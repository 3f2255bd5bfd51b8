import type { Command } from 'commander';
import type { LoadFlags } from '../application/loads/start.ts';
import { startLoad } from '../application/loads/start.ts';
import { AssayCommand } from './command.ts';
import { part } from './flag-values.ts';
import { withLoad } from './load-options.ts';

/** `assay simulate`: a traffic profile by the runner of a certification. */
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

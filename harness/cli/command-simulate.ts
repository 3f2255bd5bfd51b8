import { Command } from 'commander';
import { examples } from './help.ts';
import { type LoadFlags, withLoad } from './load-options.ts';
import { startLoad } from './load-start.ts';
import type { Done } from './main.ts';

/** `assay simulate`: a traffic profile by the runner of a certification. */
export function simulateCommand(done: Done): Command {
  return withLoad(new Command('simulate'))
    .summary('send a traffic profile with the runner of a certification, every journey judged')
    .description(
      'Walks the journeys of a traffic profile at their times, and judges each like a case of a certification. Against the fake on virtual time: a week of trade passes in seconds, and the same seed gives the same bytes. Against a URL on real time.',
    )
    .addHelpText(
      'after',
      examples([
        ['assay simulate busy-hour', 'an hour of trade with the fake, in seconds'],
        ['assay simulate smoke --target acme.yaml', 'your gateway, on real time'],
        ['assay simulate month-end-ceases --fault load-events-lost-in-a-crowd', 'see a threshold crossed'],
      ]),
    )
    .action(async (profile: string, flags: LoadFlags) => done(await startLoad(profile, 'simulated', flags)));
}

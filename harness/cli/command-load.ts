import { Command } from 'commander';
import { examples } from './help.ts';
import { type LoadFlags, withLoad } from './load-options.ts';
import { startLoad } from './load-start.ts';
import type { Done } from './main.ts';
import { flag } from './options.ts';

/** `assay load`: a traffic profile by k6, or by our own runner on real time. */
export function loadCommand(done: Done): Command {
  return withLoad(new Command('load'))
    .addOption(
      flag('--engine <engine>', 'what sends: k6 (K6_BIN, or the first on the PATH), or native, our own runner')
        .choices(['k6', 'native'])
        .default('k6'),
    )
    .summary('send a traffic profile with k6, and judge every journey and its KCI events')
    .description(
      'Sends the journeys of a traffic profile with k6 on real time, takes the KCI events meanwhile, and judges every journey like a case of a certification. Without --target the embedded fake answers, on a socket.',
    )
    .addHelpText(
      'after',
      examples([
        ['assay load smoke', 'try it: the embedded fake'],
        ['assay load busy-hour --target acme.yaml', 'your gateway; its target file must say "load: allowed"'],
        ['assay load my-traffic.yaml --engine native', 'without k6'],
      ]),
    )
    .action(async (profile: string, flags: LoadFlags) => done(await startLoad(profile, flags.engine ?? 'k6', flags)));
}

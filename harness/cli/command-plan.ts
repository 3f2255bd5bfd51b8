import { Command } from 'commander';
import type { Done } from './main.ts';
import { type PlanFlags, withPlan } from './options.ts';

/** `assay plan`: the flat plan as JSON. */
export function planCommand(_done: Done): Command {
  return withPlan(new Command('plan'))
    .argument('[paths...]', 'scenario files or folders (default: all that come with Assay)')
    .description('print what would be sent: every case with its data, as JSON; nothing is sent')
    .action(async (paths: string[], flags: PlanFlags) => {
      const [{ planFor }, { print }] = await Promise.all([import('./plan-for.ts'), import('./say.ts')]);
      print(JSON.stringify(planFor(paths, flags).plan, null, 2));
    });
}

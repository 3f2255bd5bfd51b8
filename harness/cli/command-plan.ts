import { Command } from 'commander';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { type PlanFlags, withPlan } from './options.ts';

/** `assay plan`: the flat plan as JSON. */
export function planCommand(_done: Done): Command {
  return withPlan(new Command('plan'))
    .argument('[paths...]', 'scenario files or folders (default: all that come with Assay)')
    .summary('print what would be sent: every case with its data, as JSON')
    .description('Prints the plan of a run as JSON: every case with its requests and its data. Sends nothing.')
    .addHelpText(
      'after',
      examples([
        ['assay plan --only orders/cease', 'one case'],
        ['assay plan --seed 7 > plan.json', 'the data of another seed'],
      ]),
    )
    .action(async (paths: string[], flags: PlanFlags) => {
      const [{ planFor }, { print }] = await Promise.all([import('./run/plan-for.ts'), import('./say.ts')]);
      print(JSON.stringify(planFor(paths, flags).plan, null, 2));
    });
}

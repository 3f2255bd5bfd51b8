import type { Command } from 'commander';
import { print } from '../application/say.ts';
import { AssayCommand } from './command.ts';
import { chosen, type PlanFlags, SCENARIOS, withPlan } from './options.ts';

/** `assay plan`: the flat plan as JSON. */
export function planCommand(): Command {
  return withPlan(new AssayCommand('plan'))
    .option('--asks', 'print what an operator will be asked for, in place of the plan')
    .option('--needs', 'print how many addresses of each kind do for how many cases, in place of the plan')
    .argument(...SCENARIOS)
    .summary('print what would be sent: every case with its data, as JSON')
    .description('Prints the plan of a run as JSON: every case with its requests and its data. Sends nothing.')
    .examples([
      ['assay plan --only orders/cease', 'one case'],
      ['assay plan --seed 7 > plan.json', 'the data of another seed'],
      ['assay plan --needs --target acme.yaml', 'how many addresses the cases need'],
      ['assay plan --asks --target acme.yaml', 'what the operator of the gateway will be asked for'],
    ])
    .action(async (named: string[], given: PlanFlags & { readonly asks?: boolean; readonly needs?: boolean }) => {
      const { planFor } = await import('../application/cases/plan-for.ts');
      const { asksOf } = await import('../plan/steering.ts');
      const { paths, flags } = await chosen(named, given);
      if (flags.needs) {
        const { needsOf, needsText, untriedText } = await import('../setup/doctor/needs.ts');
        const { plan, inputs } = planFor(paths, flags);
        print([needsText(needsOf(plan, inputs), inputs), untriedText(plan, inputs)].join('\n').trimEnd());
      } else if (flags.asks)
        print(asksOf(planFor(paths, flags).plan).join('\n') || 'nobody will be asked for anything');
      else print(JSON.stringify(planFor(paths, flags).plan, null, 2));
    });
}

import type { Command } from 'commander';
import type { PlanOptions } from '../application/cases/plan-for.ts';
import { EXIT, type ExitCode } from '../application/exit.ts';
import type { Inputs } from '../application/inputs.ts';
import { print } from '../application/say.ts';
import type { Plan } from '../model.ts';
import { AssayCommand } from './command.ts';
import { withAim } from './options.ts';

type CoverageFlags = Omit<PlanOptions, 'seed'> & {
  readonly json?: boolean;
  readonly missing?: boolean;
  readonly pairs?: boolean;
};

/** `assay coverage`: every row of the register with what tests it. */
export function coverageCommand(): Command {
  return withAim(new AssayCommand('coverage'))
    .option('--missing', 'only rows that promise something and that nothing tests')
    .option(
      '--pairs',
      'what the plan brings together (operation and rule, order type and field, …), and what it does not',
    )
    .option('--json', 'as JSON, a list of rows')
    .summary('print every promise of the specification with what tests it')
    .description(
      'Prints every row of the register, by place in the specification: tested by which cases and checks, excluded with the reason, or silent with the assumption made. What became of each row in a run stands in its report. The exit status is 4 where a row that can be tested is not.',
    )
    .examples([
      ['assay coverage', 'what the scenarios that come with Assay would test'],
      ['assay coverage --pairs', 'what no case brings together, kind by kind'],
      ['assay coverage --missing --target acme.yaml', 'what a target leaves open'],
    ])
    .runs(async (flags: CoverageFlags) => {
      const { planFor } = await import('../application/cases/plan-for.ts');
      const { plan, inputs } = planFor([], { ...flags, seed: 1 });
      if (flags.pairs) return printPairs(plan, inputs, flags);
      const { plannedCoverage } = await import('../explain/coverage.ts');
      const { wantsColour } = await import('../application/terminal.ts');
      const rows = plannedCoverage(plan, inputs);
      const shown = flags.missing ? rows.filter((row) => row.isOpen) : rows;
      if (flags.json) print(JSON.stringify(shown, null, 2));
      else print((await import('../explain/coverage-text.ts')).coverageText(shown, rows, wantsColour()));
      return rows.some((row) => row.isOpen) ? EXIT.policy : EXIT.passed;
    });
}

async function printPairs(plan: Plan, inputs: Inputs, flags: CoverageFlags): Promise<ExitCode> {
  const { crossingsOf } = await import('../explain/pairs.ts');
  const { crossingsText } = await import('../explain/coverage-text.ts');
  const crossings = crossingsOf(plan, inputs);
  print(flags.json ? JSON.stringify(crossings, null, 2) : crossingsText(crossings));
  const isOpen = crossings.some(({ uncovered }) => uncovered.some(({ because }) => because === undefined));
  return isOpen ? EXIT.policy : EXIT.passed;
}

import type { Command } from 'commander';
import type { PlanOptions } from '../application/cases/plan-for.ts';
import { EXIT, type ExitCode } from '../application/exit.ts';
import { print } from '../application/say.ts';
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
    .argument('[run]', 'folder of a run, or "newest"; without it: what would be tested')
    .option('--missing', 'only rows that promise something and that nothing tests')
    .option(
      '--pairs',
      'what the plan brings together (operation and rule, order type and field, …), and what it does not',
    )
    .option('--json', 'as JSON, a list of rows')
    .summary('print every promise of the specification with what tests it')
    .description(
      'Prints every row of the register, by place in the specification: tested by which cases and checks, excluded with the reason, or silent with the assumption made. Of a run it prints what became of each row. The exit status is 4 where a row that can be tested is not.',
    )
    .examples([
      ['assay coverage', 'what the scenarios that come with Assay would test'],
      ['assay coverage --pairs', 'what no case brings together, kind by kind'],
      ['assay coverage newest', 'what became of each promise in the newest run'],
      ['assay coverage reports/acme --missing', 'what that run left open'],
    ])
    .runs(async (run: string | undefined, flags: CoverageFlags) => {
      if (flags.pairs) return printPairs(flags);
      const rows = await rowsOf(run, flags);
      const { wantsColour } = await import('../application/terminal.ts');
      const shown = flags.missing ? rows.filter((row) => row.isOpen) : rows;
      if (flags.json) print(JSON.stringify(shown, null, 2));
      else print((await import('../explain/coverage-text.ts')).coverageText(shown, rows, wantsColour()));
      return statusOf(rows);
    });
}

async function printPairs(flags: CoverageFlags): Promise<ExitCode> {
  const { crossingsOf } = await import('../explain/pairs.ts');
  const { crossingsText } = await import('../explain/coverage-text.ts');
  const { planFor } = await import('../application/cases/plan-for.ts');
  const { plan, inputs } = planFor([], { ...flags, seed: 1 });
  const crossings = crossingsOf(plan, inputs);
  print(flags.json ? JSON.stringify(crossings, null, 2) : crossingsText(crossings));
  const isOpen = crossings.some(({ uncovered }) => uncovered.some(({ because }) => because === undefined));
  return isOpen ? EXIT.policy : EXIT.passed;
}

async function rowsOf(run: string | undefined, flags: CoverageFlags) {
  const { judgedCoverage, plannedCoverage } = await import('../explain/coverage.ts');
  if (run === undefined) {
    const { planFor } = await import('../application/cases/plan-for.ts');
    const { plan, inputs } = planFor([], { ...flags, seed: 1 });
    return plannedCoverage(plan, inputs);
  }
  const { rejudge } = await import('../application/stored/rejudge.ts');
  const { input, contract } = rejudge(run === 'newest' ? undefined : run);
  return judgedCoverage(input.verdict, contract);
}

function statusOf(rows: Awaited<ReturnType<typeof rowsOf>>): ExitCode {
  if (rows.some(({ state }) => state === 'breached')) return EXIT.failed;
  return rows.some((row) => row.isOpen) ? EXIT.policy : EXIT.passed;
}

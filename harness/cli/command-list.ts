import type { Command } from 'commander';
import { count } from '../../reports/words/text.ts';
import { print, say } from '../application/say.ts';
import { AssayCommand } from './command.ts';
import { chosen, type PlanFlags, SCENARIOS, withPlan } from './options.ts';

/** `assay list`: the cases there are. */
export function listCommand(): Command {
  return withPlan(new AssayCommand('list'))
    .argument(...SCENARIOS)
    .option('--json', 'as JSON: id, title, scenario, file, line, tags, covers, and excused where it will not be run')
    .summary('list the cases, one id a line, with where each is written')
    .description('Lists the cases that a run would have, one id a line, with the place where each is written.')
    .examples([
      ['assay list', 'all cases that come with Assay'],
      ['assay list scenarios/orders --json', 'some, for other programs'],
    ])
    .action(printCases);
}

/** Prints the cases that a run would have. */
export async function printCases(named: readonly string[], given: PlanFlags & { json?: boolean }): Promise<void> {
  const { planFor } = await import('../application/cases/plan-for.ts');
  const { paths, flags } = await chosen(named, given);
  const { plan } = planFor(paths, flags);
  if (flags.json) {
    const rows = plan.journeys.map(({ id, title, scenario, span, tags, covers, excused }) => ({
      id,
      title,
      scenario,
      file: span.file,
      line: span.line,
      tags,
      covers,
      ...(excused ? { excused: excused.detail } : {}),
    }));
    return print(JSON.stringify(rows, null, 2));
  }
  print(plan.journeys.map(({ id, span }) => `${id}  ${span.file}:${span.line}`).join('\n'));
  say(count(plan.journeys.length, 'case'));
}

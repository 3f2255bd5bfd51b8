import { Command } from 'commander';
import type { PlanOptions } from '../application/cases/plan-for.ts';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { withPlan } from './options.ts';

/** `assay list`: the cases there are. */
export function listCommand(_done: Done): Command {
  return withPlan(new Command('list'))
    .argument('[paths...]', 'scenario files or folders (default: all that come with Assay)')
    .option('--json', 'as JSON: id, title, scenario, file, line, tags, covers, and excused where it will not be run')
    .summary('list the cases, one id a line, with where each is written')
    .description('Lists the cases that a run would have, one id a line, with the place where each is written.')
    .addHelpText(
      'after',
      examples([
        ['assay list', 'all cases that come with Assay'],
        ['assay list scenarios/orders --json', 'some, for other programs'],
      ]),
    )
    .action(async (paths: string[], flags: PlanOptions & { json?: boolean }) => {
      const [{ planFor }, { print, say }, { count }] = await Promise.all([
        import('../application/cases/plan-for.ts'),
        import('../application/say.ts'),
        import('../../reports/words/text.ts'),
      ]);
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
    });
}

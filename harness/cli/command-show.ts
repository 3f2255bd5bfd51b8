import type { Command } from 'commander';
import { AssayCommand } from './command.ts';

/** `assay show`: one case of a run, whole. */
export function showCommand(): Command {
  return new AssayCommand('show')
    .argument('<run>', 'folder of a run')
    .argument('<case>', 'id of a case of it, or a part of one that no other has')
    .summary('print one case of a run: what was sent, what came, and what is wrong')
    .description(
      'Prints one case of a recorded run: each request, answer and event with its headers and body in the order in which they happened, and what is wrong with them.',
    )
    .examples([
      ["assay show reports/acme 'orders/provide-new#business'", 'a case'],
      ['assay show reports/acme provide-new#b', 'the same, where no other is called so'],
    ])
    .action(async (run: string, named: string) => {
      const { showCase } = await import('../application/stored/show-case.ts');
      showCase(run, named);
    });
}

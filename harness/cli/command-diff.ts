import type { Command } from 'commander';
import { EXIT } from '../application/exit.ts';
import { print } from '../application/say.ts';
import { AssayCommand } from './command.ts';
import { timesFactor } from './flag-values.ts';

/** `assay diff`: what is different since an earlier run. */
export function diffCommand(): Command {
  return new AssayCommand('diff')
    .argument('<before>', 'folder of the earlier run, or load')
    .argument('<after>', 'folder of the later one')
    .flag('--factor <number>', 'tell medians of operations that are so many times slower or faster', timesFactor, 2)
    .flag('--json', 'print it as JSON')
    .summary('compare two runs or two loads: new failures, fixed, lost and new checks, timing')
    .description(
      'Judges two runs again and compares them: failures that are new or gone, cases and checks that ran before and do not now, new ones, and medians that changed. Exit status 1 where there are new failures, or lost cases or checks. Of two loads it compares what their verdicts say: thresholds and kinds of failures, how long answers and events took, and the highest rate that holds.',
    )
    .examples([
      ['assay diff reports/yesterday reports/today', 'after a nightly run'],
      ['assay diff reports/load-monday reports/load-today', 'two loads'],
      ['assay diff last-good reports/acme --json', 'for other programs'],
    ])
    .runs(async (before: string, after: string, { factor, json }: { factor: number; json?: boolean }) => {
      const { diffRuns } = await import('../application/stored/compare-with.ts');
      const { DIFF_LABELS, diffText } = await import('../application/stored/diff-text.ts');
      const { diffLoads, isLoad } = await import('../application/stored/load-diff.ts');
      if (isLoad(before) || isLoad(after)) {
        const { found, text } = diffLoads(before, after, factor);
        if (json) print(JSON.stringify(found, null, 2));
        else print(text, DIFF_LABELS);
        return found.newFailures.length > 0 ? EXIT.failed : EXIT.passed;
      }
      const { isWorse } = await import('../evidence/diff.ts');
      const compared = diffRuns(before, after, { factor });
      if (json) print(JSON.stringify(compared.diff, null, 2));
      else print(diffText(compared.before, compared.after, compared.diff), DIFF_LABELS);
      return isWorse(compared.diff) ? EXIT.failed : EXIT.passed;
    });
}

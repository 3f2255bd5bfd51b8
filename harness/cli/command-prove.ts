import type { Command } from 'commander';
import { EXIT } from '../application/exit.ts';
import type { ProveFlags } from '../application/proofs/prove.ts';
import { AssayCommand } from './command.ts';
import { positiveNumber, several, wholeNumber } from './flag-values.ts';
import { QUIET } from './options.ts';

/** `assay prove`: every fault and every legal variant through the shipped runner. */
export function proveCommand(): Command {
  return new AssayCommand('prove')
    .summary('make the fake misbehave in every known way, and see each caught')
    .description(
      'Certifies the fake gateway once for every fault and every legal variant of fixtures/faults. A fault must turn red a check on a promise that it breaks; a legal variant must turn nothing red. Writes prove.json and prove.html.',
    )
    .flag('--fault <name|file>', 'only these faults, variants or files of them; may be repeated', several)
    .flag('--planted <number>', 'so many faults instead, by class, at places that the seed chooses', positiveNumber)
    .flag('--oddities <number>', 'so many legal oddities instead, by class and seed', positiveNumber)
    .flag('--only <number>', 'of those, the one with this number', positiveNumber)
    .flag('--profile <name|file>', 'KCI profile, in place of the one of the fake')
    .flag('--seed <number>', 'the same seed gives the same data', wholeNumber, 1)
    .flag('--jobs <number>', 'threads (default: one for each core)', positiveNumber)
    .flag('--out <folder>', 'folder of the reports (default: reports/out/<time>-prove)')
    .flag(...QUIET)
    .examples([
      ['assay prove', 'all of it'],
      ['assay prove --fault kci-lost-completion,booking-double', 'some faults'],
      ['assay prove --fault my-faults.yaml', 'a file of yours'],
      ['assay prove --planted 1000 --seed 7', 'a thousand faults at places that nobody thought of'],
      ['assay prove --planted 1000 --seed 7 --only 413', 'one of them once more'],
    ])
    .runs(async (flags: ProveFlags) => {
      const { proveAll } = await import('../application/proofs/prove.ts');
      return (await proveAll(flags)) ? EXIT.passed : EXIT.failed;
    });
}

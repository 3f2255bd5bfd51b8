import { Command } from 'commander';
import { EXIT } from '../application/exit.ts';
import type { ProveFlags } from '../application/proofs/prove.ts';
import { positiveNumber, several, wholeNumber } from './flag-values.ts';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { flag } from './options.ts';

/** `assay prove`: every fault and every legal variant through the shipped runner. */
export function proveCommand(done: Done): Command {
  return new Command('prove')
    .summary('make the fake misbehave in every known way, and see each caught')
    .description(
      'Certifies the fake gateway once for every fault and every legal variant of fixtures/faults. A fault must turn red a check on a promise that it breaks; a legal variant must turn nothing red. Writes prove.json and prove.html.',
    )
    .addOption(
      flag('--fault <name|file>', 'only these faults, variants or files of them; may be repeated').argParser(several),
    )
    .addOption(
      flag('--planted <number>', 'so many faults instead, by class, at places that the seed chooses').argParser(
        positiveNumber,
      ),
    )
    .addOption(
      flag('--oddities <number>', 'so many legal oddities instead, by class and seed').argParser(positiveNumber),
    )
    .addOption(flag('--only <number>', 'of those, the one with this number').argParser(positiveNumber))
    .addOption(flag('--profile <name|file>', 'KCI profile, in place of the one of the fake'))
    .addOption(flag('--seed <number>', 'the same seed gives the same data').argParser(wholeNumber).default(1))
    .addOption(flag('--jobs <number>', 'threads (default: one for each core)').argParser(positiveNumber))
    .addOption(flag('--thorough', 'every trial with all cases, also where fewer decide it'))
    .addOption(flag('--http <number>', 'try a sample of so many once more over a socket').argParser(wholeNumber))
    .addOption(flag('--out <folder>', 'folder of the reports (default: reports/out/<time>-prove)'))
    .addOption(flag('-q, --quiet', 'print nothing but problems'))
    .addHelpText(
      'after',
      examples([
        ['assay prove', 'all of it'],
        ['assay prove --fault kci-lost-completion,booking-double', 'some faults'],
        ['assay prove --fault my-faults.yaml --thorough', 'a file of yours, with everything each turns red'],
        ['assay prove --planted 1000 --seed 7', 'a thousand faults at places that nobody thought of'],
        ['assay prove --planted 1000 --seed 7 --only 413', 'one of them once more'],
        ['assay prove --http 20', 'and a sample over HTTP'],
      ]),
    )
    .action(async (flags: ProveFlags) => {
      const { proveAll } = await import('../application/proofs/prove.ts');
      done((await proveAll(flags)) ? EXIT.passed : EXIT.failed);
    });
}

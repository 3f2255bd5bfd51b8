import type { Command } from 'commander';
import type { AimOptions } from '../application/inputs.ts';
import { print } from '../application/say.ts';
import { AssayCommand } from './command.ts';
import { SCENARIOS, withAim } from './options.ts';

/** `assay explain`: what an id of a report means, and all that hangs together with it. */
export function explainCommand(): Command {
  return withAim(new AssayCommand('explain'))
    .argument(
      '<id>',
      'a row of the register (ORD-19), a check (kci.sequence), an error code, a KCI event, a fault, or a case',
    )
    .argument(...SCENARIOS)
    .summary('explain a promise, a check, an error code, an event, a fault or a case')
    .description(
      'Prints what an id of a report means: of a promise its sentence, the checks and cases that test it and the faults that prove it; of a check its promises; of an error code what it answers; of a KCI event what it means in the profile; of a fault what it breaks; of a case its steps and the promises that it rests on.',
    )
    .examples([
      ['assay explain ORD-19', 'a promise of the specification'],
      ['assay explain kci.sequence', 'a check'],
      ['assay explain INVALID_REQUEST', 'an error code'],
      ['assay explain COMPLETED', 'a KCI event'],
      ['assay explain kci-lost-completion', 'a fault of the fake'],
      ["assay explain 'orders/provide-new#business'", 'a case'],
      ['assay explain apple my-scenarios --target acme.yaml', 'a case of yours'],
    ])
    .action(async (id: string, paths: string[], flags: AimOptions) => {
      const { explain } = await import('../explain/explain.ts');
      print(explain(id, flags, paths));
    });
}

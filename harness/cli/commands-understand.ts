import { join } from 'node:path';
import type { Command } from 'commander';
import type { PlanOptions } from '../application/cases/preview-plan.ts';
import { EXIT, type ExitCode } from '../application/exit.ts';
import type { AimOptions, Inputs } from '../application/inputs.ts';
import { print, Refusal, refuseOn } from '../application/say.ts';
import { displayPath } from '../home.ts';
import type { Plan } from '../model.ts';
import { AssayCommand } from './command.ts';
import { wholeNumber } from './flag-values.ts';
import { SCENARIOS, withAim } from './options.ts';

/** `assay explain`: what an id in a report means, and everything related to it. */
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
      ['assay explain faults', 'all faults of the fake, each with what it does'],
      ["assay explain 'orders/provide-new#business'", 'a case'],
      ['assay explain apple my-scenarios --target acme.yaml', 'a case of yours'],
    ])
    .action(async (id: string, paths: string[], flags: AimOptions) => {
      const { explain } = await import('../explain/explain.ts');
      print(explain(id, flags, paths));
    });
}

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
      'Prints every row of the register, by place in the specification: tested by which cases and checks, excluded with the reason, or silent with the assumption made. What became of each row in a run stands in its report. The exit code is 4 where a row that can be tested is not.',
    )
    .examples([
      ['assay coverage', 'what the scenarios that come with Assay would test'],
      ['assay coverage --pairs', 'what no case brings together, kind by kind'],
      ['assay coverage --missing --target acme.yaml', 'what a target leaves open'],
    ])
    .runs(async (flags: CoverageFlags) => {
      const { previewPlan } = await import('../application/cases/preview-plan.ts');
      const { plan, inputs } = previewPlan([], { ...flags, seed: 1 });
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

/** `assay profile`: lists KCI profiles, or tries one on deliveries. */
export function profileCommand(): Command {
  const command = new AssayCommand('profile')
    .summary('try a KCI profile on sample deliveries, or look at the profiles there are')
    .description('Tries a KCI profile on sample deliveries, lists the profiles that come with Assay, or prints one.')
    .examples([
      ['assay profile list', 'the profiles that come with Assay'],
      ['assay profile test acme.yaml samples/', 'what yours makes of deliveries you have seen'],
    ]);
  for (const add of [testCommand, listCommand, showCommand]) command.addCommand(add());
  return command;
}

function testCommand(): Command {
  return new AssayCommand('test')
    .argument('<profile>', 'a name in fixtures/kci, or the path of a profile')
    .argument('<samples...>', 'JSON, XML or NDJSON files, or folders of these')
    .option('--json', 'as JSON')
    .summary('show what a profile reads in sample deliveries')
    .description(
      'Shows what a KCI profile reads in each sample: event, order, tenant, times and all else, where each was looked for, and what is missing or malformed. A sample is a body, or {headers, body}; the record of a run will do. The exit code is 2 where a sample maps to nothing.',
    )
    .examples([
      ['assay profile test tenant delivery.json', 'one delivery'],
      ['assay profile test acme.yaml reports/acme/record.ndjson', 'all deliveries of a run'],
    ])
    .runs(async (reference: string, paths: string[], flags: { json?: boolean }) => {
      const { loadProfile } = await import('../contract/profile.ts');
      const { readSamples } = await import('../setup/profile/samples.ts');
      const { profileText, testProfile } = await import('../setup/profile/test.ts');
      const { profile, problems } = loadProfile(reference);
      const read = readSamples(paths);
      refuseOn([...problems, ...read.problems]);
      if (!profile) throw new Refusal(problems);
      const test = testProfile(profile, read.samples);
      print(flags.json ? JSON.stringify(test, null, 2) : profileText(test));
      return test.isWholeMapped ? EXIT.passed : EXIT.input;
    });
}

function listCommand(): Command {
  return new AssayCommand('list')
    .summary('list the profiles that come with Assay')
    .description('Lists the KCI profiles that come with Assay, with what each is.')
    .examples([['assay profile list', 'name, and what it is']])
    .action(async () => {
      const { shippedProfiles } = await import('../setup/profile/test.ts');
      const profiles = shippedProfiles();
      const width = Math.max(...profiles.map(({ profile }) => profile.length));
      print(profiles.map(({ profile, title }) => `${profile.padEnd(width)}  ${title}`).join('\n'));
    });
}

function showCommand(): Command {
  return new AssayCommand('show')
    .argument('<profile>', 'a name in fixtures/kci')
    .summary('print a profile, to begin your own with')
    .description('Prints the file of a KCI profile, as a file of yours may begin.')
    .examples([['assay profile show generic > acme-kci.yaml', 'the one to begin with']])
    .action(async (name: string) => {
      const { findFixture, FIXTURES, PROFILES } = await import('../contract/fixture.ts');
      const { readText } = await import('../source/file.ts');
      const { file = '', problems } = findFixture(PROFILES, name);
      refuseOn(problems);
      const { text = '' } = readText(file);
      print(text.replace('../contract', displayPath(join(FIXTURES, 'contract'))).trimEnd());
    });
}

/** `assay export`: exports a case for other tools. */
export function exportCommand(): Command {
  return withAim(new AssayCommand('export'))
    .argument('<case>', 'the id of a case, as assay list prints it')
    .argument(...SCENARIOS)
    .flag('--seed <number>', 'the same seed gives the same data', wholeNumber, 1)
    .summary('print a case as a Postman collection, which Bruno reads, too')
    .description(
      'Prints the requests of a case as a Postman collection (2.1): tokens first, values of earlier answers filled in by scripts, the statuses that are due as tests. Secrets are left out: they are variables without a value. Sends nothing.',
    )
    .examples([
      ["assay export 'orders/provide-new#business' > case.json", 'Postman, newman and Bruno import the file'],
      ['assay export orders/minimal-order --target acme.yaml > case.json', 'at the address of a gateway'],
      ['assay export apple my-scenarios --target acme.yaml > case.json', 'a case of yours'],
    ])
    .action(async (id: string, paths: string[], flags: AimOptions & { readonly seed: number }) => {
      const { collection } = await import('../explain/collection.ts');
      print(JSON.stringify(collection(id, flags, paths), null, 2));
    });
}

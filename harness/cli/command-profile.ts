import { join } from 'node:path';
import type { Command } from 'commander';
import { EXIT } from '../application/exit.ts';
import { shown } from '../application/places.ts';
import { print, Refusal, refuseOn } from '../application/say.ts';
import { AssayCommand } from './command.ts';

/** `assay profile`: what there is of KCI profiles, and what one makes of deliveries. */
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
      'Shows what a KCI profile reads in each sample: event, order, tenant, times and all else, where each was looked for, and what is missing or malformed. A sample is a body, or {headers, body}; the record of a run will do. The exit status is 2 where a sample maps to nothing.',
    )
    .examples([
      ['assay profile test tenant delivery.json', 'one delivery'],
      ['assay profile test acme.yaml reports/acme/record.ndjson', 'all deliveries of a run'],
    ])
    .runs(async (reference: string, paths: string[], flags: { json?: boolean }) => {
      const { loadProfile } = await import('../contract/profile.ts');
      const { readSamples } = await import('../setup/profile/samples.ts');
      const { testProfile } = await import('../setup/profile/test.ts');
      const { profileText } = await import('../setup/profile/text.ts');
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
      const { findFixture, FIXTURES, PROFILES, readText } = await import('../contract/fixture.ts');
      const { file = '', problems } = findFixture(PROFILES, name);
      refuseOn(problems);
      const { text = '' } = readText(file);
      print(text.replace('../contract', shown(join(FIXTURES, 'contract'))).trimEnd());
    });
}

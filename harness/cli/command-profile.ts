import { Command } from 'commander';
import { EXIT } from '../application/exit.ts';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { strict } from './usage.ts';

/** `assay profile`: what there is of KCI profiles, and what one makes of deliveries. */
export function profileCommand(done: Done): Command {
  const command = new Command('profile')
    .summary('try a KCI profile on sample deliveries, or list the profiles there are')
    .description('Tries a KCI profile on sample deliveries, or lists the profiles that come with Assay.')
    .addHelpText(
      'after',
      examples([
        ['assay profile list', 'the profiles that come with Assay'],
        ['assay profile test acme.yaml samples/', 'what yours makes of deliveries you have seen'],
      ]),
    );
  for (const add of [testCommand, listCommand]) command.addCommand(strict(add(done)));
  return command;
}

function testCommand(done: Done): Command {
  return new Command('test')
    .argument('<profile>', 'a name in fixtures/kci, or the path of a profile')
    .argument('<samples...>', 'JSON, XML or NDJSON files, or folders of these')
    .option('--json', 'as JSON')
    .summary('show what a profile reads in sample deliveries')
    .description(
      'Shows what a KCI profile reads in each sample: event, order, tenant, times and all else, where each was looked for, and what is missing or malformed. A sample is a body, or {headers, body}; the record of a run will do. The exit status is 2 where a sample maps to nothing.',
    )
    .addHelpText(
      'after',
      examples([
        ['assay profile test tenant delivery.json', 'one delivery'],
        ['assay profile test acme.yaml reports/acme/record.ndjson', 'all deliveries of a run'],
      ]),
    )
    .action(async (reference: string, paths: string[], flags: { json?: boolean }) => {
      const [{ loadProfile }, { readSamples }, { testProfile }, { profileText }, { print, Refusal, refuseOn }] =
        await Promise.all([
          import('../contract/profile.ts'),
          import('../setup/profile/samples.ts'),
          import('../setup/profile/test.ts'),
          import('../setup/profile/text.ts'),
          import('../application/say.ts'),
        ]);
      const { profile, problems } = loadProfile(reference);
      const read = readSamples(paths);
      refuseOn([...problems, ...read.problems]);
      if (!profile) throw new Refusal(problems);
      const test = testProfile(profile, read.samples);
      print(flags.json ? JSON.stringify(test, null, 2) : profileText(test));
      done(test.isWholeMapped ? EXIT.passed : EXIT.input);
    });
}

function listCommand(_done: Done): Command {
  return new Command('list')
    .summary('list the profiles that come with Assay')
    .description('Lists the KCI profiles that come with Assay, with what each is.')
    .addHelpText('after', examples([['assay profile list', 'name, and what it is']]))
    .action(async () => {
      const [{ shippedProfiles }, { print }] = await Promise.all([
        import('../setup/profile/test.ts'),
        import('../application/say.ts'),
      ]);
      const profiles = shippedProfiles();
      const width = Math.max(...profiles.map(({ profile }) => profile.length));
      print(profiles.map(({ profile, title }) => `${profile.padEnd(width)}  ${title}`).join('\n'));
    });
}

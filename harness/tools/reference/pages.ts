import { readFileSync } from 'node:fs';
import { loadSpec } from '../../application/inputs.ts';
import { createProgram } from '../../cli/main.ts';
import { shippedPath } from '../../home.ts';
import type { JsonObject } from '../../model.ts';
import { shippedProfiles } from '../../setup/profile/test.ts';
import { commandsPage } from './commands-page.ts';
import { environmentPage } from './environment-page.ts';
import { formatPage } from './format-page.ts';
import { checksPage, errorsPage, eventsPage, exitCodesPage, readingsPage, verdictsPage } from './judgement-pages.ts';
import { page, prose, table } from './markdown.ts';

interface Format {
  /** The name of its schema, and of its page. */
  readonly name: string;
  readonly title: string;
  /** Where such files lie, and who reads them. */
  readonly where: string;
}

/** The file formats, those first that most people write. */
const FORMATS: readonly Format[] = [
  {
    name: 'scenario',
    title: 'Scenario files',
    where:
      'Below `scenarios/`, or anywhere: `npx assay run <file>`. How to write one: [Write a scenario](../writing-scenarios.md). The two files in `fixtures/cleanup/`, which `npx assay cleanup` walks, have this form too.',
  },
  {
    name: 'fragment',
    title: 'Fragment files',
    where:
      'In a folder named `fragments`, which holds no scenarios: a step says `use: ./fragments/<file>`. What they are for: [Write a scenario](../writing-scenarios.md#steps-that-several-scenarios-share).',
  },
  {
    name: 'target',
    title: 'Target files',
    where:
      'Anywhere: `--target <file>`; `npx assay init` writes a first one. What is behind the keys: [Targets and worlds](../targets.md).',
  },
  {
    name: 'world',
    title: 'World files',
    where:
      'Named by the target file, or by `--world <file>`. What is behind the keys: [Targets and worlds](../targets.md#a-world).',
  },
  {
    name: 'kci-profile',
    title: 'KCI profiles',
    where: 'Named by the target file, or by `--profile <file>`. How to write one: [KCI profiles](../kci-profiles.md).',
  },
  {
    name: 'traffic',
    title: 'Traffic profiles',
    where:
      'In `scenarios/traffic/`, or anywhere: `npx assay load <file>`. What is behind the keys: [Load](../load.md).',
  },
  {
    name: 'waivers',
    title: 'Waiver files',
    where: 'Anywhere: `--waivers <file>`. What they do: [Waivers](../evidence.md#waivers).',
  },
  {
    name: 'fault',
    title: 'Fault files',
    where:
      'In `fixtures/faults/`, or anywhere: `--fault <file>` has the fake show all that a file says. [Develop against the fake](../how-to/develop-against-the-fake.md) shows one.',
  },
  {
    name: 'client-scenario',
    title: 'Scenarios of clients',
    where:
      'In `scenarios/client/`, or anywhere: `npx assay certify-client <file>`. How they are used: [Certify your client](../how-to/certify-your-client.md).',
  },
  {
    name: 'requirements',
    title: 'The register',
    where:
      '`fixtures/contract/requirements.yaml`; `npx assay coverage` prints it with what tests each row. What binds clients is `fixtures/contract/client-requirements.yaml`.',
  },
  { name: 'seal', title: 'Seals', where: '`seal.json`, which `npx assay seal` writes into the folder of a run.' },
  {
    name: 'certificate',
    title: 'Certificates',
    where: '`certificate.json`, which `npx assay certificate` writes into the folder of a run.',
  },
];

/** Pages that are not about a file format, with what each is for. */
const OTHERS: readonly (readonly [name: string, title: string, what: string])[] = [
  ['commands', 'Commands', 'every command with its options, exit codes and examples'],
  ['environment', 'Environment variables', 'which flags they stand for, and what else is read'],
  ['exit-codes', 'Exit codes', 'what the end of a command says'],
  ['checks', 'Checks', 'what the judge looks at'],
  ['verdicts', 'Words of a verdict', 'what cases and promises end as, and why'],
  ['errors', 'Error codes', 'of the specification, with the requests that are answered so'],
  ['readings', 'Readings', 'what a target may agree on where the specification is silent, row by row'],
  ['kci-events', 'KCI events', 'what each means, and how the profiles have it on the wire'],
];

/** The pages of docs/reference, by their file names: all from schemas, contract, profiles and command line. */
export function referencePages(): ReadonlyMap<string, string> {
  const { contract } = loadSpec();
  const program = createProgram();
  const profiles = shippedProfiles().toSorted(
    (a, b) => Number(b.profile === 'supplier') - Number(a.profile === 'supplier'),
  );
  return new Map([
    ['README.md', contentsPage()],
    ['commands.md', commandsPage(program)],
    ['environment.md', environmentPage(program)],
    ['exit-codes.md', exitCodesPage()],
    ['checks.md', checksPage(contract)],
    ['verdicts.md', verdictsPage()],
    ['errors.md', errorsPage(contract)],
    ['readings.md', readingsPage(contract)],
    ['kci-events.md', eventsPage(profiles)],
    ...FORMATS.map((format) => [`${format.name}.md`, textOf(format)] as const),
  ]);
}

function textOf({ name, title, where }: Format): string {
  const editors = `The schema is [${name}.schema.json](../../fixtures/contract/${name}.schema.json), in the package \`assay/schema/${name}.json\`. Editors with a YAML language server complete and explain each key in a file that begins with \`# yaml-language-server: $schema=\` and the path of the schema.`;
  const hasYaml = name !== 'seal' && name !== 'certificate';
  return formatPage(schemaOf(name), title, [
    where,
    hasYaml
      ? editors
      : `The schema is [${name}.schema.json](../../fixtures/contract/${name}.schema.json), in the package \`assay/schema/${name}.json\`.`,
  ]);
}

function contentsPage(): string {
  return page('Reference', [
    'Written by `npm run reference` from the schemas, the contract, the KCI profiles and the command line; a test fails where it lags behind.',
    table(
      ['Page', ''],
      OTHERS.map(([name, title, what]) => [`[${title}](${name}.md)`, what]),
    ),
    'File formats:',
    table(
      ['Page', ''],
      FORMATS.map(({ name, title }) => [`[${title}](${name}.md)`, prose(String(schemaOf(name).description))]),
    ),
    'Each format has a version, a whole number. A file may name its own (`version: 1`) and is of version 1 where it does not; what Assay writes as JSON always does. A new key is no other version. A version that reads right files otherwise comes with another major version of Assay only, and an Assay that is older refuses its files with a message that says so.',
  ]);
}

function schemaOf(name: string): JsonObject {
  return JSON.parse(readFileSync(shippedPath('fixtures/contract', `${name}.schema.json`), 'utf8')) as JsonObject;
}

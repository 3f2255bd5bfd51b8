import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { lintScenarios } from './lint.ts';
import { findScenarios } from './load.ts';
import { parseScenario } from './parse.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-fragments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'fragments'));
const put = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

put(
  'fragments/booked.yaml',
  `fragment: A slot is listed and booked
with: { site: null, purpose: PROVIDE, class: WEEKDAY_AM, few: 1 }
given:
  customer: $fake.contact
  note: \${with.purpose} at \${with.site.id}
steps:
  - slots: { address: $with.site, purpose: $with.purpose }
    as: slots
    need:
      body:
        availableTimeslots: ~some(classification = \${with.class})
  - book:
      address: $with.site
      purpose: $with.purpose
      timeslot: $slots.availableTimeslots[?@.classification == '\${with.class}']
    as: booking
`,
);
put(
  'fragments/whole.yaml',
  'fragment: Nested\nwith: { site: null }\nsteps:\n  - availability: { address: $with.site.id }\n  - use: ./booked.yaml\n    with: { site: $with.site }\n',
);

const HEAD = 'scenario: It uses one\ngiven: { site: $world.newLine, note: own }\nsteps:\n';
const parsed = (steps: string, name = 'one.yaml') => {
  const text = HEAD + steps;
  const { scenario, problems } = parseScenario(text, put(name, text), 'one');
  return {
    scenario,
    told: problems.map(
      ({ span, message, why, fix }) =>
        `${span?.file.slice(folder.length + 1)}:${span?.line} ${[message, why, fix].filter(Boolean).join(' | ')}`,
    ),
  };
};

test('a fragment stands where it is used, flat, with its parameters, and each step has its place in its file', () => {
  const { scenario, told } = parsed('  - use: ./fragments/whole.yaml\n    with: { site: $site }\n  - wait: 1s\n');
  expect(told).toEqual([]);
  expect(
    scenario?.steps.map(({ verb, kind, fields, as, span }) => [
      verb ?? kind,
      fields,
      as,
      `${span.file.split('/').at(-1)}:${span.line}`,
    ]),
  ).toEqual([
    ['availability', { address: '$site.id' }, undefined, 'whole.yaml:4'],
    ['slots', { address: '$site', purpose: 'PROVIDE' }, 'slots', 'booked.yaml:7'],
    [
      'book',
      {
        address: '$site',
        purpose: 'PROVIDE',
        timeslot: "$slots.availableTimeslots[?@.classification == 'WEEKDAY_AM']",
      },
      'booking',
      'booked.yaml:12',
    ],
    ['wait', {}, undefined, 'one.yaml:6'],
  ]);
  // What the scenario gives itself goes before.
  expect(scenario?.given).toEqual({ customer: '$fake.contact', note: 'own', site: '$world.newLine' });
});

test.for([
  ['  - use: ./fragments/none.yaml\n', ['one.yaml:4 cannot read ', 'fragments/none.yaml | there is no such file']],
  [
    '  - use: ./fragments/booked.yaml\n    with: { sit: $site }\n',
    [
      'one.yaml:5 unknown parameter "sit" | the fragment takes site, purpose, class or few | did you mean "site"?',
      'one.yaml:4 the parameter "site" is missing',
    ],
  ],
  ['  - use: ./fragments/booked.yaml\n    as: it\n', ['one.yaml:4 "as" beside "use"']],
  [
    '  - use: ./fragments/wrong.yaml\n',
    ['fragments/wrong.yaml:3 unknown parameter "toString"', 'fragments/wrong.yaml:4 unknown verb "oder"'],
  ],
  ['  - use: ./fragments/round.yaml\n', ['fragments/round.yaml:2 "./round.yaml" uses this one in turn']],
  ['  - use: ./fragments/odd.yaml\n', ['fragments/odd.yaml:3 unknown key "stepps"']],
] as const)('what is wrong with %j is told at its place', ([steps, expected]) => {
  put('fragments/wrong.yaml', 'fragment: Wrong\nsteps:\n  - wait: $with.toString\n  - oder: {}\n');
  put('fragments/round.yaml', 'fragment: Round\nsteps: [{ use: ./round.yaml }]\n');
  put('fragments/odd.yaml', 'fragment: Odd\ngiven: {}\nstepps: []\n');
  const { scenario, told } = parsed(steps);
  expect(scenario).toBeUndefined();
  for (const each of expected) expect(told.join('\n')).toContain(each);
});

test('a folder of fragments holds no scenarios', () => {
  put('two.yaml', `${HEAD}  - wait: 1s\n`);
  expect(findScenarios([folder]).files.map(({ id }) => id)).not.toContain('fragments/booked');
});

test('the lint finds its places in fragments, too, and leaves alone what may serve others', () => {
  put('fragments/lost.yaml', 'fragment: Lost\nsteps:\n  - availability: { address: $nowhere }\n    as: spare\n');
  const { scenario } = parsed('  - availability: { address: $site }\n  - use: ./fragments/lost.yaml\n', 'lint.yaml');
  const { contract } = loadContract(fileURLToPath(new URL('../../fixtures/contract', import.meta.url)));
  const found = scenario ? lintScenarios([scenario], { contract }) : [];
  const told = found.map(({ span, message }) => `${span?.file.split('/').at(-1)}:${span?.line} ${message}`);
  expect(told).toContainEqual(expect.stringMatching(/^lost\.yaml:3 .*nowhere/));
  expect(told.join()).not.toContain('spare');
});

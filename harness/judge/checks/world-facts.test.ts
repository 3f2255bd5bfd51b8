import { expect, test } from 'vitest';
import type { JsonObject } from '../../model.ts';
import { call, findingsOf, order, rowsWith, SITE, type Story, tell } from '../../testing/record-builder.ts';

const ask = (name: string): ReturnType<typeof call> => call('availability', { name, query: { address: SITE } });
const body = (more: JsonObject): JsonObject => ({
  address: { identifier: SITE },
  serviceSpecifications: [{ id: 'fttp', name: 'FTTP', serviceCharacteristics: [] }],
  unavailabilityReasons: [],
  ...more,
});

function story(facts: JsonObject | undefined, tellOf: (story: Story) => Story): Story {
  const site = { ...SITE, ...(facts ? { facts } : {}) };
  const told = tell()
    .journey('a', [ask('one'), order(5), ask('two')], { values: { site } })
    .start('a');
  return tellOf(told).end('a').finish();
}

/** What is said of an answer where the world states such facts. */
function said(facts: JsonObject, more: JsonObject): string[] {
  const verdict = story(facts, (told) => told.ask('a', 'one', 200, { body: body(more) })).judge();
  const findings = verdict.cases.flatMap((each) => each.findings).filter(({ check }) => check === 'world.facts');
  return findings.map(({ result }) =>
    'finding' in result ? `${result.finding.pointer}: ${result.finding.actual} for ${result.finding.expected}` : '',
  );
}

const address = (more: JsonObject): JsonObject => ({ address: { identifier: SITE, ...more } });
const lines = (...existingLines: JsonObject[]): JsonObject => ({ siteInformation: { existingLines } });

test.each<[title: string, facts: JsonObject, answer: JsonObject, said: readonly string[]]>([
  ['as stated', { address: { city: 'Ashcombe' } }, address({ city: 'Ashcombe' }), []],
  ['left out', { address: { city: 'Ashcombe' } }, {}, []],
  [
    'another day of one date',
    { siteInformation: { serviceReadyDate: '2026-12-01' } },
    { siteInformation: { serviceReadyDate: '2026-12-01T00:00:00Z' } },
    [],
  ],
  [
    'in other letters',
    { address: { city: 'Ashcombe' } },
    address({ city: 'ASHCOMBE' }),
    ['/address/city: "ASHCOMBE" for "Ashcombe"'],
  ],
  [
    'with a blank after it',
    { address: { city: 'Ashcombe' } },
    address({ city: 'Ashcombe ' }),
    ['/address/city: "Ashcombe " for "Ashcombe"'],
  ],
  [
    'under a name in other letters',
    { address: { postcode: 'ZZ1 1AB' } },
    address({ postCode: 'ZZ1 1AB' }),
    ['/address/postcode: postCode, which is another member for postcode: "ZZ1 1AB"'],
  ],
  [
    'lines in another order, and one more',
    lines({ lineId: 'A' }, { lineId: 'B' }),
    lines({ lineId: 'C' }, { lineId: 'B' }, { lineId: 'A' }),
    [],
  ],
  [
    'the second line shown as the first',
    lines({ lineId: 'A' }, { lineId: 'B' }),
    lines({ lineId: 'A' }, { lineId: 'A' }),
    ['/siteInformation/existingLines/1/lineId: "A" for "B"'],
  ],
  [
    'a line too few',
    lines({ lineId: 'A' }, { lineId: 'B' }),
    lines({ lineId: 'A' }),
    ['/siteInformation/existingLines: [{"lineId":"A"}] for {"lineId":"B"} in the list'],
  ],
  [
    'a line where none is',
    lines(),
    lines({ lineId: 'A' }),
    ['/siteInformation/existingLines: [{"lineId":"A"}] for nothing in the list'],
  ],
])('%s', (_, facts, answer, findings) => {
  expect(said(facts, answer)).toEqual(findings);
});

test('what orders change is held to the world until one was sent; streets stay', () => {
  const facts = { address: { city: 'Ashcombe' }, siteInformation: { newLine: true } };
  const changed = { address: { identifier: SITE, city: 'Dunmere' }, siteInformation: { newLine: false } };
  const verdict = story(facts, (told) =>
    told
      .ask('a', 'one', 200, { body: body({}) })
      .ask('a', 'order', 202)
      .ask('a', 'two', 200, { body: body(changed) }),
  ).judge();
  expect(findingsOf(verdict).filter((each) => each.startsWith('world.facts'))).toHaveLength(1);
});

test('a world that states nothing leaves the row not applicable', () => {
  const verdict = story(undefined, (told) => told.ask('a', 'one', 200, { body: body({}) })).judge();
  expect(rowsWith(verdict, 'not-applicable')).toContain('WLD-01');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSite } from '../journey/site.ts';
import type { JsonObject, Problem, World } from '../model.ts';
import { FIXTURES, fixtureNames, WORLDS } from './fixture.ts';
import { loadProfile } from './profile.ts';
import { loadWorld, readWorld } from './world.ts';

function shipped(name: string): World {
  const { world, problems } = loadWorld(name);
  if (!world) throw new Error(JSON.stringify(problems));
  return world;
}

const fake = shipped('fake');
const sandbox = shipped('example-sandbox');
const firstOf = (role: string) => {
  const range = fake.roles[role]?.range;
  return range && findSite(fake, String(range.from).padStart(range.digits, '0'), range.type);
};

describe('the world of the fake', () => {
  it.each(Object.keys(fake.roles))(
    '%s is a range of a hundred million twelve-digit numbers (a few where journeys shall meet), furnished whole',
    (role) => {
      const { range, use } = fake.roles[role] ?? {};
      expect(range && range.to - range.from + 1).toBe(use === 'shared' ? 20 : 100_000_000);
      expect(range?.digits).toBe(12);
      const { address = {}, ...answer } = firstOf(role)?.availability ?? {};
      expect(Object.keys(answer).sort()).toEqual(['serviceSpecifications', 'siteInformation', 'unavailabilityReasons']);
      expect(Object.keys(address as JsonObject)).toEqual(
        expect.arrayContaining(['identifier', 'streetNumber', 'streetName', 'city', 'postcode', 'country']),
      );
      expect(JSON.stringify(answer)).not.toContain('$');
    },
  );

  it('tells a running service of the asking tenant by its port and its service id', () => {
    const { site, availability } = firstOf('activeService') ?? {};
    expect(site).toMatchObject({ holder: 'asker', serviceId: 'SVC902200000000', lineId: 'LN902200000000' });
    expect(availability).toMatchObject({
      siteInformation: {
        newLine: false,
        existingLines: [
          {
            lineId: 'LN902200000000',
            lineCharacteristics: [{ name: 'LINE_PROFILE' }, { name: 'SERVICE_ID', value: 'SVC902200000000' }],
            ont: { ports: [{ status: 'ACTIVE', tenantActive: true }, { status: 'STOPPED' }] },
          },
        ],
      },
    });
  });

  it('keeps zeros at the beginning of a property number', () => {
    expect(firstOf('leadingZeros')?.site.id).toBe('000100000000');
  });

  it('has a magic address for every outcome but the usual ones', () => {
    const { profile } = loadProfile('supplier');
    const outcomes = [profile?.lifecycles[0]?.outcomes, profile?.requests.amendment, profile?.requests.cancellation];
    const wanted = outcomes.flatMap((each) => Object.keys(each ?? {}).slice(1));
    const steered = Object.values(fake.roles).flatMap(({ steers, like }) =>
      like === 'newLine' && steers ? [steers] : [],
    );
    expect(steered).toEqual(expect.arrayContaining(wanted));
  });

  it('offers every classification at hours that run forward', () => {
    expect(Object.keys(fake.slots?.windows ?? {})).toHaveLength(15);
    expect(fake.slots).toMatchObject({ leadDays: 2, horizonDays: 28, capacity: 2, reservationMs: 1_800_000 });
  });
});

describe('the world of a sandbox', () => {
  it('lists its sites by role', () => {
    const counts = Object.entries(sandbox.roles).map(([role, { use, sites }]) => `${role} ${use} ${sites?.length}`);
    expect(counts).toEqual([
      'newLine once 3',
      'activeService exclusive 2',
      'inactiveOnt once 1',
      'unavailable shared 1',
      'orderRejected shared 1',
    ]);
  });
});

const text = readFileSync(join(FIXTURES, 'worlds', 'example-sandbox.yaml'), 'utf8');
const worded = ({ span, message, why, fix }: Problem): string =>
  [`${span?.line}:${span?.col} ${message}`, ...(why ? [why] : []), ...(fix ? [`fix: ${fix}`] : [])].join(' | ');
const changed = (from: string, to: string): string => {
  if (!text.includes(from)) throw new Error(`example-sandbox.yaml does not say ${from}`);
  return readWorld(
    text.replace(from, () => to),
    'mine.yaml',
  )
    .problems.map(worded)
    .join('\n');
};
const RANGE = 'range: { type: UPRN, from: 1, to: 9 }';

describe('a world that is wrong', () => {
  it.each([
    [
      "'900100000001'",
      '900100000001',
      '15:15 900100000001 is not a text | The property number. Quote it: it is a text and may begin with zeros.',
    ],
    ["'900100000003'", "'900100000002'", '17:9 the address UPRN 900100000002 stands under newLine already'],
    ['use: once', 'use: oncee', '13:10 "oncee" is not one of shared, exclusive or once | fix: did you mean "once"?'],
    ['Europe/London', 'Europe/Londn', '7:1 "Europe/Londn" is no time zone | fix: did you mean "Europe/London"?'],
    ['like: newLine', 'like: newline', '37:5 unknown role "newline" | fix: did you mean "newLine"?'],
    [
      'like: newLine',
      'like: orderRejected',
      '37:5 orderRejected is like orderRejected | roles cannot be like each other in a circle',
    ],
    [
      "{ ontPort: '1' }",
      "{ ontPort: '${port}' }",
      '24:3 the facts of inactiveOnt use "$port", which nothing gives | templates may use id, type, n',
    ],
    [
      '  newLine:',
      '  service:',
      '12:3 "service" cannot be a role | $world.service is the service reference\n37:5 unknown role "newLine"',
    ],
    [
      'roles:',
      `roles:\n  one: { ${RANGE} }\n  two: { ${RANGE} }`,
      '12:10 the ranges of one and two overlap | fix: give each its own part; an address that has both roles is listed under the "sites" of both',
    ],
    [
      'roles:',
      'roles:\n  one: { range: { type: UPRN, from: 9, to: 1 } }',
      '11:10 the range of one ends before it begins',
    ],
    ['roles:', 'roles:\n  one: { use: once }', '11:3 the role one needs either "sites" or a "range"'],
    ['roles:', 'elsewhere: nowhere\nroles:', '10:1 unknown role "nowhere"'],
  ])('with "%s" as "%s" is told', (from, to, expected) => {
    expect(changed(from, to)).toBe(expected);
  });
});

describe('what is kept of a world that comes with Assay', () => {
  it.each(fixtureNames(WORLDS))('is what its file says: %s', (name) => {
    const file = join(FIXTURES, WORLDS.folder, `${name}.yaml`);
    expect(loadWorld(name)).toStrictEqual(readWorld(readFileSync(file, 'utf8'), file));
  });
});

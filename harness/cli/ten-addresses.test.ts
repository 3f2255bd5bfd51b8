import { expect, test } from 'vitest';
import { setAsideLine } from '../application/cleanup/text.ts';
import { loadWorld } from '../contract/world.ts';
import { lentSites } from '../journey/site.ts';
import type { Depth, Restore, Site, World, WorldRole } from '../model.ts';
import { type CertifyOptions, certifyFake } from '../testing/certify.ts';

/** Ten addresses of the fake, which remembers what was ordered. */
const TEN = {
  leadingZeros: 1,
  subAddress: 1,
  contestedSlots: 1,
  multiLine: 1,
  newLine: 1,
  activeService: 2,
  activeElsewhere: 2,
  inactiveOnt: 1,
};
/** Some of them are of two kinds. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  newLine: ['leadingZeros', 'subAddress', 'contestedSlots'],
  activeService: ['multiLine'],
};

const RESET: NonNullable<Restore['call']> = {
  method: 'DELETE',
  url: '${base}/_fake/sites',
  body: { id: '$site.id', type: '$site.type' },
};

const lineAt = (line: string, port: string) => ({
  lineId: `${line}.lineId`,
  ontReference: `${line}.ont.ontReference`,
  ontPort: `${line}.ont.ports[${port}].portNumber`,
});
const LINE = lineAt('$.siteInformation.existingLines[0]', '0');
/** The line that runs for the tenant, wherever it stands. */
const own = '$.siteInformation.existingLines[?@.ont.ports[?@.tenantActive==true]]';
/** Completed orders make addresses of these kinds. */
const MADE: Readonly<Record<string, Partial<WorldRole>>> = {
  activeService: {
    leftBy: ['NEW', 'START', 'TAKEOVER', 'TRANSFER', 'SWAP', 'MODIFY'],
    learn: {
      ...lineAt(own, '?@.tenantActive==true'),
      serviceId: `${own}.lineCharacteristics[?@.name=='SERVICE_ID'].value`,
    },
  },
  inactiveOnt: { leftBy: ['CEASE'], learn: LINE },
};

/** The fake's world with the first so many addresses of each of these roles, listed, and with what is said of the role. */
const listed =
  (counts: Readonly<Record<string, number>>, said: (role: string) => Partial<WorldRole> = () => ({})) =>
  (world: World): World => {
    const sitesOf = (name: string): readonly Site[] => {
      const { range } = world.roles[name] ?? {};
      if (!range) return [];
      const few: WorldRole = { use: 'once', range: { ...range, to: range.from + (counts[name] ?? 0) - 1 } };
      return (lentSites(world, few) ?? []).map(({ id, type }) => ({ id, type }));
    };
    const roles = Object.keys(counts).map((name) => {
      const { range: _, ...rule } = world.roles[name] ?? {};
      const sites = [name, ...((counts === TEN && ALSO[name]) || [])].flatMap(sitesOf);
      return [name, { ...rule, use: 'once', sites, ...said(name) } as const] as const;
    });
    // By a name of its own: of the fake's world it is kept which cases there are.
    return { ...world, world: 'listed', roles: Object.fromEntries(roles) };
  };

const certified = async (restore: Restore | undefined, options: CertifyOptions) => {
  const aimed: NonNullable<CertifyOptions['aimed']> = (target) => (restore ? { ...target, restore } : target);
  return (await certifyFake({ aimed, ...options })).verdict;
};

test('a service that cannot be ceased sets its address aside, and the run says why', async () => {
  const furnish = listed({ newLine: 1 }, () => ({ leftBy: ['CEASE'] }));
  const { record } = await certifyFake({
    furnish,
    profile: 'fixtures/strangers/kci/courier.yaml',
    only: ['orders/provide-new'],
    aimed: (target) => ({ ...target, restore: { by: ['cancel', 'cease'] } }),
  });
  expect(setAsideLine(record)).toMatch(
    /^warning: 1 address could not be given back, such as UPRN 900100000000: the service of order \d+ could not be ceased: step order needs what no answer gave: \$row\.event/,
  );
});

const aboutAddresses = [
  'orders/provide-new',
  'orders/provide-refusals~omit:/body/id',
  'orders/provide-refusals~omit:/body/address',
  'orders/provide-new-without-appointment',
  'availability/asked-twice',
];

test.for<[string, Restore, Depth, number]>([
  ['at which orders can be cancelled and services ceased', { by: ['cancel', 'cease'] }, 'standard', 0.915],
  ['that resets them', { by: ['cancel', 'reset'], call: RESET }, 'quick', 0.97],
])('ten addresses of a gateway %s are enough for nearly every case', async ([, restore, depth, share]) => {
  const furnish = listed(TEN, (role) => MADE[role] ?? {});
  const { counts, cases, findings } = await certified(restore, { furnish, depth });
  expect(counts.cases.failed).toBe(0);
  expect(findings).toEqual([]);
  expect(counts.cases.passed / cases.length).toBeGreaterThan(share);
});

test('one address of each kind is enough for every kind of case at a gateway where orders change nothing', async () => {
  const roles = loadWorld('fake').world?.roles ?? {};
  const ones = Object.fromEntries(Object.keys(roles).map((role) => [role, 1]));
  const isStatic = (role: string): Partial<WorldRole> =>
    role.endsWith('Slots')
      ? { use: 'exclusive' }
      : { use: 'shared', site: { ...roles[role]?.site, slotCapacity: 1000 } };
  const { cases } = await certified(undefined, {
    furnish: listed(ones, isStatic),
    depth: 'quick',
    // Nobody agrees with its owner that orders change anything.
    aimed: ({ readings: { 'STA-04': _, ...readings }, ...target }) => ({ ...target, readings }),
    faults: [
      'world-new-line-not-shown',
      'world-started-line-still-stopped',
      'world-transferred-line-still-elsewhere',
      'world-ceased-service-still-active',
    ],
  });
  expect(cases.filter(({ outcome }) => outcome === 'inconclusive').map(({ id, detail }) => `${id}: ${detail}`)).toEqual(
    [],
  );
});

test('one address that is reset does for every order, and one that nothing gives back for one', async () => {
  const furnish = listed({ newLine: 1 });
  const reset = await certified({ by: ['reset'], call: RESET }, { furnish, only: aboutAddresses });
  const spent = await certified(undefined, { furnish, only: aboutAddresses });
  expect(reset.counts.cases).toMatchObject({ failed: 0, inconclusive: 0 });
  expect(spent.counts.cases).toMatchObject({ passed: 2, failed: 0 });
});

test('an address that cannot be given back is set aside, and whoever would have needed it says why', async () => {
  const call = { ...RESET, method: 'PATCH' };
  const { cases, counts } = await certified(
    { by: ['reset'], call },
    { furnish: listed({ newLine: 1 }), only: aboutAddresses },
  );
  expect(counts.cases).toMatchObject({ passed: 2, failed: 0 });
  expect(cases.find(({ outcome }) => outcome === 'inconclusive')).toMatchObject({
    reason: 'world-exhausted',
    detail:
      'no site left of role newLine, and set aside was UPRN 900100000000: the call that resets it was not answered 2xx',
  });
});

test('a fact that availability does not show where the world looks leaves its cases inconclusive', async () => {
  const furnish = listed({ activeService: 1 }, () => ({ learn: { serviceId: '$.siteInformation.service' } }));
  const { cases } = await certified({ by: ['cancel'] }, { furnish, only: ['orders/modify'] });
  expect(cases[0]).toMatchObject({
    outcome: 'inconclusive',
    reason: 'value-missing',
    detail: 'availability of UPRN 902200000000 shows no serviceId where the world looks for it',
  });
});

test('an answer that is an error is told as that, and not as one that shows nothing', async () => {
  const furnish = listed({ activeService: 1 }, () => MADE.activeService ?? {});
  const faults = ['service-gateway-elsewhere'];
  const { cases } = await certified({ by: ['cancel'] }, { furnish, faults, only: ['orders/modify'] });
  expect(cases[0]).toMatchObject({
    outcome: 'inconclusive',
    reason: 'value-missing',
    detail: 'availability of UPRN 902200000000, asked for what is known of it, was not answered 2xx',
  });
});

test('what was learnt of an address is learnt again when it was reset', async () => {
  const furnish = listed({ activeService: 1 }, () => MADE.activeService ?? {});
  const { record, verdict } = await certifyFake({
    furnish,
    only: ['orders/characteristics-offered-to-lines'],
    aimed: (target) => ({ ...target, restore: { by: ['reset'], call: RESET } }),
  });
  const placed = verdict.cases.filter(({ outcome }) => outcome === 'passed');
  const looks = record.filter((each) => each.type === 'request-sent' && each.journey.startsWith('restore/look'));
  expect(placed.length).toBeGreaterThan(1);
  expect(looks).toHaveLength(placed.length);
});

test('an answer from which nothing can be learnt is judged by its form all the same', async () => {
  const furnish = listed({ activeService: 1 }, () => MADE.activeService ?? {});
  const faults = ['availability-ont-as-text'];
  const { cases, findings } = await certified({ by: ['cancel'] }, { furnish, faults, only: ['orders/modify'] });
  expect(cases[0]).toMatchObject({ outcome: 'inconclusive', reason: 'value-missing' });
  expect(findings).toMatchObject([{ check: 'http.schema', requirements: ['AVL-35'] }]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { World, WorldRole } from '../model.ts';
import { findSite, findSiteWith, listedSiteOf, siteOf } from './site.ts';

const range = { type: 'UPRN', from: 100, to: 199, digits: 6 };
const ranged: WorldRole = {
  use: 'exclusive',
  range,
  site: {
    serviceId: 'SVC${id}',
    line: { lineId: 'LN${id}' },
    availability: { lines: ['$line'], address: { name: 'Flat ${n}' } },
  },
};
const listed: WorldRole = {
  use: 'once',
  site: { ontPort: '1', kind: 'listed' },
  sites: [
    { id: '000150', type: 'UPRN', serviceId: 'S-1' },
    { id: '900', type: 'UPRN', serviceId: 'S-2', ontPort: '2' },
  ],
};
const world: World = {
  world: 'small',
  title: 'A small world',
  timeZone: 'Europe/London',
  service: { id: 'fttp' },
  vary: { street: ['Alder Lane', 'Beacon Road', 'Cinder Path'] },
  defaults: { availability: { address: { id: '$id', street: '$street' }, reasons: [] } },
  roles: { listed, ranged },
};

describe('the facts of an address', () => {
  it('are computed from its property number, without the furniture of the fake', () => {
    expect(siteOf(world, ranged, range, 107)).toEqual({
      id: '000107',
      type: 'UPRN',
      serviceId: 'SVC000107',
      line: { lineId: 'LN000107' },
    });
  });

  it('furnish its availability, over what all addresses have', () => {
    const { availability } = findSite(world, '000107', 'UPRN') ?? {};
    expect(availability).toEqual({
      address: {
        id: '000107',
        street: expect.stringMatching(/^(Alder Lane|Beacon Road|Cinder Path)$/),
        name: 'Flat 7',
      },
      reasons: [],
      lines: [{ lineId: 'LN000107' }],
    });
  });

  it('of a listed site are its own, then those of its role', () => {
    expect(listed.sites?.map((site) => listedSiteOf(world, listed, site).ontPort)).toEqual(['1', '2']);
  });

  it('are the same for the journey that draws the number and the fake that is asked for it', () => {
    const law = fc.property(fc.integer({ min: range.from, max: range.to }), (number) => {
      const drawn = siteOf(world, ranged, range, number);
      const found = drawn.id === '000150' ? drawn : findSite(world, drawn.id, 'UPRN')?.site;
      expect(found).toEqual(drawn);
      expect(findSiteWith(world, 'serviceId', String(drawn.serviceId))).toEqual({ id: drawn.id, type: drawn.type });
    });
    fc.assert(law);
  });
});

describe('finding an address', () => {
  it.each([
    ['a listed one before a range that holds it', '000150', 'UPRN', 'listed'],
    ['one of a range', '000151', 'UPRN', 'ranged'],
  ])('finds %s', (_, id, type, role) => {
    expect(findSite(world, id, type)?.role).toBe(role);
  });

  it.each([
    ['without its leading zeros', '151', 'UPRN'],
    ['of another type', '000151', 'NAD'],
    ['beyond the range', '000200', 'UPRN'],
    ['that is no number', '0001x1', 'UPRN'],
  ])('finds none %s', (_, id, type) => {
    expect(findSite(world, id, type)).toBeUndefined();
  });

  it('takes the facts of the role elsewhere for an address of no role', () => {
    const found = findSite({ ...world, elsewhere: 'ranged' }, '77', 'UPRN');
    expect([found?.role, found?.site.id, found?.site.serviceId]).toEqual(['ranged', '77', 'SVC77']);
  });

  it.each([
    ['S-2', '900'],
    ['SVC000199', '000199'],
    ['SVC000200', undefined],
    ['SVC', undefined],
    ['S-3', undefined],
  ])('finds the one whose service is %s', (serviceId, id) => {
    expect(findSiteWith(world, 'serviceId', serviceId)?.id).toBe(id);
  });
});

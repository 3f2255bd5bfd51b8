import { describe, expect, test } from 'vitest';
import type { AddressUse } from '../journey/address-use.ts';
import type { Lease, World, WorldRole } from '../model.ts';
import { createLeases, type LeaseRequest } from './lease.ts';

const site = (id: string) => ({ id, type: 'UPRN' });
const worldOf = (roles: Record<string, WorldRole>): World => ({
  world: 'w',
  title: 'w',
  timeZone: 'UTC',
  service: {},
  roles,
});
const by = (use: AddressUse, tenant = 'a') => ({ use, tenant });
const lease = (role: string, pick = 0): Lease => ({ name: role, role, pick });

describe('leases', () => {
  test('a shared site is lent to everybody', async () => {
    const leases = createLeases(worldOf({ view: { use: 'shared', sites: [site('1')] } }));
    expect(await leases.take([lease('view')])).toMatchObject([{ id: '1' }]);
    expect(await leases.take([lease('view')])).toMatchObject([{ id: '1' }]);
  });

  test('a journey gets the site it picks first, where that is free', async () => {
    const leases = createLeases(worldOf({ line: { use: 'exclusive', sites: [site('1'), site('2'), site('3')] } }));
    expect(await leases.take([lease('line', 4)])).toMatchObject([{ id: '2' }]);
    expect(await leases.take([lease('line', 4)])).toMatchObject([{ id: '3' }]);
  });

  test("an address whose line is a tenant's is lent to that tenant alone", async () => {
    const held = (id: string, holder: string) => ({ ...site(id), holder });
    const line = { use: 'exclusive', sites: [held('1', 'a'), held('2', 'b'), held('3', 'asker')] } as const;
    const leases = createLeases(worldOf({ line, mine: { use: 'exclusive', sites: [held('4', 'a')] } }));
    expect(await leases.take([lease('line')], by('books', 'b'))).toMatchObject([{ id: '2' }]);
    expect(await leases.take([lease('line')], by('books', 'b'))).toMatchObject([{ id: '3' }]);
    expect(await leases.take([lease('mine')], by('books', 'b'))).toEqual([null]);
  });

  test('so is one that any number of journeys share', async () => {
    const sites = [
      { ...site('1'), holder: 'a' },
      { ...site('2'), holder: 'b' },
    ];
    const leases = createLeases(worldOf({ line: { use: 'shared', sites } }));
    expect(await leases.take([lease('line')], by('completes', 'b'))).toMatchObject([{ id: '2' }]);
    expect(await leases.take([lease('line', 1)], by('completes', 'a'))).toMatchObject([{ id: '1' }]);
    expect(await leases.take([lease('line')], by('completes', 'c'))).toEqual([null]);
  });

  test('an exclusive site is waited for until it is given back', async () => {
    const leases = createLeases(worldOf({ line: { use: 'exclusive', sites: [site('1')] } }));
    const held = await leases.take([lease('line')]);
    const log: string[] = [];
    const later = leases.take([lease('line')]).then((sites) => log.push(`got ${sites[0]?.id}`));
    await Promise.resolve();
    log.push('given back');
    leases.give([lease('line')], held);
    await later;
    expect(log).toEqual(['given back', 'got 1']);
  });

  test('a site used up by use is never lent again, and what is not there is not waited for', async () => {
    const leases = createLeases(
      worldOf({ plot: { use: 'once', sites: [site('1')] }, none: { use: 'exclusive', sites: [] } }),
    );
    leases.give([lease('plot')], await leases.take([lease('plot')]));
    expect(await leases.take([lease('plot')])).toEqual([null]);
    expect(await leases.take([lease('none')])).toEqual([null]);
    expect(await leases.take([lease('unheard-of')])).toEqual([null]);
  });

  test('a site that stands under two roles is lent once, and a journey that wants both for it alone gets one', async () => {
    const leases = createLeases(
      worldOf({ slow: { use: 'exclusive', sites: [site('1')] }, late: { use: 'exclusive', sites: [site('1')] } }),
    );
    expect(await leases.take([lease('slow'), lease('late')])).toMatchObject([{ id: '1' }, null]);
    const log: string[] = [];
    const later = leases.take([lease('late')]).then((sites) => log.push(`got ${sites[0]?.id}`));
    await Promise.resolve();
    log.push('given back');
    leases.give([lease('slow'), lease('late')], [site('1'), null]);
    await later;
    expect(log).toEqual(['given back', 'got 1']);
  });

  test('two journeys that each want two of two sites do not wait for each other', async () => {
    const leases = createLeases(worldOf({ line: { use: 'exclusive', sites: [site('1'), site('2')] } }));
    const both = [lease('line', 0), lease('line', 1)];
    const first = await leases.take(both);
    const second = leases.take(both);
    leases.give(both, first);
    expect((await second).map((each) => each?.id)).toEqual(['1', '2']);
    expect(await createLeases(worldOf({ line: { use: 'exclusive', sites: [site('1')] } })).take(both)).toMatchObject([
      { id: '1' },
      null,
    ]);
  });

  test('a site carries the facts of its role', async () => {
    const leases = createLeases(
      worldOf({ line: { use: 'shared', sites: [site('7')], site: { serviceId: 'SVC${id}' } } }),
    );
    expect(await leases.take([lease('line')])).toMatchObject([{ id: '7', serviceId: 'SVC7' }]);
  });

  test('many look at a site at once, and an order has it for itself when they have', async () => {
    const leases = createLeases(worldOf({ plot: { use: 'once', sites: [site('1')] } }));
    const ordering = leases.take([lease('plot')], by('orders'));
    const looking = await Promise.all([
      leases.take([lease('plot')], by('reads')),
      leases.take([lease('plot')], by('reads')),
    ]);
    expect(looking).toMatchObject([[{ id: '1' }], [{ id: '1' }]]);
    const log: string[] = [];
    const later = ordering.then(() => log.push('ordered'));
    leases.give([lease('plot')], looking[0] ?? []);
    await Promise.resolve();
    log.push('looked');
    leases.give([lease('plot')], looking[1] ?? []);
    await later;
    expect(log).toEqual(['looked', 'ordered']);
  });

  test('who does least to a site has it first, and nobody overtakes who wants two', async () => {
    const leases = createLeases(worldOf({ line: { use: 'exclusive', sites: [site('1'), site('2')] } }));
    const order: string[] = [];
    const taking = async (name: string, use: AddressUse, count = 1): Promise<void> => {
      const wanted = Array.from({ length: count }, () => lease('line'));
      const sites = await leases.take(wanted, by(use));
      order.push(name);
      await Promise.resolve();
      leases.give(wanted, sites);
    };
    await Promise.all([
      taking('completes', 'completes'),
      taking('orders two', 'orders', 2),
      taking('orders', 'orders'),
      taking('orders later', 'orders'),
      taking('books', 'books'),
    ]);
    expect(order).toEqual(['books', 'orders two', 'orders', 'orders later', 'completes']);
  });

  test('who is to be first has a site before those who do less to it', async () => {
    const leases = createLeases(worldOf({ line: { use: 'exclusive', sites: [site('1')] } }));
    const order: string[] = [];
    const taking = async (name: string, borrower: LeaseRequest): Promise<void> => {
      const sites = await leases.take([lease('line')], borrower);
      order.push(name);
      leases.give([lease('line')], sites);
    };
    await Promise.all([
      taking('books', by('books')),
      taking('waits', { ...by('completes'), isFirst: true }),
      taking('waits, too', { ...by('completes'), isFirst: true }),
    ]);
    expect(order).toEqual(['waits', 'waits, too', 'books']);
  });

  test('a site is of the roles that it has become, and of its own no more', async () => {
    const leases = createLeases(
      worldOf({
        plot: { use: 'once', sites: [site('1')] },
        line: { use: 'once', sites: [], site: { serviceId: 'SVC${id}' } },
      }),
    );
    leases.give([lease('plot')], await leases.take([lease('plot')]), [{ roles: ['line'], tenant: 'a' }]);
    expect(await leases.take([lease('plot')])).toEqual([null]);
    expect(await leases.take([lease('line')], by('reads', 'b'))).toEqual([null]);
    expect(await leases.take([lease('line')], by('reads'))).toMatchObject([{ id: '1', serviceId: 'SVC1' }]);
  });

  test('a role whose sites have lines of other tenants is told from one that has none left', async () => {
    const leases = createLeases(worldOf({ line: { use: 'once', sites: [{ ...site('1'), holder: 'a' }] } }));
    expect(await leases.take([lease('line')], by('reads', 'b'))).toEqual([null]);
    expect([leases.areOthers('line', 'b'), leases.areOthers('line', 'a')]).toEqual([true, false]);
    leases.give([lease('line')], await leases.take([lease('line')]));
    await leases.take([lease('line')], by('completes'));
    leases.give([lease('line')], [{ ...site('1') }]);
    expect(leases.areOthers('line', 'b')).toBe(false);
  });

  test('a small range is lent in turn, as a list is', async () => {
    const range = { type: 'UPRN', from: 8, to: 9, digits: 3 };
    const leases = createLeases(worldOf({ plot: { use: 'once', range } }));
    const both = [lease('plot', 0), lease('plot', 1)];
    expect(await leases.take(both)).toMatchObject([{ id: '008' }, { id: '009' }]);
  });
});

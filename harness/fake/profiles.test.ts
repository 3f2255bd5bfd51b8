import { describe, expect, it } from 'vitest';
import { fixtureNames, PROFILES } from '../contract/fixture.ts';
import { loadProfile } from '../contract/profile.ts';
import { lifecycleOf } from '../kci/course.ts';
import { recognise } from '../kci/recognise.ts';
import { ACTIVE, ELSEWHERE, INACTIVE, LONG, NEW_LINE, names, onService, provide } from './testing/journeys.ts';
import { trial } from './testing/trial.ts';

const SITES: Readonly<Record<string, typeof NEW_LINE>> = {
  NEW: NEW_LINE,
  START: INACTIVE,
  TAKEOVER: ELSEWHERE,
  TRANSFER: ELSEWHERE,
  SWAP: ACTIVE,
};

describe.each(fixtureNames(PROFILES))('with the profile %s', (profileName) => {
  const { profile } = loadProfile(profileName);
  if (!profile) throw new Error(`cannot load ${profileName}`);

  it.each(['NEW', 'START', 'TAKEOVER', 'TRANSFER', 'SWAP', 'CEASE', 'MODIFY'])(
    '%s follows its lifecycle',
    async (orderType) => {
      for (const [outcome, pattern] of Object.entries(lifecycleOf(profile, orderType)?.outcomes ?? {})) {
        const t = trial({ profile }, profileName);
        const body =
          orderType === 'CEASE' || orderType === 'MODIFY'
            ? onService(t, 1, orderType)
            : provide(t, 1, { orderType, address: SITES[orderType] ?? NEW_LINE });
        await t.ask('order', { headers: { 'X-Scenario': outcome }, body });
        await t.pass(LONG);
        const waits = profile.events[names(t).at(-1) ?? '']?.waitsFor;
        const recognition = recognise(
          pattern,
          t.deliveries.map(({ event }) => event),
        );
        expect([outcome, recognition.state]).toEqual([outcome, waits ? 'open' : 'complete']);
        for (const { event } of t.deliveries) {
          expect([event.orderId, event.tenant]).toEqual([
            '1',
            profile.read.tenant === undefined ? undefined : t.tenant,
          ]);
          expect([event.unreadable, event.malformed]).toEqual([undefined, undefined]);
        }
      }
    },
  );

  it('every event carries what its kind needs', async () => {
    const t = trial({ profile }, profileName);
    for (const [i, outcome] of ['ORDER_DELAYED', 'ORDER_REJECTED', 'ORDER_PENDING', 'ORDER_CANCELLED'].entries()) {
      await t.ask('order', { headers: { 'X-Scenario': outcome }, body: provide(t, i + 1) });
    }
    await t.ask('amend', { body: { id: 9, orderId: 1, notes: 'Knock' } });
    await t.ask('cancel', {
      headers: { 'X-Scenario': 'CANCELLATION_REJECTED' },
      body: { id: 8, orderId: 3, reasonCode: 'OTHER' },
    });
    await t.pass(LONG);
    const lacking = t.deliveries.flatMap(({ event }) =>
      (profile.events[event.name ?? '']?.carries ?? [])
        .filter((field) => {
          const [group = '', name = ''] = field.split('.');
          const value = event[group as keyof typeof event];
          return name === '' ? value === undefined : (value as Record<string, string>)[name] === undefined;
        })
        .map((field) => `${event.name} lacks ${field}`),
    );
    expect(t.deliveries.length).toBeGreaterThan(8);
    expect(lacking).toEqual([]);
  });
});

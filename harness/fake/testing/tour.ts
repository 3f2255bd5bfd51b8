import type { JsonObject } from '../../model.ts';
import {
  ACTIVE,
  book,
  CONTESTED,
  INACTIVE,
  MINUTE,
  NEW_LINE,
  onService,
  provide,
  SERVICE,
  slotsOf,
} from './journeys.ts';
import type { Parts, Trial } from './trial.ts';

/** One thing that a client saw: an answer, or a delivery. */
export interface Sight {
  readonly what: string;
  readonly seen: JsonObject;
}

const cancellation = (id: number, orderId: number, reasonCode = 'OTHER') => ({ id, orderId, reasonCode });
const at = (id: string) => ({ id, type: 'UPRN' });

/** Test support: a client that does everything once, right and wrong, and writes down what it sees. */
export async function tour(t: Trial): Promise<Sight[]> {
  const sights: Sight[] = [];
  const ask = async (what: string, verb: Parameters<Trial['ask']>[0], parts: Parts): Promise<void> => {
    const { status, headers, text } = await t.ask(verb, parts);
    sights.push({ what, seen: { status, headers, text } });
  };
  const see = (what: string, { status, text }: { status: number; text: string }): void => {
    sights.push({ what, seen: { status, text } });
  };
  const spec = { id: 'fttp', name: 'FTTP' };
  const token = await t.token();

  await ask('token', 'token', {});
  await ask('token, wrong secret', 'token', { headers: { Authorization: 'Basic bm86bm8=' } });
  for (const address of [NEW_LINE, INACTIVE, ACTIVE, at('901200000001')]) {
    await ask(`availability of ${address.id}`, 'availability', { token, query: { address } });
  }
  await ask('availability of nothing', 'availability', { token });
  await ask('availability, broken JSON', 'availability', { token, query: { address: '{"id" 1' } });
  await ask('availability, no type', 'availability', { token, query: { address: { id: '1' } } });
  await ask('availability, no token', 'availability', {
    headers: { Authorization: null },
    query: { address: NEW_LINE },
  });
  await ask('availability, unknown token', 'availability', { token: 'abc.def', query: { address: NEW_LINE } });
  await ask('availability, foreign token', 'availability', { token, tenant: t.other, query: { address: NEW_LINE } });

  for (const more of [{}, { classifications: 'WEEKDAY_AM' }, { appointmentFromDate: '2026-03-30' }]) {
    const query = { address: CONTESTED, appointmentPurpose: 'PROVIDE', serviceSpecification: spec, ...more };
    await ask(`slots ${JSON.stringify(more)}`, 'slots', { token, query });
  }
  const wrongPurpose = { address: CONTESTED, appointmentPurpose: 'DEMOLISH', serviceSpecification: spec };
  await ask('slots, unknown purpose', 'slots', { token, query: wrongPurpose });
  const [first, second] = await slotsOf(t, CONTESTED, {
    classifications: 'WEEKDAY_PM',
    appointmentFromDate: '2026-03-20',
  });
  see('booking', await book(t, 1, CONTESTED, first));
  see('booking, taken', await book(t, 2, CONTESTED, first));
  see('booking, another', await book(t, 3, CONTESTED, second));
  see('booking, of another tenant', await book(t, 4, NEW_LINE, second, t.other));
  await ask('slots, after booking', 'slots', {
    token,
    query: { address: CONTESTED, appointmentPurpose: 'PROVIDE', serviceSpecification: spec },
  });

  const order = (what: string, parts: Parts) => ask(`order, ${what}`, 'order', { token, ...parts });
  await order('new', {
    body: provide(t, 1, {
      address: CONTESTED,
      appointmentReservationId: 1,
      primaryContact: { name: 'Ada Example', phoneNumber: '01632960001' },
    }),
  });
  await order('start', { body: provide(t, 2, { orderType: 'START', address: INACTIVE }) });
  await order('modify', { body: onService(t, 3, 'MODIFY') });
  await order('cease', { body: onService(t, 4, 'CEASE', { serviceId: `${SERVICE.slice(0, -1)}2` }) });
  await order('unknown type', { body: provide(t, 5, { orderType: 'RENEW' }) });
  await order('cease of nothing', { body: { id: 6, orderType: 'CEASE', tenant: t.tenant } });
  await order('broken JSON', { text: '{"id" 7}' });
  await order('no conversation', { headers: { 'X-Conversation-ID': null }, body: provide(t, 8) });
  await order('foreign appointment', { body: provide(t, 9, { appointmentReservationId: 4 }) });
  await order('steered to rejection', { headers: { 'X-Scenario': 'ORDER_REJECTED' }, body: provide(t, 10) });
  await order('steered to a delay', { headers: { 'X-Scenario': 'ORDER_DELAYED' }, body: provide(t, 11) });
  await order('of another tenant', {
    tenant: t.other,
    token: await t.token(t.other),
    body: provide(t, 12, { tenant: t.other }),
  });

  const contact = { primaryContact: { phoneNumber: '01632960002', name: 'Ada Example' } };
  await ask('amendment', 'amend', { token, body: { id: 1, orderId: 1, ...contact } });
  await ask('amendment, of another tenant', 'amend', { token, body: { id: 2, orderId: 12, notes: 'Knock' } });
  await ask('cancellation, unknown reason', 'cancel', { token, body: cancellation(1, 11, 'BORED') });
  await ask('cancellation, refused', 'cancel', {
    token,
    headers: { 'X-Scenario': 'CANCELLATION_REJECTED' },
    body: cancellation(2, 3),
  });
  await t.pass(MINUTE);
  await ask('cancellation', 'cancel', { token, body: cancellation(3, 1) });
  await t.pass(40 * MINUTE);
  await order('expired appointment', { body: provide(t, 13, { address: CONTESTED, appointmentReservationId: 3 }) });
  await ask('slots, after cancellation', 'slots', {
    token,
    query: { address: CONTESTED, appointmentPurpose: 'PROVIDE', serviceSpecification: spec },
  });
  for (const address of [INACTIVE, ACTIVE]) {
    await ask(`availability of ${address.id}, afterwards`, 'availability', { token, query: { address } });
  }
  await t.pass(60 * MINUTE);
  await ask('availability, expired token', 'availability', { token, query: { address: NEW_LINE } });

  const deliveries = t.deliveries.map(({ request, body, at: time }) => ({
    what: `delivery of order ${JSON.stringify(body).match(/"id":(\d+)/)?.[1] ?? 'unknown'}`,
    seen: {
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body,
      length: request.body?.length ?? 0,
      at: time,
    },
  }));
  return [...sights, ...deliveries];
}

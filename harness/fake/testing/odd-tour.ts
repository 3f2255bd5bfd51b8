import type { Json, JsonObject, SpecVerb } from '../../model.ts';
import { decodeUtf8, isFault } from '../../wire/wire.ts';
import { ACTIVE, INACTIVE, LONG, MINUTE, NEW_LINE, onService, provide } from './journeys.ts';
import type { Sight } from './tour.ts';
import type { Parts, Trial } from './trial.ts';

const STEERS = ['CANCELLED', 'DELAYED', 'PENDING', 'REAPPOINT', 'REJECTED'];
const at = (id: string) => ({ id, type: 'UPRN' });

/** Test support: a client that tries everything that the specification leaves open, and writes down what it sees. */
export async function oddTour(t: Trial): Promise<Sight[]> {
  const sights: Sight[] = [];
  const token = await t.token();
  const ask = async (verb: SpecVerb, parts: Parts): Promise<void> => {
    const { status, text } = await t.ask(verb, { token, ...parts });
    sights.push({ what: verb, seen: { status, text } });
  };
  const order = (body: JsonObject, headers: Parts['headers'] = {}): Promise<void> => ask('order', { headers, body });

  for (const text of ['', 'grant_type=password', 'grant_type=client_credentials&grant_type='])
    await ask('token', { text });
  await ask('token', { headers: { Authorization: null } });
  await ask('token', { headers: { 'Content-Type': 'text/plain' } });

  for (const id of ['900400000001', '900600000001', '901400000001', '902500000001', '']) {
    await ask('availability', { query: { address: at(id) } });
  }
  const address: Json = NEW_LINE;
  await ask('availability', { query: { address: { id: null, type: 'UPRN' } } });
  await ask('availability', { query: { address }, headers: { 'X-Request-ID': '' } });
  await ask('availability', { query: { address }, headers: { Tenant: null } });
  await ask('availability', { query: { address }, headers: { Authorization: `bearer ${token}` } });
  await sendNotEncoded(t, token, sights);

  const slots = { address, appointmentPurpose: 'PROVIDE', serviceSpecification: { id: 'fttp' } };
  const { appointmentPurpose: _, ...noPurpose } = slots;
  await ask('slots', { query: noPurpose });
  for (const classifications of ['WEEKDAY_EARLY', 'NEVER'])
    await ask('slots', { query: { ...slots, classifications } });

  const booking = { id: 1, address, serviceSpecification: { id: 'fttp', name: 5 }, timeslot: {} };
  await ask('slots', { query: { ...slots, classifications: '' } });
  await ask('book', { body: booking });
  const sound = { id: 2, address, serviceSpecification: { id: 'fttp' }, purpose: 'PROVIDE', timeslot: { ...SLOT } };
  await ask('book', { body: sound, headers: { 'Content-Type': 'text/plain' } });
  await ask('book', { body: { ...booking, purpose: 'PROVIDE', timeslot: { ...SLOT } } });

  await order(provide(t, 1));
  await order(provide(t, 1));
  await order(provide(t, 2, { notes: 5, engineerTasks: ['JUGGLE'] }));
  await order(provide(t, 3, { tenant: '' }));
  await order(provide(t, 33, { primaryContact: { phoneNumber: '020 7946 0000' } }));
  await order(
    provide(t, 4, { serviceOrderItem: { serviceSpecification: { id: 'fttp' }, serviceCharacteristics: [] } }),
  );
  await order(provide(t, 5, { address: null }));
  await order(provide(t, 6, { address: INACTIVE }));
  await order(provide(t, 7, { requestedCompletionDate: '2026-04-20' }), { 'Content-Type': 'text/plain' });
  await order(provide(t, 12, { requestedCompletionDate: '2028-03-07' }));
  await order(onService(t, 8, 'CEASE', { serviceId: '' }));
  await order(
    onService(t, 9, 'CEASE', { serviceId: `SVC${ACTIVE.id}`, requestedCompletionDate: '2026-04-20T12:00:00.000Z' }),
  );
  await order(onService(t, 10, 'MODIFY', { serviceId: `SVC${ACTIVE.id}` }));
  for (const orderId of [9, 10]) await ask('amend', { body: { id: 50 + orderId, orderId, notes: 'Knock' } });
  for (const [i, outcome] of STEERS.entries()) await order(provide(t, 20 + i), { 'X-Scenario': `ORDER_${outcome}` });

  await ask('amend', { body: { id: 1, orderId: 1, notes: 5 } });
  await ask('amend', { body: { id: 2, orderId: 1 } });
  await ask('amend', { body: { id: 7, orderId: 1, notes: null } });
  await ask('amend', { body: { id: 8, orderId: 1, hazards: 'A low ceiling' } });
  await ask('amend', { body: { id: 3 } });
  await ask('cancel', { body: { id: 4, orderId: 9, reasonCode: 'OTHER' }, headers: { 'X-Conversation-ID': '' } });
  await ask('cancel', { body: { id: 5, reasonCode: 'OTHER' } });
  await t.pass(3 * MINUTE);
  for (const orderId of [22, 23]) await ask('amend', { body: { id: 30 + orderId, orderId, notes: 'Here' } });
  await t.pass(LONG);
  await ask('amend', { body: { id: 6, orderId: 1, notes: 'Knock' } });

  const told = t.deliveries.map(({ body, at: time }) => ({ what: 'delivery', seen: { body, at: time } }));
  return [...sights, ...told];
}

const SLOT = { timeslotStartDateTime: '2026-03-20T08:00:00.000Z', timeslotEndDateTime: '2026-03-20T13:00:00.000Z' };

async function sendNotEncoded(t: Trial, token: string, sights: Sight[]): Promise<void> {
  const request = await t.request('availability', { token, query: { address: NEW_LINE } });
  const answer = await t.send({ ...request, url: decodeURIComponent(request.url) });
  if (isFault(answer)) return;
  sights.push({ what: 'not encoded', seen: { status: answer.status, text: decodeUtf8(answer.body) ?? '' } });
}

import { loadAim } from '../../application/inputs.ts';
import { openReceiverWorker } from '../../io/receiver-worker.ts';
import { type DeliveryRead, readDelivery } from '../../kci/read.ts';
import { createMeter } from '../../load/meter.ts';
import { createOrderBook } from '../../load/order-book.ts';
import { createInbox } from '../../run/inbox.ts';
import { createRecorder } from '../../run/record.ts';
import { EVENTS_EACH, FIRST_ID } from './deliveries.ts';

// The receiver of a load with all that happens to a delivery before its journey is judged: taken, stored, redacted,
// read, recorded, given to whoever waits, and booked. Orders come and go as they do under load.
const { profile } = loadAim({ target: 'fake-http' });
const pathSecret = 'bench-secret';
const now = (): number => Date.now();
const recorder = createRecorder({
  clock: { now },
  write: null,
  secrets: [{ kind: 'webhook-path', value: pathSecret }],
});
const meter = createMeter({ startAt: now(), intervalMs: 10_000 });
const book = createOrderBook(meter);
const open = new Map<string, number>();
/** Orders that have been accepted and not had all their events. */
const OPEN = 1_000;
let newest = FIRST_ID;
let booked = 0;

const accept = (): void => {
  const id = String(newest++);
  book.expect([id], id);
  book.accepted(id, now());
  open.set(id, 0);
};
const inbox = createInbox(profile, (unrecorded) => {
  const seen = recorder.record(unrecorded);
  if (seen.type !== 'delivery-received') return seen;
  const [{ event }] = readDelivery(profile, seen) as [DeliveryRead];
  const id = book.came(event, seen.at);
  if (id === undefined) return seen;
  booked += 1;
  const events = (open.get(id) ?? 0) + 1;
  open.set(id, events);
  if (events < EVENTS_EACH) return seen;
  open.delete(id);
  book.closed([id], 0, seen.at);
  setImmediate(() => inbox.forget(id));
  accept();
  return seen;
});
for (let i = 0; i < OPEN; i++) accept();
const receiver = await openReceiverWorker(
  {
    pathSecret,
    acknowledge: profile.delivery.acknowledge,
    server: { host: '127.0.0.1', port: 0 },
  },
  (delivery) => void inbox.receive(delivery),
);
const before = { there: await receiver.cpuUsage(), here: process.threadCpuUsage() };
process.stdout.write(`the load's receiver answers at ${receiver.url}/${pathSecret}\n`);

process.once('SIGTERM', async () => {
  const takenAt = performance.now();
  const there = await receiver.cpuUsage();
  await receiver.close();
  const { counts } = meter.metrics();
  const here = process.threadCpuUsage(before.here);
  const told = {
    count: booked,
    unexpected: counts['kci.unexpected'] ?? 0,
    duplicate: counts['kci.duplicate'] ?? 0,
    /** Of the thread that takes and stores. */
    cpuMs: (there.user + there.system - before.there.user - before.there.system) / 1000,
    accountingMs: (here.user + here.system) / 1000,
    behindMs: performance.now() - takenAt,
    maxRssMb: process.resourceUsage().maxRSS / 1024,
  };
  process.stdout.write(`received: ${JSON.stringify(told)}\n`);
  process.exit();
});

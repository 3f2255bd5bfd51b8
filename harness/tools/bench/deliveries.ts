import { connect } from 'node:net';
import { lifecycleOf } from '../../kci/course.ts';
import { writeEvent } from '../../kci/write.ts';
import type { KciProfile } from '../../model.ts';

/** Deliveries of one order. */
export const EVENTS_EACH = 8;
/** Ids all have as many digits, so that they can be put into the bytes in place. */
export const FIRST_ID = 1_000_000_000;

const CONNECTIONS = 8;
/** Deliveries written at once on a connection: those of some whole orders. */
const AT_ONCE = 8 * EVENTS_EACH;
const BODY_BYTES = 1_000;
const ANSWERED = 'HTTP/1.1 2';

/** Sends events of `orders` orders over kept-alive connections, pipelined; resolves to the seconds that it took. */
export async function sendDeliveries(url: string, profile: KciProfile, from: number, orders: number): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const template = Buffer.concat(
    Array.from({ length: EVENTS_EACH }, (_, i) => deliveryBytes(profile, pathname, FIRST_ID, i + 1)),
  );
  const places = placesOf(template, String(FIRST_ID));
  const last = from + orders;
  let next = from;
  /** The bytes of some further orders. */
  const some = (): Buffer | null => {
    if (next >= last) return null;
    const count = Math.min(AT_ONCE / EVENTS_EACH, last - next);
    return Buffer.concat(
      Array.from({ length: count }, () => {
        const bytes = Buffer.from(template);
        const id = String(next++);
        for (const place of places) bytes.write(id, place, 'latin1');
        return bytes;
      }),
    );
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sendOn(Number(port), hostname, some)));
  return (performance.now() - startedAt) / 1000;
}

function sendOn(port: number, host: string, some: () => Buffer | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true });
    let unanswered = 0;
    const go = (): void => {
      const bytes = some();
      if (bytes === null) return void socket.end(resolve);
      unanswered = placesOf(bytes, 'POST ').length;
      socket.write(bytes);
    };
    socket.on('connect', go).on('error', reject);
    let cut: Buffer = Buffer.alloc(0);
    socket.on('data', (answers) => {
      const bytes = Buffer.concat([cut, answers]);
      unanswered -= placesOf(bytes, ANSWERED).length;
      // What begins an answer may be cut in two.
      cut = Buffer.from(bytes.subarray(bytes.lastIndexOf(ANSWERED) + ANSWERED.length).subarray(1 - ANSWERED.length));
      if (unanswered === 0) go();
    });
  });
}

/** One delivery, about 1 kB long, as a target would write it. */
function deliveryBytes(profile: KciProfile, path: string, id: number, sequence: number): Buffer {
  const [name = ''] = Object.keys(profile.events);
  const [orderType = ''] = profile.lifecycles[0]?.orders ?? [];
  const write = (note: string) =>
    writeEvent(profile, {
      name,
      kind: lifecycleOf(profile, orderType)?.kind ?? '',
      sequence,
      issuedAt: Date.UTC(2026, 2, 16, 9),
      deliveryId: `00000000-0000-4000-8${String(sequence).padStart(3, '0')}-00${id}`,
      status: profile.events[name]?.status ?? '',
      order: { id, orderType, tenant: 'bench', notes: note },
      tenant: 'bench',
      request: { id: 'request', conversation: 'conversation' },
      delivery: { requestId: 'request' },
    });
  const bare = JSON.stringify(write('').body).length;
  const { headers, body } = write('x'.repeat(Math.max(0, BODY_BYTES - bare)));
  const text = JSON.stringify(body);
  const lines = [...headers, ['Host', '127.0.0.1'] as const, ['Content-Length', String(text.length)] as const];
  const head = lines.map(([header, value]) => `${header}: ${value}\r\n`).join('');
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${head}\r\n${text}`, 'latin1');
}

function placesOf(bytes: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length)) places.push(at);
  return places;
}

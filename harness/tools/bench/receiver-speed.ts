import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Inputs } from '../../application/inputs.ts';
import { shippedPath } from '../../home.ts';
import { AS_ASSAY } from './as-assay.ts';
import { EVENTS_EACH, FIRST_ID, sendDeliveries } from './deliveries.ts';
import { type ServerProcess, startServer } from './fake-process.ts';
import { median } from './median.ts';

/** What receivers do with deliveries of 1 kB. */
interface ReceiverSpeed {
  /** Deliveries in a second of the processor time of the thread that takes and stores. */
  readonly load: number;
  readonly bare: number;
  /** Of rounds in turn. */
  readonly ratio: number;
  /** In a second of the time that the other thread takes to read and book what was stored. */
  readonly booked: number;
  /** One receiver and very many deliveries. */
  readonly long: { readonly deliveries: number; readonly lost: number; readonly maxRssMb: number };
}

const ROUNDS = 5;
const ORDERS = 10_000;
/** The receiver of a load and a bare one in turn, each in a process of its own; then `deliveries` to one of a load. */
export async function receiverSpeed({ profile }: Inputs, deliveries: number): Promise<ReceiverSpeed> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const speeds = { load: [] as number[], bare: [] as number[], booked: [] as number[] };
  const send = async (server: ServerProcess, orders = ORDERS): Promise<Received & { readonly lost: number }> => {
    await sendDeliveries(server.url, profile, FIRST_ID, orders);
    await server.stop();
    const received = JSON.parse(/^received: (.*)$/m.exec(server.printed())?.[1] ?? '{}') as Received;
    return { ...received, lost: orders * EVENTS_EACH - received.count };
  };
  const startLoad = (): Promise<ServerProcess> =>
    startServer(shippedPath('harness/tools/bench/load-receiver.ts'), [], AS_ASSAY);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await send(
        await startServer(shippedPath('harness/tools/bench/bare-receiver.ts'), [
          join(folder, 'bodies'),
          String(profile.delivery.acknowledge),
        ]),
      );
      const load = await send(await startLoad());
      speeds.bare.push((1000 * bare.count) / bare.cpuMs);
      speeds.load.push((1000 * load.count) / load.cpuMs);
      speeds.booked.push((1000 * load.count) / (load.accountingMs ?? 0));
    }
    const { count, lost, maxRssMb = Number.NaN } = await send(await startLoad(), Math.ceil(deliveries / EVENTS_EACH));
    return {
      load: median(speeds.load),
      bare: median(speeds.bare),
      ratio: median(speeds.load.map((speed, i) => speed / (speeds.bare[i] ?? Number.NaN))),
      booked: median(speeds.booked),
      long: { deliveries: count + lost, lost, maxRssMb },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a receiver prints at its end. */
interface Received {
  readonly count: number;
  readonly cpuMs: number;
  readonly accountingMs?: number;
  readonly maxRssMb?: number;
}

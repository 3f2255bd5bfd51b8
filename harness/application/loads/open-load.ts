import type { Target, TrafficProfile } from '../../model.ts';
import { holdForRun } from '../folder/hold-folder.ts';
import type { Inputs } from '../inputs.ts';
import { connect, connected } from '../open/connect.ts';
import type { OpenReceiver } from '../open/receiver.ts';
import { openTransport, type Transport } from '../open/transport.ts';
import { type Interrupt, listenForInterrupt, withCause } from '../signals.ts';
import { refuseUnlessAllowed } from './allowed.ts';
import { k6OrRefuse } from './engine.ts';
import type { LoadChoice } from './execute-load.ts';

/** A target that is open for a load or a segment of one. */
export interface OpenLoad {
  readonly inputs: Inputs;
  readonly traffic: TrafficProfile;
  readonly transport: Transport;
  readonly interrupt: Interrupt;
  readonly nonce: string;
  /** Absent if another segment holds it. */
  readonly receiver?: OpenReceiver;
  /** Empty if nothing is received. */
  readonly pathSecret: string;
}

/** How it is opened. */
interface OpenLoadPlace {
  readonly nonce: string;
  /** Whether deliveries are received here. */
  readonly receives: boolean;
  /** Whether they are acknowledged unread, on a thread of the receiver's own. */
  readonly isInWorker?: boolean;
}

/** Opens the target, and the receiver if deliveries are received here, calls `use`, and closes both. */
export async function withOpenLoad<T>(
  inputs: Inputs,
  traffic: TrafficProfile,
  choice: LoadChoice,
  { nonce, receives, isInWorker }: OpenLoadPlace,
  use: (opened: OpenLoad) => Promise<T>,
): Promise<T> {
  refuseUnlessAllowed(inputs, traffic);
  // Before the folder is made, which would look like an interrupted load.
  if (choice.engine === 'k6' && !choice.attended) await k6OrRefuse();
  holdForRun(choice.out);
  const transport = await openTransport(inputs, {
    ...choice,
    ...doorFor(inputs.target, isVirtual(inputs, choice)),
    connections: LOAD_CONNECTIONS,
  });
  const interrupt = listenForInterrupt();
  const opened = { traffic, transport, interrupt, nonce };
  try {
    if (!receives) return await use({ ...opened, inputs: await connect(inputs, transport, ''), pathSecret: '' });
    const how = { nonce, quiet: choice.quiet, isInWorker, onLost: interrupt.breakOff };
    return await connected(inputs, transport, how, (open) => use({ ...opened, ...open }));
  } catch (error) {
    throw withCause(interrupt, error);
  } finally {
    interrupt.release();
    await transport.close();
  }
}

/** For the native engine: journeys start on time, and none waits for another's connection. */
const LOAD_CONNECTIONS = 1_024;

/** Whether the load goes to a fake in this process, on virtual time. */
export function isVirtual({ target }: Inputs, { engine }: Pick<LoadChoice, 'engine'>): boolean {
  return engine === 'simulated' && target.baseUrl === 'embedded';
}

function doorFor({ baseUrl }: Target, inProcess: boolean): { readonly door?: 'function' | 'socket' } {
  return baseUrl === 'embedded' ? { door: inProcess ? 'function' : 'socket' } : {};
}

/** What our receiver answers while the traffic profile has it down; undefined at other times. */
export function downStatus({ receiverDown }: TrafficProfile, sinceStartMs: number): number | undefined {
  return receiverDown.find(({ fromMs, forMs }) => sinceStartMs >= fromMs && sinceStartMs < fromMs + forMs)?.status;
}

import { reporters } from '../../../reports/index.ts';
import { type Inputs, loadInputs } from '../../application/inputs.ts';
import { secretsOf } from '../../application/open/secrets.ts';
import { VIRTUAL_START } from '../../application/open/transport.ts';
import { VERSION } from '../../application/version.ts';
import { createGateway } from '../../fake/gateway.ts';
import { deadlineSend } from '../../io/deadline-send.ts';
import { createReceiver, deliveryOf, RECEIVER_LIMITS } from '../../io/receiver.ts';
import { serve } from '../../io/serve.ts';
import { virtualClock } from '../../io/virtual-clock.ts';
import { judge } from '../../judge/judge.ts';
import type { FaultKind, Journey, Observation, Plan, Send, Verdict } from '../../model.ts';
import { expand } from '../../plan/expand.ts';
import { createInbox, type Inbox } from '../../run/inbox.ts';
import { createRecorder } from '../../run/record.ts';
import { run } from '../../run/run.ts';
import { isFault } from '../../wire/wire.ts';
import type { Hostility } from './edits.ts';
import { type HostileWire, openHostileWire } from './hostile-wire.ts';

/** One hostile exchange in the midst of a journey. */
export interface Attack {
  readonly journey: number;
  /** Which of its answers, or of the deliveries about it, is hostile. */
  readonly nth: number;
  readonly on: 'answer' | 'delivery';
  readonly hostility: Hostility;
}

/** What came of one. */
interface Survived {
  /** What the client, or the receiver's caller, was given: a status, or a kind of fault. Null where nothing was hostile. */
  readonly came: number | FaultKind | null;
  readonly outcome: Verdict['cases'][number]['outcome'];
}

/** A place where attacks are survived, or not. */
interface Arena {
  readonly journeys: number;
  /**
   * Walks the journey, judges it and writes reports (all of them where the first exchange was hostile). Rejects where
   * anything throws or leaves no verdict.
   */
  survive(attack: Attack): Promise<Survived>;
  close(): Promise<void>;
}

const SCENARIOS = [
  'token/access-token',
  'availability/new-line',
  'appointments/slots',
  'appointments/book',
  'orders/provide-new',
  'amendments/details',
  'cancellations/provide',
  'orders/reappointed',
];

const PATH_SECRET = 'fuzz-hook';

/** Opens the sockets and plans the journeys. */
export async function openArena(): Promise<Arena> {
  const inputs = loadInputs({ target: 'fake' }, []);
  // A signature would turn away every delivery that was changed, before anybody has to read it.
  const { authentication: _, ...webhook } = inputs.target.webhook;
  const target = { ...inputs.target, webhook, baseUrl: 'http://fake.invalid' };
  const { contract, profile, world, scenarios } = inputs;
  const whole = expand(scenarios, {
    contract,
    target,
    world,
    profile,
    seed: 1,
    nonce: 'fuzz',
    now: VIRTUAL_START,
    only: SCENARIOS,
  }).plan;
  const wire = await openHostileWire();
  const receiver: { take: Inbox['receive'] } = { take: () => undefined };
  const receive = createReceiver({
    pathSecret: PATH_SECRET,
    acknowledge: profile.delivery.acknowledge,
    onDelivery: (delivery) => receiver.take(delivery),
  });
  const served = await serve(receive, {
    host: '127.0.0.1',
    port: 0,
    limits: RECEIVER_LIMITS,
    onTurnedAway: (call) => void receiver.take(deliveryOf(PATH_SECRET, call, call.answered)),
  });

  return {
    journeys: whole.journeys.length,
    survive: (attack) => {
      const journey = whole.journeys[attack.journey % whole.journeys.length] as Journey;
      const plan = { ...whole, journeys: [journey] };
      return walk({ inputs: { ...inputs, target }, plan, wire, receive, receiver, port: served.port }, attack);
    },
    close: async () => {
      await served.close();
      await wire.close();
    },
  };
}

interface Ground {
  readonly inputs: Inputs;
  readonly plan: Plan;
  readonly wire: HostileWire;
  readonly receive: Send;
  readonly receiver: { take: Inbox['receive'] };
  readonly port: number;
}

async function walk(ground: Ground, { nth, on, hostility }: Attack): Promise<Survived> {
  const { inputs, plan, wire, receive, receiver, port } = ground;
  const { contract, validators, profile, world, target } = inputs;
  const clock = virtualClock(plan.now);
  const seen: { came: number | FaultKind | null; answers: number; deliveries: number } = {
    came: null,
    answers: 0,
    deliveries: 0,
  };
  /** Real time passes only while a socket is waited for. */
  const onSocket = async <T extends Awaited<ReturnType<Send>>>(exchange: () => Promise<T>): Promise<T> => {
    const release = clock.hold();
    const came = await exchange();
    seen.came = isFault(came) ? came.fault : came.status;
    release();
    return came;
  };
  const deliver: Send = async (request) => {
    const isHostile = on === 'delivery' && seen.deliveries++ === nth % 4;
    return isHostile ? onSocket(() => wire.call(port, request, hostility)) : receive(request);
  };
  const gateway = createGateway({
    ...inputs,
    tenants: target.tenants,
    seed: plan.seed,
    clock,
    deliver,
    webhookUrl: `http://receiver.invalid/${PATH_SECRET}${profile.wire.path}`,
    ...(target.steering.headers ? { steeringHeaders: target.steering.headers } : {}),
  });
  const send: Send = async (request) => {
    const honest = await gateway.answer(request);
    const isHostile = on === 'answer' && seen.answers++ === nth % 6;
    return !isHostile || isFault(honest) ? honest : onSocket(() => wire.answer(honest, hostility));
  };

  const record: Observation[] = [];
  const recorder = createRecorder({
    clock,
    write: () => {},
    secrets: secretsOf(inputs, PATH_SECRET),
    see: (seen) => record.push(seen),
  });
  const inbox = createInbox(profile, recorder.record);
  receiver.take = inbox.receive;
  await run({
    ...recorder,
    plan,
    contract,
    profile,
    world,
    target,
    send: deadlineSend(clock, send, target.deadlines.responseMs),
    inbox,
    clock,
    isSchema: validators.schema,
    signal: new AbortController().signal,
    assay: VERSION,
    probed: null,
  });
  clock.hold();
  receiver.take = () => undefined;

  const verdict = judge({ plan, contract, validators, profile, target, record });
  const report = { verdict, plan, record, profile, command: 'assay fuzz' };
  // The reports take far longer than all else: those of some must do.
  const told = nth === 0 ? Object.values(reporters) : [reporters.json];
  for (const { render } of told) render(report);
  const [only] = verdict.cases;
  if (!only || record.at(-1)?.type !== 'run-ended') throw new Error('the run did not end');
  if (({} as { readonly polluted?: unknown }).polluted !== undefined) throw new Error('a prototype was polluted');
  return { came: seen.came, outcome: only.outcome };
}

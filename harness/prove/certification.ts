import type { Validators } from '../contract/validators.ts';
import type { Fault } from '../fake/fault.ts';
import type { Occasion } from '../fake/fault-book.ts';
import { createGateway } from '../fake/gateway.ts';
import { deadlineSend } from '../io/deadline-send.ts';
import { unpackedSend } from '../io/plain-send.ts';
import { createReceiver } from '../io/receiver.ts';
import { virtualClock } from '../io/virtual-clock.ts';
import { createAuthenticate } from '../io/webhook-authentication.ts';
import { signingSend } from '../io/webhook-signing.ts';
import { judge } from '../judge/judge.ts';
import type {
  Clock,
  Contract,
  KciProfile,
  Observation,
  Plan,
  Send,
  Target,
  Unrecorded,
  Verdict,
  World,
} from '../model.ts';
import { createInbox, type Inbox } from '../run/inbox.ts';
import { createRecorder, type Secret } from '../run/record.ts';
import { run } from '../run/run.ts';

/** All that trials share, as plain data that a thread can be given. */
export interface Stage {
  readonly contract: Contract;
  readonly profile: KciProfile;
  readonly world: World;
  readonly target: Target;
  readonly plan: Plan;
  readonly secrets: readonly Secret[];
  /** The version of Assay, for the record. */
  readonly assay: string;
}

/** The way to a gateway, and the way its deliveries come in. */
export interface Wire {
  readonly send: Send;
  readonly clock: Clock;
  onDelivery(take: Inbox['receive']): void;
}

/** One certification to make: with which fault, and of which cases. */
export interface Job {
  /** Absent: the fake as it should be. */
  readonly fault?: Fault;
  /** Ids of journeys; absent: the whole plan. */
  readonly only?: readonly string[] | undefined;
  /** Only the digest of the record is wanted, and nothing is judged. */
  readonly isDigest?: true;
}

/** A run: what was run, and its record in memory. */
export interface Walked {
  readonly stage: Stage;
  readonly record: readonly Observation[];
}

/** A run with its verdict. */
export interface Certification extends Walked {
  readonly verdict: Verdict;
}

/** Judges a run as `assay certify` does. */
export function judged({ stage, record }: Walked, validators: Validators): Certification {
  return { stage, record, verdict: judge({ ...stage, validators, record }) };
}

/** Runs a plan as `assay certify` does; what is seen goes to the end of the record. */
export async function walk(
  stage: Stage,
  validators: Validators,
  { send, clock, onDelivery }: Wire,
  record: Observation[] = [],
): Promise<Walked> {
  const recorder = createRecorder({ clock, write: null, secrets: stage.secrets });
  const see = (unrecorded: Unrecorded): Observation => {
    const observation = recorder.record(unrecorded);
    record.push(observation);
    return observation;
  };
  const inbox = createInbox(stage.profile, see);
  onDelivery(inbox.receive);
  await run({
    ...stage,
    send,
    clock,
    inbox,
    record: see,
    addSecret: recorder.addSecret,
    isSchema: validators.schema,
    signal: new AbortController().signal,
    probed: null,
  });
  return { stage, record };
}

/** Told of every occasion on which a fault could strike, and which case asked last. */
export type OnOccasion = (occasion: Occasion, asked: string) => void;

/**
 * Runs cases against a new fake behind its bare function, with one fault at most, on virtual time: requests and
 * deliveries never leave the process.
 */
export async function walkFake(
  stage: Stage,
  validators: Validators,
  job: Job,
  onOccasion?: OnOccasion,
): Promise<Walked> {
  const { contract, profile, world, target, plan } = stage;
  const wanted = job.only && new Set(job.only);
  const journeys = wanted ? plan.journeys.filter(({ id }) => wanted.has(id)) : plan.journeys;
  const clock = virtualClock(plan.now);
  const record: Observation[] = [];
  const lastAsked = (): string => record.findLast((each) => each.type === 'request-sent')?.journey ?? '';
  let take: Inbox['receive'] = () => undefined;
  const pathSecret = `hook-${plan.nonce}`;
  const { authentication } = target.webhook;
  const receive = createReceiver({
    pathSecret,
    acknowledge: profile.delivery.acknowledge,
    ...(authentication ? { authenticate: await createAuthenticate(authentication, clock.now) } : {}),
    onDelivery: (delivery) => take(delivery),
  });
  const gateway = createGateway({
    contract,
    validators,
    profile,
    world,
    tenants: target.tenants,
    barred: target.clients,
    seed: plan.seed,
    clock,
    deliver: signingSend(authentication, receive, clock.now),
    webhookUrl: `http://receiver.invalid/${pathSecret}${profile.wire.path}`,
    faults: job.fault && [job.fault],
    onOccasion: onOccasion && ((occasion) => onOccasion(occasion, lastAsked())),
    steeringHeaders: target.steering.headers,
  });
  const send = deadlineSend(clock, unpackedSend(gateway.answer), target.deadlines.responseMs);
  const onDelivery: Wire['onDelivery'] = (taker) => {
    take = taker;
  };
  const walked = await walk({ ...stage, plan: { ...plan, journeys } }, validators, { send, clock, onDelivery }, record);
  // Held for ever, its time ends: what the fake still had in mind would go on beside the next trial.
  clock.hold();
  return walked;
}

/** The same, with its verdict. */
export async function certifyFake(...given: Parameters<typeof walkFake>): Promise<Certification> {
  return judged(await walkFake(...given), given[1]);
}

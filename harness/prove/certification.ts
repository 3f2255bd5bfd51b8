import { createHash } from 'node:crypto';
import type { Validators } from '../contract/validators.ts';
import type { Fault } from '../fake/fault.ts';
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
  /** The digest of the record is wanted. */
  readonly digest?: true;
}

/** A run with its verdict. */
export interface Certification {
  readonly verdict: Verdict;
  readonly record: readonly Observation[];
  /** Of the record, sha-256 in hex, where it is wanted. */
  readonly digest: string;
}

/** Runs a plan and judges it as `assay certify` does, with the record in memory and no reports. */
export async function certify(
  stage: Stage,
  validators: Validators,
  { send, clock, onDelivery }: Wire,
  wantsDigest = false,
): Promise<Certification> {
  const { contract, profile, plan, target } = stage;
  const digest = createHash('sha256');
  const record: Observation[] = [];
  const write = wantsDigest ? (line: string) => void digest.update(line) : null;
  const recorder = createRecorder({ clock, write, secrets: stage.secrets });
  const see = (unrecorded: Unrecorded): Observation => {
    const observation = recorder.record(unrecorded);
    record.push(observation);
    return observation;
  };
  const inbox = createInbox(profile, see);
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
  const verdict = judge({ plan, contract, validators, profile, target, record });
  return { verdict, record, digest: digest.digest('hex') };
}

/**
 * Certifies a new fake behind its bare function, with one fault at most, on virtual time: requests and deliveries never
 * leave the process.
 */
export async function certifyFake(stage: Stage, validators: Validators, job: Job): Promise<Certification> {
  const { contract, profile, world, target, plan } = stage;
  const wanted = job.only && new Set(job.only);
  const journeys = wanted ? plan.journeys.filter(({ id }) => wanted.has(id)) : plan.journeys;
  const clock = virtualClock(plan.now);
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
    ...(target.clients ? { barred: target.clients } : {}),
    seed: plan.seed,
    clock,
    deliver: signingSend(authentication, receive, clock.now),
    webhookUrl: `http://receiver.invalid/${pathSecret}${profile.wire.path}`,
    ...(job.fault ? { faults: [job.fault] } : {}),
    ...(target.steering.headers ? { steeringHeaders: target.steering.headers } : {}),
  });
  const send = deadlineSend(clock, unpackedSend(gateway.answer), target.deadlines.responseMs);
  const onDelivery: Wire['onDelivery'] = (taker) => {
    take = taker;
  };
  const certified = await certify(
    { ...stage, plan: { ...plan, journeys } },
    validators,
    { send, clock, onDelivery },
    job.digest,
  );
  // Held for ever, its time ends: what the fake still had in mind would go on beside the next trial.
  clock.hold();
  return certified;
}

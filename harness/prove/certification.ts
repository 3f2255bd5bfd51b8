import type { Validators } from '../contract/validators.ts';
import type { Fault } from '../fake/fault.ts';
import type { FaultOccasion } from '../fake/fault-book.ts';
import { createGateway } from '../fake/gateway.ts';
import { deadlineSend } from '../io/deadline-send.ts';
import { unpackedSend } from '../io/plain-send.ts';
import { createReceiver } from '../io/receiver.ts';
import { virtualClock } from '../io/virtual-clock.ts';
import { createAuthenticate } from '../io/webhook-authentication.ts';
import { signingSend } from '../io/webhook-signing.ts';
import { judge } from '../judge/judge.ts';
import type { Observation, Plan, TestSetup, Verdict } from '../model.ts';
import { createInbox } from '../run/inbox.ts';
import { createRecorder, type Secret } from '../run/record.ts';
import { run } from '../run/run.ts';

/** What all trials share, as plain data that can be passed to a thread. */
export interface Stage extends TestSetup {
  readonly plan: Plan;
  readonly secrets: readonly Secret[];
  /** The version of Assay, for the record. */
  readonly assay: string;
}

/** One certification to make: its fault and its cases. */
export interface Job {
  /** Absent: the fake without faults. */
  readonly fault?: Fault;
  /** Ids of journeys; absent: the whole plan. */
  readonly only?: readonly string[] | undefined;
  /** Only the digest of the record is needed; nothing is judged. */
  readonly isDigest?: true;
}

/** The inputs of a run, and its record in memory. */
interface CertificationRun {
  readonly stage: Stage;
  readonly record: readonly Observation[];
}

/** A run with its verdict. */
export interface Certification extends CertificationRun {
  readonly verdict: Verdict;
}

/** Judges a run as `assay certify` does. */
export function judged({ stage, record }: CertificationRun, validators: Validators): Certification {
  return { stage, record, verdict: judge({ ...stage, validators, record }) };
}

/** Called for every occasion on which a fault could strike, with the case that sent the last request. */
type OnOccasion = (occasion: FaultOccasion, asked: string) => void;

/**
 * Runs cases as `assay certify` does, against a new fake called in-process, with at most one fault, on virtual time:
 * requests and deliveries never leave the process.
 */
export async function walkFake(
  stage: Stage,
  validators: Validators,
  job: Job,
  onOccasion?: OnOccasion,
): Promise<CertificationRun> {
  const { profile, target, secrets } = stage;
  const wanted = job.only && new Set(job.only);
  const plan = wanted
    ? { ...stage.plan, journeys: stage.plan.journeys.filter(({ id }) => wanted.has(id)) }
    : stage.plan;
  const clock = virtualClock(plan.now);
  const record: Observation[] = [];
  const recorder = createRecorder({ clock, write: null, secrets, see: (seen) => record.push(seen) });
  const inbox = createInbox(profile, recorder.record);
  const lastAsked = (): string => record.findLast((each) => each.type === 'request-sent')?.journey ?? '';
  const pathSecret = `hook-${plan.nonce}`;
  const { authentication } = target.webhook;
  const receive = createReceiver({
    pathSecret,
    clock,
    acknowledge: profile.delivery.acknowledge,
    ...(authentication ? { authenticate: createAuthenticate(authentication, clock.now) } : {}),
    onDelivery: inbox.receive,
  });
  const gateway = createGateway({
    ...stage,
    validators,
    tenants: target.tenants,
    barred: target.clients,
    seed: plan.seed,
    clock,
    deliver: signingSend(authentication, receive, clock.now),
    faults: job.fault && [job.fault],
    onOccasion: onOccasion && ((occasion) => onOccasion(occasion, lastAsked())),
    steeringHeaders: target.steering.headers,
  });
  gateway.setWebhooks(`http://receiver.invalid/${pathSecret}${profile.wire.path}`);
  const send = deadlineSend(clock, unpackedSend(gateway.answer), target.deadlines.responseMs);
  await run({
    ...stage,
    ...recorder,
    plan,
    send,
    clock,
    inbox,
    isSchema: validators.schema,
    signal: new AbortController().signal,
    probed: null,
  });
  // Holds the clock for ever, so that what the fake still has scheduled does not run during the next trial.
  clock.hold();
  return { stage: { ...stage, plan }, record };
}

/** Runs cases as `walkFake` does, and judges the run. */
export async function certifyFake(...given: Parameters<typeof walkFake>): Promise<Certification> {
  return judged(await walkFake(...given), given[1]);
}

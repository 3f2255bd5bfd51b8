import { createHash } from 'node:crypto';
import type { Validators } from '../contract/validators.ts';
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
import { type Met, metIn } from './met.ts';

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

/** What a run came to. */
export interface Walked {
  readonly verdict: Verdict;
  readonly met: Met;
  readonly record: readonly Observation[];
  /** Of the record, sha-256 in hex. */
  readonly digest: string;
}

/** Runs a plan and judges it as `assay certify` does, with the record in memory and no reports. */
export async function walk(stage: Stage, validators: Validators, wire: Wire): Promise<Walked> {
  const { contract, profile, plan, target } = stage;
  const { send, clock } = wire;
  const digest = createHash('sha256');
  const record: Observation[] = [];
  const recorder = createRecorder({ clock, write: (line) => digest.update(line), secrets: stage.secrets });
  const see = (unrecorded: Unrecorded): Observation => {
    const observation = recorder.record(unrecorded);
    record.push(observation);
    return observation;
  };
  const inbox = createInbox(profile, see);
  wire.onDelivery(inbox.receive);
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
  return { verdict, record, met: metIn(record), digest: digest.digest('hex') };
}

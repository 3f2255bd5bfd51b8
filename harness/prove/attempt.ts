import { compileContract, type Validators } from '../contract/validators.ts';
import type { Fault } from '../fake/fault.ts';
import { createGateway } from '../fake/gateway.ts';
import { deadlineSend } from '../io/deadline-send.ts';
import { unpackedSend } from '../io/plain-send.ts';
import { createReceiver } from '../io/receiver.ts';
import { virtualClock } from '../io/virtual-clock.ts';
import { createAuthenticate } from '../io/webhook-authentication.ts';
import { signingSend } from '../io/webhook-signing.ts';
import type { Verdict } from '../model.ts';
import type { Inbox } from '../run/inbox.ts';
import { facetKey, type Red, type Told } from '../verdict/proof.ts';
import { MOST_CASES, redsOf } from './reds.ts';
import { toldIn } from './told.ts';
import { type Stage, type Walked, type Wire, walk } from './walk.ts';

/** One certification to make: with which fault, and of which cases. */
export interface Job {
  /** Absent: the fake as it should be. */
  readonly fault?: Fault;
  /** Ids of journeys; absent: the whole plan. */
  readonly only?: readonly string[];
}

/** What came of it, small enough to be handed from thread to thread. */
export interface Attempted {
  readonly reds: readonly Red[];
  readonly told: Told;
  readonly cases: Verdict['counts']['cases'];
  readonly inconclusive: readonly string[];
  /** Facets that were breached, each with its row. */
  readonly breached: readonly string[];
  readonly digest: string;
  /** The run was given up because it did not end. */
  readonly isEndless?: true;
}

/** Makes a job. */
export type Attempt = (job: Job) => Promise<Attempted>;

/** Makes jobs in this thread, one after the other or together, against a new fake on virtual time each. */
export function createAttempt(stage: Stage, validators = compileContract(stage.contract)): Attempt {
  return async (job) => attemptedOf(stage, await rehearse(stage, validators, job));
}

/** Runs and judges the stage's plan, or some of it, against a new fake in this process. */
export async function rehearse(stage: Stage, validators: Validators, { fault, only }: Job): Promise<Walked> {
  const wanted = only && new Set(only);
  const { plan } = stage;
  const journeys = wanted ? plan.journeys.filter(({ id }) => wanted.has(id)) : plan.journeys;
  const { wire, stop } = await fakeWire(stage, validators, fault);
  const walked = await walk({ ...stage, plan: { ...plan, journeys } }, validators, wire);
  stop();
  return walked;
}

/** What is reported of a run. */
export function attemptedOf(stage: Stage, walked: Walked): Attempted {
  const { verdict, digest } = walked;
  const inconclusive = verdict.cases.filter(({ outcome }) => outcome === 'inconclusive').map(({ id }) => id);
  return {
    reds: redsOf(verdict),
    told: toldIn(stage, walked),
    cases: verdict.counts.cases,
    inconclusive: inconclusive.slice(0, MOST_CASES),
    breached: verdict.requirements.flatMap(({ id, facets }) =>
      facets.flatMap((facet) => (facet.outcome === 'breached' ? [facetKey(id, facet.id)] : [])),
    ),
    digest,
  };
}

/** A fake of its own behind its bare function, with one fault at most; requests and deliveries never leave the process. */
async function fakeWire(
  { contract, profile, world, target, plan }: Stage,
  validators: Validators,
  fault?: Fault,
): Promise<{ readonly wire: Wire; stop(): void }> {
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
    ...(fault ? { faults: [fault] } : {}),
    ...(target.steering.headers ? { steeringHeaders: target.steering.headers } : {}),
  });
  const wire: Wire = {
    clock,
    send: deadlineSend(clock, unpackedSend(gateway.answer), target.deadlines.responseMs),
    onDelivery: (taker) => {
      take = taker;
    },
  };
  // Held for ever, its time ends: what the fake still had in mind would go on beside the next trial.
  return { wire, stop: () => void clock.hold() };
}

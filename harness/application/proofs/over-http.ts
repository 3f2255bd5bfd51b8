import { randomBytes } from 'node:crypto';
import type { Fault } from '../../fake/fault.ts';
import type { Journey, KciProfile, Target } from '../../model.ts';
import { expand } from '../../plan/expand.ts';
import { judged, type Stage, walk } from '../../prove/certification.ts';
import { resultOf } from '../../prove/job.ts';
import { type FaultlessCase, spread, touchedCases } from '../../prove/selection.ts';
import { isNowAndThen, socketSample } from '../../prove/socket-sample.ts';
import { brokenBy, trialOf } from '../../prove/trial.ts';
import { isFailed, type Trial } from '../../verdict/proof.ts';
import { allFaults } from '../faults.ts';
import type { Inputs } from '../inputs.ts';
import { openDoor } from '../open/door.ts';
import { openReceiver } from '../open/receiver.ts';
import { secretsOf } from '../open/secrets.ts';
import { refuseOn } from '../say.ts';

/** What is tried once more over HTTP. */
export interface OverHttp {
  readonly inputs: Inputs;
  readonly stage: Stage;
  readonly faults: readonly Fault[];
  /** How they ended in this process: what killed a fault there must kill it here. */
  readonly trials: readonly Trial[];
  readonly cases: readonly FaultlessCase[];
  /** How many, but never fewer than are about the connection. */
  readonly most: number;
  /** Told how many they are, before the first. */
  readonly onSample: (count: number) => void;
  readonly onTrial: (trial: Trial) => void;
}

/** Cases of one trial: enough to see it, few enough to wait for on real time. */
const CASES_OF_A_FAULT = 3;
const CASES_OF_A_VARIANT = 24;
/** Whoever counts must be given something to count. */
const CASES_OF_A_COUNT = 40;
/** How much of the time that a door waits for an event is the most that the profile may allow for one. */
const PART_OF_WAIT = 0.8;

/** Tries a sample of faults and variants against the fake on a loopback socket and on real time. */
export async function overHttp({
  inputs,
  stage,
  faults,
  trials,
  cases,
  most,
  onSample,
  onTrial,
}: OverHttp): Promise<Trial[]> {
  const quick = new Set(stage.plan.journeys.filter((journey) => !lastsLong(journey)).map(({ id }) => id));
  // A door takes faults by name, and knows those that come with Assay.
  const shipped = new Set(allFaults().map(({ fault }) => fault));
  const candidates = faults.flatMap((fault, i) => {
    if (!shipped.has(fault.fault)) return [];
    const only = casesFor(fault, trials[i], cases).filter((id) => quick.has(id));
    return only.length > 0 ? [{ fault, only }] : [];
  });
  const done: Trial[] = [];
  const sample = socketSample(candidates, most);
  onSample(sample.length);
  for (const { fault, only } of sample) {
    const trial = await tryOverHttp(inputs, stage, fault, only);
    done.push(trial);
    onTrial(trial);
  }
  return done;
}

/** Virtual time costs nothing, real time does. */
function lastsLong({ steps }: Journey): boolean {
  return steps.some((step) => step.kind === 'wait' || (step.kind === 'call' && step.receiver !== undefined));
}

/** The cases that killed a fault; of a variant, some of those that it can touch. */
function casesFor(fault: Fault, trial: Trial | undefined, cases: readonly FaultlessCase[]): string[] {
  const touchedBy = (struck: Fault): Journey[] => touchedCases(struck, cases).map(({ journey }) => journey);
  if (fault.legal) return idsOf(spread(touchedBy(fault), CASES_OF_A_VARIANT));
  if (trial?.outcome !== 'killed') return [];
  const killing = [...new Set(trial.reds.filter(({ isCause }) => isCause).flatMap((red) => red.cases))];
  if (isNowAndThen(fault)) {
    const { nth: _nth, every: _every, from: _from, ...where } = fault.where ?? {};
    const others = touchedBy({ ...fault, where });
    // Which of many events is struck hangs on time: where nobody waits for events, none is missed.
    const looking = where.event === undefined ? others : others.filter(({ kci }) => kci.length > 0);
    return [...new Set([...killing, ...idsOf(spread(looking, CASES_OF_A_COUNT))])];
  }
  return killing.slice(0, CASES_OF_A_FAULT);
}

const idsOf = (journeys: readonly Journey[]): string[] => journeys.map(({ id }) => id);

/** The profile with less time for each event than a door waits: what a fault keeps back is missed then, not cut short. */
function hurried(profile: KciProfile, { deadlines }: Pick<Target, 'deadlines'>): KciProfile {
  const { delivery } = profile;
  const within = (ms: number): number => Math.min(ms, (deadlines.kciMs ?? ms) * PART_OF_WAIT);
  return {
    ...profile,
    delivery: {
      ...delivery,
      firstWithinMs: within(delivery.firstWithinMs),
      betweenWithinMs: within(delivery.betweenWithinMs),
    },
  };
}

async function tryOverHttp(inputs: Inputs, stage: Stage, fault: Fault, only: readonly string[]): Promise<Trial> {
  const { contract, validators, profile, scenarios } = inputs;
  const { seed } = stage.plan;
  const door = await openDoor(inputs, { door: 'socket', seed, faults: [fault.fault] });
  try {
    const pathSecret = randomBytes(16).toString('hex');
    const receiver = await openReceiver({ target: door.target, profile, pathSecret, inProcess: false });
    try {
      door.connect?.(receiver);
      const now = door.clock.now();
      const nonce = randomBytes(6).toString('hex');
      const { plan, problems } = expand(scenarios, { ...inputs, target: door.target, seed, nonce, now, only });
      refuseOn(problems);
      const secrets = secretsOf(inputs, pathSecret);
      const { onDelivery } = receiver;
      const wire = { send: door.send, clock: door.clock, onDelivery };
      const { target } = door;
      const own = { ...stage, profile: hurried(profile, target), target, plan, secrets };
      const { reds, ...rest } = resultOf(judged(await walk(own, validators, wire), validators));
      return trialOf(fault, brokenBy(fault, contract.register), { ...rest, reds: reds.filter(isFailed) });
    } finally {
      await receiver.close();
    }
  } finally {
    await door.close();
  }
}

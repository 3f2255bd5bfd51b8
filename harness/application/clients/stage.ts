import type { Fault } from '../../fake/fault.ts';
import type { Gateway } from '../../fake/gateway.ts';
import type { ClientCase, Clock, KciProfile, Observation, Send, Unrecorded } from '../../model.ts';
import type { Aim } from '../inputs.ts';
import { makeFake } from '../open/make-fake.ts';
import { createObserver, type Forgery, type ObserverOptions } from '../open/observe.ts';

/** What a case of a client is played with. */
export interface StageOptions extends Omit<ObserverOptions, 'record' | 'tenants' | 'now'> {
  readonly aim: Aim;
  readonly client: ClientCase;
  readonly clock: Clock;
  readonly seed: number;
  /** Between an order's acceptance and its first event, and between two events. */
  readonly kciGapMs: number;
  readonly see: (seen: Observation) => void;
  readonly webhook: string | undefined;
  /** The way to the client's webhook. */
  readonly deliver: Send;
}

/** A fake that behaves as a case says, with all that is said between it and the client on record. */
export function openStage(options: StageOptions): Gateway {
  const { aim, client, clock, recorder, kciGapMs, seed, webhook, see } = options;
  const { faults, tokenLifeMs, outcome, forged } = client.gateway;
  const authentication = aim.target.webhook.authentication;
  const record = (unrecorded: Unrecorded): void => see(recorder.record(unrecorded));
  const observer = createObserver({
    ...options,
    record,
    tenants: aim.target.tenants,
    now: clock.now,
    authentication,
    forgery: forged as Forgery | undefined,
  });
  const course = outcome === undefined ? [] : [{ fault: 'course', where: { verb: 'order' }, do: [{ outcome }] }];
  const given = [...faults, ...course] as unknown as readonly Partial<Fault>[];
  const gateway = makeFake(
    { ...aim, profile: inHaste(aim.profile) },
    {
      seed,
      kciDelay: kciGapMs,
      tokenLife: tokenLifeMs,
      webhook,
      faults: given.map((each, i) => ({ fault: `given-${i + 1}`, title: '', breaks: [], do: [], ...each })),
    },
    { clock, deliver: observer.deliver(options.deliver) },
  );
  return { ...gateway, answer: observer.gateway(gateway.answer) };
}

/** What is not taken comes again at once, and not in hours: nobody waits for it. */
function inHaste(profile: KciProfile): KciProfile {
  const { delivery, emit } = profile;
  const retry = delivery.retry && {
    ...delivery.retry,
    attempts: Math.min(delivery.retry.attempts, 3),
    spacingMs: [50],
  };
  return { ...profile, delivery: { ...delivery, retry }, ...(emit && { emit: { ...emit, gatherMs: 1 } }) };
}

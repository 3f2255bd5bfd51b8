import type { Fault } from '../../fake/fault.ts';
import type { Gateway } from '../../fake/gateway.ts';
import type { ClientCase, KciProfile } from '../../model.ts';
import { type ObservedCase, observedFake } from '../open/observe.ts';

/** What a case of a client is played with. */
export interface StageOptions extends Omit<ObservedCase, 'made' | 'forged'> {
  readonly client: ClientCase;
  readonly seed: number;
  /** Between an order's acceptance and its first event, and between two events. */
  readonly kciGapMs: number;
  readonly webhook: string;
}

/** A fake that behaves as a case says, with all that is said between it and the client on record. */
export function openStage({ aim, client, seed, kciGapMs, webhook, ...observed }: StageOptions): Gateway {
  const { faults, tokenLifeMs: tokenLife, forged } = client.gateway;
  return observedFake({
    ...observed,
    aim: { ...aim, profile: inHaste(aim.profile) },
    made: { seed, kciDelay: kciGapMs, tokenLife, webhook, faults: faults as unknown as readonly Fault[] },
    forged,
  });
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

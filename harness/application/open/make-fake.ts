import type { Fault } from '../../fake/fault.ts';
import { createGateway, type FakeGateway, unplayable } from '../../fake/gateway.ts';
import { signingSend } from '../../io/webhook-signing.ts';
import type { Clock, Send } from '../../model.ts';
import { allFaults, faultsNamed } from '../faults.ts';
import { type Aim, type AimOptions, loadAim } from '../inputs.ts';
import { refuseOn } from '../say.ts';

/** What a fake is made of. Times in ms; by default those of the gateway. */
export interface FakeMadeOf {
  readonly seed: number;
  /** Time between an order's acceptance and its first event, and between two events. */
  readonly kciDelay?: number | undefined;
  readonly tokenLife?: number | undefined;
  readonly fault?: readonly string[] | undefined;
  /** Further faults, which are in no file. */
  readonly faults?: readonly Fault[] | undefined;
  /** Where events go until a client says otherwise. */
  readonly webhook?: string | undefined;
}

/** Target, profile and world for a fake to play, by name or file. Refuses a profile that cannot be played. */
export function playedBy(options: AimOptions): Aim {
  const aim = loadAim(options);
  refuseOn(unplayable(aim.profile));
  return aim;
}

/** A fake that plays `aim` on a clock, and sends its events through `deliver`. */
export function makeFake(
  aim: Aim,
  { seed, kciDelay, tokenLife, fault = [], faults = [], webhook }: FakeMadeOf,
  { clock, deliver }: { readonly clock: Clock; readonly deliver: Send },
): FakeGateway {
  const { tenants, clients, webhook: ofTarget, steering } = aim.target;
  return createGateway({
    ...aim,
    tenants,
    barred: clients,
    seed,
    clock,
    deliver: signingSend(ofTarget.authentication, deliver, clock.now),
    kciGapMs: kciDelay,
    tokenLifeSeconds: tokenLife === undefined ? undefined : Math.max(1, Math.round(tokenLife / 1000)),
    faults: [...faultsNamed(fault), ...faults],
    faultsOnRequest: allFaults,
    steeringHeaders: steering.headers,
    webhookUrl: webhook,
  });
}

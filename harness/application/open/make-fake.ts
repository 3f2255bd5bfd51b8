import type { Fault } from '../../fake/fault.ts';
import { createGateway, type Gateway, unplayable } from '../../fake/gateway.ts';
import { signingSend } from '../../io/webhook-signing.ts';
import type { Clock, Send } from '../../model.ts';
import { allFaults, faultsNamed } from '../faults.ts';
import { type Aim, type AimOptions, loadAim, loadSpec } from '../inputs.ts';
import { refuseOn } from '../say.ts';

/** What a fake is made of; times in ms, those of the gateway where nothing is said. */
export interface FakeMadeOf {
  readonly seed: number;
  /** Between an order's acceptance and its first event, and between two events. */
  readonly kciDelay?: number | undefined;
  readonly tokenLife?: number | undefined;
  readonly fault?: readonly string[] | undefined;
  /** Further faults, which no file holds. */
  readonly faults?: readonly Fault[] | undefined;
  /** Where events go until a client says otherwise. */
  readonly webhook?: string | undefined;
}

/** Target, profile and world that a fake is to play, by their names or files. Refuses a profile that cannot be played. */
export function playedBy(options: AimOptions): Aim {
  const aim = loadAim(options, loadSpec());
  refuseOn(unplayable(aim.profile));
  return aim;
}

/** A fake that plays them, on a clock, and sends its events through `deliver`. */
export function makeFake(
  aim: Aim,
  { seed, kciDelay, tokenLife, fault = [], faults = [], webhook }: FakeMadeOf,
  { clock, deliver }: { readonly clock: Clock; readonly deliver: Send },
): Gateway {
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

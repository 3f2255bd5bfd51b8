import type { Clock, Journey, Step, Traffic } from '../model.ts';
import type { Ports } from '../run/ports.ts';
import { pause } from '../run/wait.ts';
import { thinkMs } from './think.ts';

/** The exchanges of one journey, between whose steps the customer thinks. */
export function thinking(
  exchange: Ports['exchange'],
  { index, journey }: { readonly index: number; readonly journey: Journey },
  { think, clock, signal }: { readonly think: Traffic['think']; readonly clock: Clock; readonly signal: AbortSignal },
): Ports['exchange'] {
  const groups = groupsOf(journey.steps);
  let last = groups.get(journey.steps[0]?.name ?? '');
  return async (of, request) => {
    const group = groups.get(of.step);
    if (of.journey !== '' && group !== last) {
      last = group;
      const ms = thinkMs(think, index, of.step);
      if (ms > 0) await pause(clock, signal, ms);
    }
    return exchange(of, request);
  };
}

/** Which step of its journey a call belongs to: calls sent together are one. */
function groupsOf(steps: readonly Step[]): ReadonlyMap<string, number> {
  return new Map(
    steps.flatMap((step, nth) =>
      (step.kind === 'parallel' ? step.steps : [step]).map(({ name }) => [name, nth] as const),
    ),
  );
}

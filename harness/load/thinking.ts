import type { Clock, Journey, Step, TrafficProfile } from '../model.ts';
import type { Ports } from '../run/ports.ts';
import { pause } from '../run/wait.ts';
import { random } from '../values/seed.ts';

/**
 * The pace of one journey, with think time between its steps. The pause comes before a request leaves, not while it is on
 * its way, so its token has not expired meanwhile.
 */
export function thinking(
  { index, journey }: { readonly index: number; readonly journey: Journey },
  {
    think,
    clock,
    signal,
  }: { readonly think: TrafficProfile['think']; readonly clock: Clock; readonly signal: AbortSignal },
): Ports['pace'] {
  if (think.toMs <= 0) return atOnce;
  const groups = groupsOf(journey.steps);
  let last = groups.get(journey.steps[0]?.name ?? '');
  let thought = atOnce();
  return (step) => {
    const group = groups.get(step);
    if (group === last) return thought;
    last = group;
    thought = pause(clock, signal, thinkMs(think, index, step)).then(() => {});
    return thought;
  };
}

const atOnce = (): Promise<void> => Promise.resolve();

/** By call, the step of its journey that it belongs to: calls sent together share one. */
export function groupsOf(steps: readonly Step[]): ReadonlyMap<string, number> {
  return new Map(
    steps.flatMap((step, nth) =>
      (step.kind === 'parallel' ? step.steps : [step]).map(({ name }) => [name, nth] as const),
    ),
  );
}

/** How long the customer of journey `index` thinks before the step, ms; the same on every machine and engine. */
export function thinkMs({ fromMs, toMs }: TrafficProfile['think'], index: number, step: string): number {
  return toMs <= fromMs ? fromMs : Math.round(fromMs + random(`think/${index}/${step}`)() * (toMs - fromMs));
}

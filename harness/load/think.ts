import type { Traffic } from '../model.ts';
import { random } from '../values/seed.ts';

/** How long the customer of journey `index` thinks before the step, ms; the same on every machine and engine. */
export function thinkMs({ fromMs, toMs }: Traffic['think'], index: number, step: string): number {
  return toMs <= fromMs ? fromMs : Math.round(fromMs + random(`think/${index}/${step}`)() * (toMs - fromMs));
}

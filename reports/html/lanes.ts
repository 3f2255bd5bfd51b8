import type { Moment } from '../story/moments.ts';
import { diagram } from './journey/diagram.ts';
import type { Telling } from './journey/telling.ts';
import type { View } from './view.ts';

/** A timeline of no case: what the runner did for itself, and what nobody asked for. */
export function lanes(moments: readonly Moment[], from: number, replay: string, how: Telling): View {
  return diagram({ moments, from, found: [], replay }, how);
}

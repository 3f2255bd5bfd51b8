import { hash } from 'node:crypto';
import type { Segment } from '../../load/segment.ts';
import type { TrafficProfile } from '../../model.ts';
import type { Inputs } from '../inputs.ts';
import { inputError } from '../say.ts';
import { turnsAway } from './allowed.ts';
import type { LoadChoice } from './execute-load.ts';
import { isVirtual } from './open-load.ts';

/** What the user chose for one segment of a load. */
export interface SegmentChoice extends LoadChoice {
  readonly segment: Segment;
  /** `here`, `none`, or the address of the segment that holds the receiver. By default the first segment holds it. */
  readonly receiver?: string | undefined;
  /** Where the holder of the receiver listens for the other segments, as host and port. */
  readonly control?: string | undefined;
}

/** Whether this segment holds the receiver. On virtual time each segment has its own gateway and receiver. */
export function receives(inputs: Inputs, choice: SegmentChoice): boolean {
  return isVirtual(inputs, choice) || (choice.receiver ?? (choice.segment.nth === 1 ? 'here' : 'none')) === 'here';
}

/**
 * Refuses scenarios that have deliveries turned away: the journey tells the receiver just before it sends, and another
 * segment may hold the receiver.
 */
export function refuseTurningAway({ scenarios }: Inputs, { id }: TrafficProfile): void {
  const turning = scenarios.filter((scenario) => turnsAway([scenario]));
  if (turning.length === 0) return;
  throw inputError(
    `"${id}" cannot be sent in segments`,
    `${turning.map((scenario) => scenario.id).join(', ')}: a step has the receiver turn deliveries away, which only a whole load can`,
    'leave --segment out, or mix other scenarios',
  );
}

/** The nonce of all segments; their ids and addresses differ by index. Refuses if segments could not share one. */
export function sharedNonce(inputs: Inputs, choice: SegmentChoice): string {
  const { target } = inputs;
  const { nonce, engine, seed } = choice;
  if (isVirtual(inputs, choice)) return nonce ?? `seed-${seed}`;
  if (target.baseUrl === 'embedded') {
    throw inputError(
      'segments need a gateway that all of them reach',
      `target "${target.target}" is embedded: each process would have its own`,
      'use "assay simulate --segment", or start "assay fake --port 8080" and use --target fake-http',
    );
  }
  if (engine === 'simulated') {
    throw inputError(
      '"assay simulate --segment" is for the embedded fake, on simulated time',
      `target "${target.target}" is at ${target.baseUrl}`,
      'use "assay load --engine native --segment", or leave --segment out',
    );
  }
  if (nonce !== undefined) return nonce;
  throw inputError(
    '--segment needs --nonce',
    'all segments of a load must share one, or they would use the same ids and addresses',
    'give all of them the same, which no earlier load had: --nonce build-71',
  );
}

/**
 * The secret that begins the paths of the segments, or of k6 instances elsewhere that report what they did. It is derived
 * from the nonce, so that each side can make it.
 */
export function secretOf(whose: 'segments' | 'control', nonce: string): string {
  return hash('sha256', `assay-${whose}/${nonce}`).slice(0, 32);
}

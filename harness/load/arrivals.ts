import type { TrafficStage } from '../model.ts';

/** When journeys are meant to start, whether or not earlier ones have ended (an open model). */
export interface Arrivals {
  /** How many start in all. */
  readonly count: number;
  /** How long the stages last. */
  readonly durationMs: number;
  /**
   * When the journey with an index from 0 to `count - 1` is meant to start, in ms since the load began; never less for a
   * later index.
   */
  startOf(index: number): number;
}

/** A stage on the time axis, with the (fractional) number of arrivals before its begin and its end. */
interface PlacedStage extends TrafficStage {
  readonly atMs: number;
  readonly before: number;
  readonly upTo: number;
}

/** Sums of fractions like 0.1 may end slightly below the intended whole number. */
const EPSILON = 1e-6;

/**
 * The starts of the stages, one at each whole number under the rate curve: the same that k6's arrival-rate executors
 * choose. In closed form, so that any part of a load finds its starts without the others.
 */
export function arrivalsOf(stages: readonly TrafficStage[]): Arrivals {
  const stretches = laidOut(stages);
  const count = Math.floor((stretches.at(-1)?.upTo ?? 0) + EPSILON);
  return {
    count,
    durationMs: stages.reduce((sum, { forMs }) => sum + forMs, 0),
    startOf: (index) => {
      if (!(index >= 0 && index < count)) throw new RangeError(`there is no arrival ${index} of ${count}`);
      const stretch = stretchOf(stretches, index + 1);
      return stretch.atMs + timeUntil(stretch, index + 1 - stretch.before);
    },
  };
}

function laidOut(stages: readonly TrafficStage[]): readonly PlacedStage[] {
  let atMs = 0;
  let before = 0;
  return stages.map((stage) => {
    const upTo = before + ((stage.fromPerSecond + stage.toPerSecond) / 2) * (stage.forMs / 1000);
    const stretch = { ...stage, atMs, before, upTo };
    atMs += stage.forMs;
    before = upTo;
    return stretch;
  });
}

/** The first stretch within which `arrived` journeys have started; the last one if rounding leaves none. */
function stretchOf(stretches: readonly PlacedStage[], arrived: number): PlacedStage {
  return (stretches.find(({ upTo }) => upTo + EPSILON >= arrived) ?? stretches.at(-1)) as PlacedStage;
}

/**
 * How long a stretch takes for `arrived` arrivals: `from·t + (to - from)·t²/2d = arrived`, solved for t in the form that
 * neither divides by a slope of zero nor loses digits near it.
 */
function timeUntil({ forMs, fromPerSecond, toPerSecond }: PlacedStage, arrived: number): number {
  const seconds = forMs / 1000;
  const root = Math.sqrt(Math.max(0, fromPerSecond ** 2 + (2 * arrived * (toPerSecond - fromPerSecond)) / seconds));
  return Math.min(forMs, ((2 * arrived) / (fromPerSecond + root)) * 1000);
}

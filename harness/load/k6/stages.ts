import type { TrafficStage } from '../../model.ts';

const UNITS_S = [1, 10, 60, 600, 3600];

/** How late k6 may start a journey. */
const LATE_MS = 10_000;

/** Within this distance a rate counts as whole: sums of fractions end slightly off. */
const EPSILON = 1e-9;

/**
 * The same arrivals as the executor `ramping-arrival-rate` takes them: whole numbers per unit of time. If no unit makes all
 * rates whole, they are rounded to whole numbers an hour, and k6 may start a few journeys more or less than Assay counts.
 */
export function k6Stages(stages: readonly TrafficStage[]) {
  const rates = stages.flatMap(({ fromPerSecond, toPerSecond }) => [fromPerSecond, toPerSecond]);
  const isWhole = (rate: number): boolean => Math.abs(rate - Math.round(rate)) < EPSILON;
  const unit = UNITS_S.find((each) => rates.every((rate) => isWhole(rate * each))) ?? (UNITS_S.at(-1) as number);
  const inUnit = (perSecond: number): number => Math.round(perSecond * unit);

  const found: { target: number; duration: string }[] = [];
  let rate = inUnit(rates[0] ?? 0);
  const to = (target: number, forMs: number): void => {
    found.push({ target, duration: `${forMs}ms` });
    rate = target;
  };
  for (const { fromPerSecond, toPerSecond, forMs } of stages) {
    if (inUnit(fromPerSecond) !== rate) to(inUnit(fromPerSecond), 0);
    to(inUnit(toPerSecond), forMs);
  }
  // A pause at the end: k6 cuts off what it did not start in time, even an arrival at the very end. It does not wait for
  // the end of the pause if nothing is left to start.
  to(0, 0);
  to(0, LATE_MS);
  return { startRate: inUnit(rates[0] ?? 0), timeUnit: `${unit}s`, stages: found };
}

/** The stages that k6 actually runs, with their rounding. */
export function stagesOf({ startRate, timeUnit, stages }: ReturnType<typeof k6Stages>): TrafficStage[] {
  const perSecond = (rate: number): number => rate / Number.parseFloat(timeUnit);
  return stages.map(({ target, duration }, i) => ({
    forMs: Number.parseFloat(duration),
    fromPerSecond: perSecond(stages[i - 1]?.target ?? startRate),
    toPerSecond: perSecond(target),
  }));
}

/** The highest number of arrivals a second. */
export function peakOf(stages: readonly TrafficStage[]): number {
  return Math.max(0, ...stages.map(({ fromPerSecond, toPerSecond }) => Math.max(fromPerSecond, toPerSecond)));
}

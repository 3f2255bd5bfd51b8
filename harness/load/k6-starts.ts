/** k6 may start a few journeys more than the traffic has arrivals, where a ramp ends: so many more are planned. */
export const SPARE = 20;

/** Or a few fewer: so many that lack were not lost. */
export const ROUNDED = 5;

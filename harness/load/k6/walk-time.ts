import type { Journey, Step, Target, Traffic } from '../../model.ts';

/** How long a journey keeps a VU busy, ms. */
export interface WalkTime {
  readonly usualMs: number;
  /** With every answer at its deadline and every wait to its end. */
  readonly longestMs: number;
}

/** What an answer takes where nothing is known of the target. */
const USUAL_ANSWER_MS = 250;
/** What a wait for an event takes, if it may take longer. */
const USUAL_AWAIT_MS = 5_000;
/** What a wait until a moment may take, where the target file sets no limit. */
const LONGEST_WAIT_MS = 600_000;

/** How long a journey takes, by its steps alone. */
export function walkTime({ steps }: Journey, { deadlines }: Target, think: Traffic['think']): WalkTime {
  const times = steps.map((step) => stepTime(step, deadlines));
  const pauses = Math.max(0, steps.length - 1);
  return {
    usualMs: sum(times.map(({ usualMs }) => usualMs)) + (pauses * (think.fromMs + think.toMs)) / 2,
    longestMs: sum(times.map(({ longestMs }) => longestMs)) + pauses * think.toMs,
  };
}

function stepTime(step: Step, { responseMs, kciMs, waitMs }: Target['deadlines']): WalkTime {
  switch (step.kind) {
    case 'call':
    case 'parallel':
      return { usualMs: Math.min(USUAL_ANSWER_MS, responseMs), longestMs: responseMs };
    case 'await': {
      const longestMs = Math.min(step.withinMs, kciMs ?? Number.POSITIVE_INFINITY);
      return { usualMs: Math.min(USUAL_AWAIT_MS, longestMs), longestMs };
    }
    case 'wait': {
      const longestMs = Math.min(step.forMs ?? LONGEST_WAIT_MS, waitMs ?? LONGEST_WAIT_MS);
      return { usualMs: longestMs, longestMs };
    }
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

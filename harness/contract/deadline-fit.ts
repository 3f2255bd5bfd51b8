import type { KciProfile, Problem, Target } from '../model.ts';
import { formatDuration } from '../values/duration.ts';

/**
 * What to know of a deadline for events that ends before the profile does: what has not come by then is inconclusive.
 * Nothing where the target is asked for its pace, and so keeps to it.
 */
export function deadlineWarnings({ deadlines, kciDelaySeconds, steering }: Target, profile: KciProfile): Problem[] {
  const { kciMs } = deadlines;
  const { firstWithinMs, betweenWithinMs } = profile.delivery;
  const isPaced = kciDelaySeconds !== undefined && steering.headers?.kciDelay !== undefined;
  if (kciMs === null || isPaced || kciMs >= Math.max(firstWithinMs, betweenWithinMs)) return [];
  const isFirst = kciMs < firstWithinMs;
  const allowed = formatDuration(isFirst ? firstWithinMs : betweenWithinMs);
  return [
    {
      severity: 'warning',
      message: `"deadlines: kci" (${formatDuration(kciMs)}) ends before the KCI profile "${profile.profile}" does, which allows ${allowed} ${isFirst ? 'for the first event' : 'between events'}`,
      why: 'an event that has not come by then makes its case inconclusive',
      fix: 'raise it, leave it out, or have the gateway asked for a quicker pace: steering, kci-delay',
    },
  ];
}

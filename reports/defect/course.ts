import type { KciProfile } from '../../harness/model.ts';
import { formatDuration } from '../../harness/values/duration.ts';
import { courseText } from '../story/course-words.ts';
import { lifecycleIn } from '../story/lifecycle.ts';
import { patternWords } from '../story/pattern-words.ts';
import type { Found } from '../story/story.ts';
import { trackOf } from '../story/track.ts';
import { block, code, prose } from '../words/markdown.ts';

/**
 * The course of the order that a failure is about: what its scenario owes, or its lifecycle, which events came, where they
 * left it, and what was expected there. Nothing, where a failure is about no course.
 */
export function courseOf(found: Found, profile: KciProfile): string[] {
  const track = trackOf(found, profile);
  if (track !== undefined) {
    const { name, orderId, owed, notAwaited } = track;
    const whose = `${code(name)}${orderId === undefined ? '' : ` (order ${prose(orderId)})`}`;
    const began = notAwaited === undefined ? 'its answer' : 'the waiting began';
    return [
      `Owed of ${whose}: ${prose(patternWords(owed.pattern))}; all within ${formatDuration(owed.withinMs)}${notAwaited === undefined ? ' of its answer' : ''}. What came of it, since ${began}:`,
      '',
      block(courseText(track, notAwaited), 'text'),
      '',
    ];
  }
  const lifecycle = lifecycleIn(found, profile);
  if (lifecycle === undefined) return [];
  const { orderId, orderType } = lifecycle;
  return [
    `Lifecycle of ${code(orderType)} orders (order ${prose(orderId)}), as KCI profile ${prose(lifecycle.profile)} draws it. What came of it, since the order's answer:`,
    '',
    block(courseText(lifecycle), 'text'),
    '',
  ];
}

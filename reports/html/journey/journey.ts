import { either } from '../../../harness/words/text.ts';
import type { Course } from '../../story/course.ts';
import { coursesOf } from '../../story/courses.ts';
import { attemptsOf } from '../../story/messages.ts';
import type { CaseStory } from '../../story/story.ts';
import { outcomes } from '../../words/words.ts';
import { type View, view } from '../view.ts';
import { diagram } from './diagram.ts';
import type { Telling } from './telling.ts';
import { courseView } from './track.ts';

/** The journey of a case: its orders' required KCIs beside what came, and everything that happened, in order. */
export function journeyView(story: CaseStory, how: Telling): View {
  const { verdict, journey, found, replay } = story;
  const attempts = attemptsOf(story.moments, journey?.id ?? verdict.id);
  const isRepeated = verdict.attempts !== undefined;
  return view`<div class="journey">${[...attempts].map(([id, moments]) => {
    const attempt = verdict.attempts?.find(({ journey: its }) => its === id);
    const ofThis = isRepeated ? found.filter(({ check }) => check.journey === id) : found;
    const courses = coursesOf({ ...story, found: ofThis }, moments, how.profile);
    const owed = courses.filter(({ kind }) => kind !== 'lifecycle');
    const missing = [...new Set(courses.flatMap(missingIn))];
    // Findings about missing events rest on the order's request; they are shown where the wait ended.
    const atEnd = owed.flatMap((course) => course.found.filter(({ moment }) => moment?.kind === 'exchange'));
    const orderNames = new Map(
      owed.flatMap(({ orderId, name }) => (orderId === undefined ? [] : [[orderId, name] as const])),
    );
    const walk = {
      caseId: verdict.id,
      moments,
      from: attempt?.startedAt ?? verdict.startedAt,
      found: ofThis,
      replay,
      missing,
      atEnd,
      orderNames,
      ...(journey ? { journey } : {}),
    };
    return view`
      ${isRepeated && view`<p class="attempt"><b>${id}</b> <span class="quiet">${attempt && outcomes[attempt.outcome]}</span></p>`}
      ${courses.map((course) => courseView(course, verdict.id))}
      ${diagram(walk, how)}`;
  })}</div>`;
}

/** The events of a course that never came, in words. */
function missingIn({ derailed }: Course): string[] {
  if (derailed?.how !== 'missing') return [];
  return [either(derailed.due.length > 0 ? derailed.due : derailed.possible)];
}

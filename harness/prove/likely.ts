import type { Fault } from '../gateway/fault.ts';
import type { CaseVerdict, Journey, Plan, Verb } from '../model.ts';
import type { Broken } from './decide.ts';

/** Cases that are tried first with a fault: few, so that they cost little where they kill it. */
const MOST_LIKELY = 48;

/**
 * The cases in which a fault is likely to show: those that looked at a row it breaks when nothing was wrong, and of these
 * those that ask the operation where it strikes. Where they are many, some from all over the plan.
 */
export function likelyCases(
  fault: Pick<Fault, 'where'>,
  broken: Pick<Broken, 'rows'>,
  plan: Plan,
  cases: readonly Pick<CaseVerdict, 'id' | 'requirements'>[],
): string[] {
  const looked = new Set(cases.filter((each) => each.requirements.some((row) => broken.rows.has(row))).map(({ id }) => id));
  const meeting = plan.journeys.filter((journey) => meets(fault, journey));
  const both = meeting.filter(({ id }) => looked.has(id));
  return spread((both.length > 0 ? both : meeting).map(({ id }) => id), MOST_LIKELY);
}

/** Whether the journey sends what the fault strikes on; an event follows an order. */
function meets({ where = {} }: Pick<Fault, 'where'>, journey: Journey): boolean {
  const { verb = where.event === undefined ? undefined : 'order' } = where;
  if (verb === undefined) return true;
  const wanted: readonly Verb[] = typeof verb === 'string' ? [verb] : verb;
  // The runner gets tokens for every journey that needs one.
  return wanted.includes('token') || verbsOf(journey).some((each) => wanted.includes(each));
}

function verbsOf({ steps }: Journey): Verb[] {
  const calls = steps.flatMap((step) => (step.kind === 'parallel' ? step.steps : step.kind === 'call' ? [step] : []));
  return calls.flatMap(({ request }) => (request.verb === 'http' ? [] : [request.verb]));
}

/** At most so many of a list, evenly from its beginning to its end. */
export function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)] as T);
}

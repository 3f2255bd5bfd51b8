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
  const looking = cases.filter(({ requirements }) => requirements.some((row) => broken.rows.has(row)));
  const looked = new Set(looking.map(({ id }) => id));
  const meeting = plan.journeys.filter((journey) => meets(fault, journey)).map(({ id }) => id);
  const both = meeting.filter((id) => looked.has(id));
  return spread(both.length > 0 ? both : meeting, MOST_LIKELY);
}

/** Deeds that change a message on its way and nothing else: whoever does not get the message cannot tell. */
const ON_MESSAGES: ReadonlySet<string> = new Set([
  'set',
  'remove',
  'move',
  'copy',
  'replace',
  'shift',
  'reverse',
  'repeat',
  'keep',
  'layout',
  'header-names',
  'text',
  'replace-text',
  'truncate',
]);

/** The cases that a fault can touch; undefined where that may be any of the plan. */
export function touchedCases(fault: Pick<Fault, 'where' | 'do'>, plan: Plan): string[] | undefined {
  if (!fault.do.every((deed) => Object.keys(deed).every((name) => ON_MESSAGES.has(name)))) return undefined;
  const touched = plan.journeys.filter((journey) => meets(fault, journey)).map(({ id }) => id);
  return touched.length < plan.journeys.length ? touched : undefined;
}

/** Operations whose acceptance events follow. */
const TOLD_OF: readonly Verb[] = ['order', 'amend', 'cancel'];

/** Whether the journey gets the messages that the fault strikes. */
function meets({ where = {} }: Pick<Fault, 'where'>, journey: Journey): boolean {
  const { verb = where.event === undefined ? undefined : TOLD_OF } = where;
  if (verb === undefined) return true;
  const wanted: readonly string[] = typeof verb === 'string' ? [verb] : verb;
  const sent = verbsOf(journey);
  // The runner gets tokens for every journey; what goes out as bare HTTP may be any operation.
  return wanted.includes('token') || sent.includes('http') || sent.some((each) => wanted.includes(each));
}

function verbsOf({ steps }: Journey): readonly string[] {
  return steps.flatMap((step) => {
    if (step.kind === 'parallel') return step.steps.map(({ request }) => request.verb);
    return step.kind === 'call' ? [step.request.verb] : [];
  });
}

/** At most so many of a list, evenly from its beginning to its end. */
export function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)] as T);
}

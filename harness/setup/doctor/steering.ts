import { waysOf } from '../../contract/target-checks.ts';
import type { Json, Plan, Site, SteeringWay, Target } from '../../model.ts';
import { asksOf } from '../../plan/steering.ts';
import { isFault } from '../../wire/wire.ts';
import { count } from '../../words/text.ts';
import type { FoundFiles } from './files.ts';
import type { ReachableGateway } from './gateway.ts';
import { type CheckedLine, linesFor } from './line.ts';
import { answerInWords } from './operations.ts';

const pen = linesFor('steering');

const OWN_PACE =
  'no "kci-delay" asks for slower events: a case that acts between two events is inconclusive where these come too fast for it';

/** How the target is asked for outcomes, and which outcomes it cannot be asked for. */
export function steeringLines({ aim, inTarget }: FoundFiles, plan: Plan): readonly CheckedLine[] {
  const { target, world, contract } = aim;
  const { headers = {}, query = {}, body = {} } = target.steering;
  const ways = waysOf(target.steering);
  const place = inTarget('/steering');
  const own = Object.values(contract.operations).flatMap(({ parameters }) =>
    parameters.map(({ name }) => name.toLowerCase()),
  );
  const clash = Object.values(headers).find((name) => own.includes(name.toLowerCase()));
  const unasked = plan.journeys.flatMap(({ excused }) => (excused?.reason === 'not-steerable' ? [excused.detail] : []));
  const absent = plan.journeys.flatMap(({ excused }) => (excused?.outcome === 'not-applicable' ? [excused] : []));
  const declared = absent.filter(({ reason }) => reason === 'capability-declared-absent');
  const unpromised = absent.filter(({ reason }) => reason !== 'capability-declared-absent');
  const asks = asksOf(plan).length;
  const named = (names: Readonly<Record<string, string>>): string => Object.values(names).join(', ');
  const words: Readonly<Record<SteeringWay, string>> = {
    headers: `by the headers ${named(headers)}`,
    query: `by the query parameters ${named(query)}`,
    body: `by the body's members ${named(body)}`,
    addresses: `by addresses: ${count(Object.values(world.roles).filter(({ steers }) => steers).length, 'role')} of the world with "steers"`,
    operator: `by its operator, who is asked ${count(asks, 'time')} (assay plan --asks lists them)`,
  };
  const fix =
    'name what the gateway offers: by: headers, each thing with its header ("headers: { outcome: …, fault: … }"), or by: addresses with roles that have "steers"';
  return [
    clash === undefined
      ? pen.ok('way', ways.map((way) => words[way]).join('; ') || 'by nothing')
      : pen.problem('way', `the header ${clash} is one that every request carries`, { fix: 'name another', place }),
    unasked.length === 0
      ? pen.ok('outcomes', 'every outcome that a case wants can be asked for')
      : pen.warning(
          'outcomes',
          `${count(unasked.length, 'case')} will be inconclusive, the first because ${unasked[0]}`,
          {
            fix,
            place,
          },
        ),
    ...(ways.some((way) => way !== 'operator' && way !== 'addresses' && target.steering[way]?.kciDelay !== undefined)
      ? []
      : [pen.ok('pace', OWN_PACE)]),
    ...notApplicable('lacks', declared.length, 'as the target file declares'),
    ...notApplicable('not promised', unpromised.length, `the first because ${unpromised[0]?.detail}`),
  ];
}

function notApplicable(subject: string, cases: number, why: string): readonly CheckedLine[] {
  return cases === 0 ? [] : [pen.ok(subject, `${count(cases, 'case')} will be not applicable, ${why}`)];
}

/**
 * Whether a harmless request with a steering header is answered like one without; the effect of the header shows only with
 * an order.
 */
export async function steeredLine(
  { aim, inTarget }: FoundFiles,
  gateway: ReachableGateway | null,
  site: Site | undefined,
): Promise<CheckedLine | null> {
  const steered = headerOfA(aim.target, aim.profile);
  if (!steered) return null;
  const { name, value } = steered;
  const subject = `header ${name}`;
  if (gateway === null || site === undefined) return pen.notChecked(subject, 'nothing can be asked for');
  const without = await gateway.availabilityOf(site);
  const answer = await gateway.availabilityOf(site, { [name]: value });
  if (isFault(answer) || isFault(without)) return pen.notChecked(subject, 'no answer came');
  if (answer.status === without.status)
    return pen.ok(subject, `it may be sent: availability answers ${answer.status} with it as without`);
  const fix = 'check its name, and that proxies let it through';
  const seen = `with "${value}" availability answers ${answerInWords(answer)}, without it ${without.status}`;
  return pen.problem(subject, seen, { fix, place: inTarget('/steering/headers') });
}

/** The header that asks for the default outcome, else the one for the pace. */
function headerOfA(
  { steering, kciDelaySeconds }: Target,
  { lifecycles }: FoundFiles['aim']['profile'],
): { name: string; value: Json } | null {
  if (!waysOf(steering).includes('headers')) return null;
  const [outcome] = lifecycles.flatMap(({ outcomes }) => Object.keys(outcomes));
  if (steering.headers?.outcome !== undefined && outcome !== undefined)
    return { name: steering.headers.outcome, value: steering.values?.[outcome] ?? outcome };
  return steering.headers?.kciDelay === undefined
    ? null
    : { name: steering.headers.kciDelay, value: String(kciDelaySeconds ?? 1) };
}

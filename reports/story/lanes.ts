import type { CaseVerdict } from '../../harness/model.ts';
import { foldOf } from '../../harness/record/fold.ts';
import type { ReportInput } from '../input.ts';
import { type Lane, troubleOf } from './lane.ts';
import { laneOf } from './lay-lane.ts';

/** Every order that was accepted or had events; those that left their course come first, by kind of trouble. */
export function lanesOf({
  verdict,
  plan,
  record,
  profile,
  lastGood = [],
}: Pick<ReportInput, 'plan' | 'record' | 'profile' | 'lastGood'> & {
  readonly verdict: Pick<ReportInput['verdict'], 'findings'> & {
    readonly cases: readonly (Pick<CaseVerdict, 'id' | 'findings'> & Pick<Partial<CaseVerdict>, 'attempts'>)[];
  };
}): Lane[] {
  const found = [...verdict.cases.flatMap(({ findings }) => findings), ...verdict.findings];
  const failed = found.filter(({ check, result }) => result.outcome === 'failed' && check.startsWith('kci.'));
  const byOrder = Map.groupBy(failed, ({ order }) => order);
  const bySeq = Map.groupBy(failed, ({ seq }) => seq);
  const journeys = new Map(plan.journeys.map((journey) => [journey.id, journey]));
  const cases = new Map(
    verdict.cases.flatMap(({ id, attempts }) => (attempts ?? []).map((each) => [each.journey, id])),
  );
  const ghosts = Map.groupBy(lastGood, (lane) => lane.case);
  const nth = new Map<string, number>();
  const lanes = [...foldOf(record, profile).orders.values()].flatMap((order) => {
    if (order.acceptedAt === undefined && order.arrivals.length === 0) return [];
    const about = [
      ...(byOrder.get(order.id) ?? []),
      ...order.arrivals.flatMap(({ seen }) => bySeq.get(seen.seq) ?? []),
    ];
    const caseId = cases.get(order.journey) ?? order.journey;
    // Ids differ between runs: orders of a case are matched by their position.
    const turn = nth.get(caseId) ?? 0;
    nth.set(caseId, turn + 1);
    const ghost = ghosts.get(caseId)?.[turn]?.marks.map(({ name, atMs }) => ({ name, atMs }));
    return [
      {
        case: caseId,
        ...(ghost && { ghost }),
        ...laneOf(order, { journey: journeys.get(order.journey), profile, about }),
      },
    ];
  });
  const kinds = [...new Set(lanes.flatMap((lane) => troubleOf(lane) ?? []))];
  const rank = (lane: Lane): number => kinds.indexOf(troubleOf(lane) ?? '') >>> 0;
  return lanes.toSorted((a, b) => rank(a) - rank(b));
}

import type { Check } from '../model.ts';
import type { HeapVerdict } from './heap-verdict.ts';
import type { Heap } from './judges.ts';

/** The checks that are known of a heap's journeys by now, taken out of all that are known. */
export function takenOut(further: Map<string, readonly Check[]>, { plan }: Heap): Map<string, readonly Check[]> {
  const taken = new Map<string, readonly Check[]>();
  if (further.size === 0) return taken;
  for (const { id } of plan.journeys) {
    const checks = further.get(id);
    if (checks) taken.set(id, checks);
    further.delete(id);
  }
  return taken;
}

/** A verdict with the checks added that only many journeys together can fail; they are taken out of `further`. */
export function withFurther(verdict: HeapVerdict, further: Map<string, readonly Check[]>): HeapVerdict {
  if (further.size === 0) return verdict;
  const cases = verdict.cases.map((each) => {
    const failed = further.get(each.id);
    if (!failed) return each;
    further.delete(each.id);
    return { ...each, outcome: 'failed' as const, findings: [...each.findings, ...failed] };
  });
  return { ...verdict, cases };
}

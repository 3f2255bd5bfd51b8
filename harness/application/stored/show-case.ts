import { failureTexts } from '../../../reports/console.ts';
import { createTrace } from '../../../reports/terminal/trace.ts';
import { didYouMean } from '../../source/nearest.ts';
import { listed } from '../../source/schema.ts';
import { print, Refusal } from '../say.ts';
import { wantsColour } from '../terminal.ts';
import { rejudge } from './rejudge.ts';

/** Prints what happened in one case of a run, and what is wrong with it. `named` is its id, or a unique part of that. */
export function showCase(folder: string, named: string): void {
  const { input } = rejudge(folder);
  const { plan, record, profile, verdict } = input;
  const ids = plan.journeys.map(({ id }) => id);
  const like = ids.includes(named) ? [named] : ids.filter((id) => id.includes(named));
  const journey = plan.journeys.find(({ id }) => id === like[0]);
  if (!journey || like.length > 1) {
    const message = `${like.length > 1 ? 'more than one' : 'no'} case of the run is named "${named}"`;
    const [why, near] = [listed(like.length > 1 ? like : ids, 5), didYouMean(named, ids)];
    const advice = like.length > 1 ? { why } : { why: `it has ${why}`, ...near };
    throw new Refusal([{ severity: 'error', message, ...advice }]);
  }
  const { id, title, span, attempt, tenant } = journey;
  const trace = createTrace(profile, id);
  const told = record.flatMap((seen) => trace(seen) ?? []);
  const judged = verdict.cases.find((each) => each.id === id || each.id === attempt?.of);
  const ended = judged && `${judged.outcome}${judged.detail === undefined ? '' : `: ${judged.detail}`}`;
  const failures = failureTexts({ ...input, verdict: { ...verdict, cases: judged ? [judged] : [] } }, wantsColour());
  const head = `${id}  ${span.file}:${span.line}\n${title}, by ${tenant}`;
  print([head, ...told, ...failures, ended ?? 'not judged'].join('\n\n'));
}

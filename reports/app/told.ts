import { fromBrief } from '../html/brief.ts';
import { lineAt, valueAt } from '../html/case-line.ts';
import type { Depth, PackedCase, PackedRun } from '../html/packed.ts';
import { type CaseStory, factsOf, storyOf } from '../story/story.ts';

/** A case as its view shows it. */
export interface ToldCase {
  readonly story: CaseStory;
  readonly depth: Depth;
}

/** Joins a case out of its block again with what its findings rest on. */
export type Teller = (packed: PackedCase, place: number) => ToldCase;

/** A teller of the cases of a run. */
export function tellerOf(run: PackedRun): Teller {
  const facts = factsOf(run);
  return (packed, place) => {
    const parts = packed.depth === 'whole' ? packed : unfolded(packed, place, run);
    const seen = packed.depth === 'whole' ? [...packed.moments, ...(packed.beside ?? [])] : parts.moments;
    const bySeq = new Map(seen.flatMap((moment) => seqsOf(moment).map((seq) => [seq, moment] as const)));
    return { depth: packed.depth, story: storyOf(parts, (seq) => bySeq.get(seq), facts) };
  };
}

function unfolded(
  { verdict, after, moments }: Extract<PackedCase, { depth: 'brief' }>,
  place: number,
  { verdict: { startedAt: began }, cases }: PackedRun,
): Pick<CaseStory, 'verdict' | 'moments'> {
  const { id, title, outcome, tookMs } = lineAt(cases, place);
  const startedAt = began + after;
  const known = { id, title, outcome, requirements: valueAt(cases.rows, place) ?? [], startedAt };
  return { verdict: { ...verdict, ...known, endedAt: startedAt + tookMs }, moments: fromBrief(moments, startedAt, id) };
}

function seqsOf(moment: CaseStory['moments'][number]): number[] {
  switch (moment.kind) {
    case 'exchange': {
      const end = moment.response ?? moment.broke;
      return end === undefined ? [moment.request.seq] : [moment.request.seq, end.seq];
    }
    case 'arrival':
      return [moment.delivery.seq];
    case 'wait':
      return [moment.wait.seq];
    case 'leased':
      return [moment.lease.seq];
  }
}

import type { Problem, Verdict } from '../model.ts';

/**
 * Why no certificate may be issued on a verdict; none: it may. A run that is not all there has nothing to be certified.
 * `anyOutcome`: the certificate may say that it is none.
 */
export function whyNoCertificate(
  { outcome, shard, counts }: Verdict,
  { anyOutcome }: { readonly anyOutcome: boolean },
): Problem[] {
  const { cases, rows } = counts;
  const refused = (why: string, fix: string): Problem => ({
    severity: 'error',
    message: 'no certificate can be issued on this run',
    why,
    fix,
  });
  if (outcome === 'incomplete')
    return [refused('it ended before it was done', 'make the run again, or go on with it, to its end')];
  if (shard)
    return [refused(`it is shard ${shard.nth} of ${shard.of}`, 'join all shards with "assay report merge" first')];
  if (anyOutcome) return [];
  const said = 'or let the certificate say so with --any-outcome';
  return [
    ...(outcome === 'not-certified' || outcome === 'failed'
      ? [
          refused(
            `it is not certified: ${cases.failed === 0 ? 'what belongs to no case' : counted(cases.failed, 'case')} failed`,
            'let the certificate say so with --any-outcome',
          ),
        ]
      : []),
    ...(outcome === 'inconclusive'
      ? [refused(`${counted(cases.inconclusive, 'case')} could not be judged`, `give what they lack, ${said}`)]
      : []),
    ...(rows['not-shown'] > 0
      ? [
          refused(
            `${counted(rows['not-shown'], 'requirement')} not looked at`,
            `run all scenarios with "assay certify", ${said}`,
          ),
        ]
      : []),
  ];
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

import type { Plan, Verdict } from '../harness/model.ts';
import { breaches, casesWords, facetWords, hasFailed, metWords, requestsWords, resultOf } from './story/counts.ts';
import type { Fold } from './story/fold.ts';
import { casesOf, type Group, idsIn, titleOf } from './story/groups.ts';
import { waivedCount } from './story/waived.ts';
import { cutTo } from './terminal/columns.ts';
import type { Paint } from './terminal/screen.ts';
import { quote } from './words/shell.ts';
import { brief, count, neutral, thousands } from './words/text.ts';
import { clockWords, moment, spell } from './words/times.ts';
import { buildWords, shardWords } from './words/words.ts';

const MOST_DIGEST = 10;
const MOST_PARTLY = 5;
const MOST_FACETS = 4;
const LEAST_DIGEST = 30;

/** The last block: verdict, what failed in a line each, the sums, and where to look next. */
export function endText(
  folded: Fold,
  failures: readonly Group[],
  paint: Paint,
  { reports, width }: { readonly reports: readonly string[]; readonly width: number },
): string {
  const { verdict } = folded.input;
  const { cases, checks, deliveries } = verdict.counts;
  const ended = { ...verdict, cases };
  const isGood = verdict.outcome === 'certified' || verdict.outcome === 'passed';
  const { word, words } = resultOf(ended);
  const lines = [
    `${paint(hasFailed(ended) ? 'red' : isGood ? 'green' : 'yellow', word.toUpperCase())}  ${words}`,
    `  ${(verdict.side ?? 'gateway').padEnd(9)} ${brief(verdict.target)} at ${brief(verdict.baseUrl)}, ${brief(buildWords(verdict))}, KCI profile ${brief(verdict.profile)}`,
    ...digest(failures, paint, width),
    ...labelled('breaches', brief(breaches(verdict.requirements, verdict.profile)), width),
    ...labelled('met', metWords(verdict.requirements), width),
    ...partlyMet(verdict),
    ...labelled('cases', casesWords(cases, waivedCount(folded.input)), width),
    ...leftOut(folded.input.plan),
    ...labelled(
      'checks',
      `${thousands(checks.passed)} passed, ${thousands(checks.failed)} failed, ${thousands(checks.observed)} observed`,
      width,
    ),
    `  traffic   ${requestsWords(verdict.counts)}, ${count(deliveries, 'webhook delivery', 'webhook deliveries')}`,
    `  run       ${verdict.shard ? `${shardWords(verdict)}, ` : ''}seed ${verdict.seed}, ${moment(verdict.startedAt)}, ${spell(verdict.endedAt - verdict.startedAt)} on its clock`,
    ...(verdict.clock ? [`  clock     the gateway’s is ${clockWords(verdict.clock)}`] : []),
    ...explained(failures),
    ...reports.map((file, at) => `${at === 0 ? '  reports   ' : '            '}${brief(file)}`),
  ];
  return lines.join('\n');
}

/** What the depth of the run did without; promises may be met in part for that. */
function leftOut({ depth = 'standard', leftOut: few = 0 }: Plan): string[] {
  if (few === 0) return [];
  const also = depth === 'quick' ? '; some promises are met in part for that' : '';
  return [`  depth     ${depth}: ${count(few, 'case')} of greater depth left out${also}`];
}

/** Of a run that could have shown all: what was shown in part only. */
function partlyMet({ requirements, scope }: Verdict): string[] {
  if (scope.cases < scope.of) return [];
  const those = requirements.filter(({ outcome }) => outcome === 'partly-met');
  const rest = those.length - MOST_PARTLY;
  return [
    ...those.slice(0, MOST_PARTLY).map((row) => `            ${row.id} ${brief(facetWords(row, MOST_FACETS))}`),
    ...(rest > 0 ? [`            and ${rest} more in part, in the reports`] : []),
  ];
}

/** A list after its label, on as many lines as the width asks for. */
function labelled(label: string, list: string, width: number): string[] {
  const lines: string[] = [];
  for (const piece of list.split(', ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + piece.length + 2 <= width - 12)
      lines[lines.length - 1] = `${last}, ${piece}`;
    else lines.push(piece);
  }
  return lines.map((line, at) => `  ${(at === 0 ? label : '').padEnd(10)}${line}${at < lines.length - 1 ? ',' : ''}`);
}

/** How to learn what a promise means, for whom its id says nothing. */
function explained([group]: readonly Group[]): string[] {
  const id = group?.first.check.requirements[0] ?? group?.first.check.check;
  return id === undefined ? [] : [`  explain   npx assay explain ${quote(neutral(id))}`];
}

/** What failed in how many cases, a line each: the blocks above may have scrolled away. */
function digest(failures: readonly Group[], paint: Paint, width: number): string[] {
  const lines = [...Map.groupBy(failures, digestKey)].map(([key, groups]) => {
    const cases = new Set(groups.flatMap(casesOf)).size;
    return { key, cases, where: cases === 0 ? 'the run' : count(cases, 'case') };
  });
  if (lines.length < 2) return [];
  const shown = lines.slice(0, MOST_DIGEST);
  const widest = Math.max(...shown.map(({ where }) => where.length));
  const rest = lines.length - shown.length;
  return [
    ...shown.map(({ key, where }, at) => {
      const label = at === 0 ? paint('red', 'failed') : '      ';
      return `  ${label}    ${where.padStart(widest)}  ${cutTo(key, Math.max(LEAST_DIGEST, width - widest - 14))}`;
    }),
    ...(rest > 0 ? [`            and ${count(rest, 'more kind')}`] : []),
  ];
}

/** What a line of the digest says: promises and kind. */
function digestKey(group: Group): string {
  return `${brief(idsIn(group))}  ${brief(titleOf(group))}`;
}

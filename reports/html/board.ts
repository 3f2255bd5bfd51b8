import type { BoardCell, Verdict } from '../../harness/model.ts';
import { clip, count } from '../../harness/words/text.ts';
import type { Since, UnderLoad } from '../input.ts';
import { checkWordsOf } from '../story/cause.ts';
import { opening, type Whose, whoseOf } from '../story/describe.ts';
import { causeIn, fixOf, spoken } from '../story/fix.ts';
import { breachedRows, casesInGroup, type FindingGroup, idsIn, titleOf } from '../story/groups.ts';
import { sentenceView } from './parts.ts';
import { type Content, type View, view } from './view.ts';

/** The qualities of each part of the service, in the words of the board's head. */
const QUALITIES: Readonly<Record<BoardCell['quality'], readonly [name: string, meaning: string]>> = {
  correct: ['Correct', 'what was shown was right'],
  complete: ['Complete', 'all that is promised was shown, and nothing of it failed to come'],
  'on-time': ['On time', 'what is promised about time was kept'],
  isolated: ['Isolated', 'tenants are kept apart'],
};

const OUTCOMES: Readonly<Record<BoardCell['outcome'], string>> = {
  safe: 'Safe',
  blocked: 'Blocked',
  unproven: 'Unproven',
  'not-applicable': '–',
};

/** The groups of failures of a run, each with the anchor of its card. */
export interface Blocking {
  readonly failures: readonly FindingGroup[];
  readonly waived: readonly FindingGroup[];
}

/** Each part of the service by what a go-live requires: safe, blocked and by what, or unproven and for lack of what. */
export function board(
  { board: cells, side }: Pick<Verdict, 'board' | 'side'>,
  blocking: Blocking,
  underLoad: readonly UnderLoad[] = [],
): View | false {
  if (cells.length === 0) return false;
  const lines = [...Map.groupBy(cells, ({ tag }) => tag)];
  return view`<table class="board" id="board">
    <caption>May it go live?</caption>
    <thead><tr><th scope="col">Part</th>${Object.values(QUALITIES).map(
      ([name, meaning]) => view`<th scope="col" title=${meaning}>${name}</th>`,
    )}${side !== 'client' && view`<th scope="col" title="a run of cases does not press the gateway: a load does">Under load</th>`}</tr></thead>
    <tbody>${lines.map(
      ([tag, its]) => view`<tr><th scope="row">${tag}</th>
        ${its.map((cell) => view`<td class=${cell.outcome}>${cellWords(cell, blocking)}</td>`)}
        ${side !== 'client' && loadView(underLoad.find((each) => each.tag === tag))}</tr>`,
    )}</tbody>
  </table>`;
}

function loadView(load: UnderLoad | undefined): View {
  const { outcome, traffic, why } = load ?? { outcome: 'unproven' };
  const words = why === undefined ? (traffic ?? (load ? '' : 'no load')) : `${traffic}: ${why}`;
  return view`<td class=${outcome}><span>${OUTCOMES[outcome]}</span> <small>${words}</small></td>`;
}

function cellWords(cell: BoardCell, { failures, waived }: Blocking): Content {
  const { outcome, shown, of } = cell;
  const word = OUTCOMES[outcome];
  switch (outcome) {
    case 'not-applicable':
      return view`<span title="nothing is promised of it">${word}</span>`;
    case 'blocked': {
      const open = failures.filter((group) => isOf(cell, group));
      const [first] = open;
      if (first === undefined) return view`<a href="#waived">${word}</a> <small>${ownersOf(cell, waived)}</small>`;
      return view`<a href=${`#failure-${failures.indexOf(first) + 1}`}>${word}</a> <small>${count(open.length, 'cause')}</small>`;
    }
    case 'unproven':
      return view`<a href="#promises" data-filter=${`outcome=${shown === 0 ? 'not-shown' : 'partly-met'}`}>${word}</a> <small>${shown} of ${of}</small>`;
    case 'safe':
      return view`<span>${word}</span> ${cell.quality !== 'correct' && view`<small>${of} of ${of}</small>`}`;
  }
}

/** Whether a group of failures is among those that block a cell. */
function isOf({ checks, rows }: BoardCell, { all }: FindingGroup): boolean {
  return all.some(
    ({ check }) =>
      checks.includes(check.check) &&
      (check.requirements.length === 0 || check.requirements.some((id) => rows.includes(id))),
  );
}

function ownersOf(cell: BoardCell, waived: readonly FindingGroup[]): string {
  const owners = waived
    .filter((group) => isOf(cell, group))
    .flatMap(({ all }) => all.flatMap(({ waiver }) => waiver ?? []));
  return [...new Set(owners.map(({ owner, expires }) => `waived by ${owner} until ${expires}`))].join(', ');
}

/** What must be fixed before the go-live, with the consequences for users; what affects most cases comes first. */
export function causes(failures: readonly FindingGroup[], verdict: Verdict, since?: Since): View {
  if (failures.length === 0)
    return view`<section class="causes none"><h2><a href="#failures">Nothing failed</a></h2>${fixedSince(since)}</section>`;
  const rest = failures.length - MAX_CAUSES;
  return view`<section class="causes">
    <h2><a href="#failures">To go live, fix ${failures.length === 1 ? 'this' : `these ${count(failures.length, 'cause')}`}</a></h2>
    <ol>${failures.slice(0, MAX_CAUSES).map((group, i) => causeLine(group, i, verdict, since))}</ol>
    ${rest > 0 && view`<p class="quiet"><a href="#failures">and ${count(rest, 'more cause')}</a></p>`}
    ${fixedSince(since)}
  </section>`;
}

function fixedSince(since: Since | undefined): View | false {
  const fixed = since?.fixed ?? [];
  return (
    fixed.length > 0 &&
    view`<p class="quiet">Fixed since ${since?.run}: ${fixed.slice(0, MAX_CAUSES).map(spoken).join('; ')}${fixed.length > MAX_CAUSES && ` and ${fixed.length - MAX_CAUSES} more`}.</p>`
  );
}

const MAX_CAUSES = 5;

const BROKEN: Readonly<Record<Whose, string>> = {
  specification: 'the specification',
  profile: 'the KCI profile',
  agreement: 'what was agreed',
  nobody: 'nothing that is promised',
};

function causeLine(group: FindingGroup, nth: number, verdict: Verdict, since?: Since): View {
  const { check, finding } = group.first;
  const title = clip(opening(titleOf(group), finding), 160);
  const cases = casesInGroup(group).length;
  const isNew = since?.new.includes(causeIn(verdict, group)?.kind ?? '');
  const mending = fixOf(group, { verdict });
  const [row] = breachedRows(group);
  const broken = check.isAuthors ? 'what a scenario asks' : row && BROKEN[whoseOf(row)];
  return view`<li><a href=${`#failure-${nth + 1}`}>${sentenceView(title)}</a>
    ${isNew && view`<b>New</b> <span class="quiet">since ${since?.run}</span>`}
    <p>${checkWordsOf(group)?.consequence}</p>
    <p class="quiet">${idsIn(group)} · ${cases === 0 ? 'the run as a whole' : count(cases, 'case')}${broken && ` · breaks ${broken}`}${mending && ` · once fixed, ${mending.words}`}</p></li>`;
}

import { rowsNamedBy } from '../contract/register.ts';
import type { BoardCell, Check, Contract, Requirement, RowVerdict, Verb } from '../model.ts';

type Quality = BoardCell['quality'];

/** In the order in which the board shows them. */
const QUALITIES: readonly Quality[] = ['correct', 'complete', 'on-time', 'isolated'];

/** The part for failures that belong to no part of the service. */
const OTHER = 'Other';

interface BoardEvidence {
  shown: number;
  of: number;
  readonly checks: Set<string>;
  readonly rows: Set<string>;
}

/**
 * The board: each part of the service by each quality. Facets of rows tell what was shown, failed checks what blocks. A
 * failed check belongs to the parts of the rows that it breaks; if there are none, or the first row is the operation's
 * own, to the operation that it rests on (`verbOf`). Failures that follow from another one and have no part are left out.
 */
export function boardOf(
  contract: Contract,
  rows: readonly RowVerdict[],
  failed: readonly Check[],
  verbOf: (check: Check) => Verb | undefined,
): readonly BoardCell[] {
  const { operations, register } = contract;
  const tagOf = (verb: Verb): string => operations[verb]?.tag ?? verb;
  const known = contract.tags ?? [...new Set(Object.keys(operations).map(tagOf))];
  const naming = tagsByRow(contract, tagOf);
  const byId = new Map(register.map((row) => [row.id, row]));
  const cells = new Map<string, BoardEvidence>();
  const cell = (tag: string, quality: Quality): BoardEvidence => {
    const key = `${quality} ${tag}`;
    const found = cells.get(key) ?? { shown: 0, of: 0, checks: new Set(), rows: new Set() };
    cells.set(key, found);
    return found;
  };

  for (const { id, facets, outcome } of rows) {
    const row = byId.get(id);
    if (!row || !isOwed(outcome)) continue;
    for (const [i, facet] of facets.entries()) {
      const verb = row.facets[i]?.of.verb;
      const tags = row.tag ? [row.tag] : verb === undefined ? (naming.get(id) ?? []) : [tagOf(verb)];
      for (const tag of tags) {
        const its = cell(tag, row.quality ?? 'correct');
        its.of += 1;
        if (facet.outcome !== 'not-shown') its.shown += 1;
      }
    }
  }
  for (const check of failed) {
    const broken = rowsBroken(check, byId, register);
    const verb = verbOf(check);
    const parts = new Set(broken.flatMap(({ tag }) => tag ?? []));
    // A failure without a part that follows from another failure blocks only the other's part.
    if (parts.size === 0 && verb === undefined && isFollowing(check)) continue;
    const own = verb === undefined ? OTHER : tagOf(verb);
    // The first row that it breaks says what it is about; other rows may be about requests on the way.
    const [first] = broken;
    const isOwn = first !== undefined && first.tag === undefined && naming.get(first.id)?.includes(own);
    const tags = isOwn || parts.size === 0 ? new Set([own]) : parts;
    const [quality = 'correct'] = broken.flatMap((row) => (isOwn && row.tag !== undefined ? [] : (row.quality ?? [])));
    for (const tag of tags) {
      const its = cell(tag, quality);
      its.checks.add(check.check);
      for (const { id } of broken) its.rows.add(id);
    }
  }
  const isOther = QUALITIES.some((quality) => cells.has(`${quality} ${OTHER}`));
  const tags = isOther ? [...known, OTHER] : known;
  return tags.flatMap((tag) => QUALITIES.map((quality) => settled(tag, quality, (of) => cells.get(`${of} ${tag}`))));
}

function isFollowing({ result }: Check): boolean {
  return result.outcome === 'failed' && result.finding.because !== undefined;
}

function settled(tag: string, quality: Quality, found: (quality: Quality) => BoardEvidence | undefined): BoardCell {
  const own = found(quality) ?? NOTHING;
  // Completeness asks for all facets of correctness, too.
  const asked = quality === 'complete' ? [own, found('correct') ?? NOTHING] : [own];
  const shown = asked.reduce((sum, each) => sum + each.shown, 0);
  const of = asked.reduce((sum, each) => sum + each.of, 0);
  const isShown = quality === 'correct' ? shown * 2 >= of : shown === of;
  const outcome = own.checks.size > 0 ? 'blocked' : of === 0 ? 'not-applicable' : isShown ? 'safe' : 'unproven';
  return { tag, quality, outcome, shown, of, checks: [...own.checks], rows: [...own.rows] };
}

const NOTHING: BoardEvidence = { shown: 0, of: 0, checks: new Set(), rows: new Set() };

/** Whether a gateway can be held to a row in this run. */
function isOwed(outcome: RowVerdict['outcome']): boolean {
  return outcome !== 'silent' && outcome !== 'observed' && outcome !== 'excluded' && outcome !== 'not-applicable';
}

/** The rows that a failed check breaks. If it names none, as when an author asks for more, the rows that name the check. */
function rowsBroken(
  { check, requirements }: Check,
  byId: ReadonlyMap<string, Requirement>,
  register: readonly Requirement[],
): readonly Requirement[] {
  if (requirements.length > 0) return requirements.flatMap((id) => byId.get(id) ?? []);
  return register.filter(({ checks = [], level }) => level !== 'silent' && checks.includes(check));
}

function tagsByRow({ operations }: Contract, tagOf: (verb: Verb) => string): ReadonlyMap<string, readonly string[]> {
  const tags = new Map<string, readonly string[]>();
  for (const operation of Object.values(operations)) {
    for (const row of rowsNamedBy(operation))
      tags.set(row, [...new Set([...(tags.get(row) ?? []), tagOf(operation.verb)])]);
  }
  return tags;
}

import type {
  Defect,
  Expectation,
  Operation,
  RequestTemplate,
  Scenario,
  ScenarioMatrix,
  ScenarioMatrixRow,
} from '../model.ts';
import { slugOf } from '../values/slug.ts';
import { refusalFor } from '../wire/answer.ts';
import { DEFECTS, defectWords } from '../wire/defect.ts';
import { amountsTo, defectsOf } from './defects.ts';
import { type FillTemplate, filled } from './expectation.ts';

/** One way to make a valid request wrong, and what the gateway owes for it. */
export interface Negative {
  /** Unique within its step, and unchanged when others are added: `omit:/body/orderType`, `no-such-order`. */
  readonly label: string;
  /** What is wrong, in words. */
  readonly words: string;
  /** The defects to try one after another, each with what is owed: the wrong values of one place, or of many. */
  readonly tries: readonly Try[];
}

/** One faulty request and what is owed for it. */
interface Try {
  readonly defect: Defect;
  readonly owed: Expectation;
}

/** The negatives of a matrix, and its problems. */
export interface Negatives {
  readonly negatives: readonly Negative[];
  /** Derived defects for which the contract owes no answer: `omit:/body/hazards`. */
  readonly unanswered: readonly string[];
  /** Written rows without `expect` for which the contract owes no answer either. */
  readonly unexpected: readonly ScenarioMatrixRow[];
  /** Written rows with the title of an earlier one. */
  readonly sameTitle: readonly ScenarioMatrixRow[];
}

/** The negatives of a matrix for this request. An `http` request has only written rows. */
export function negativesOf(
  matrix: ScenarioMatrix,
  operation: Operation | undefined,
  request: RequestTemplate,
  { covers, isOwn }: Pick<Scenario, 'covers' | 'isOwn'>,
): Negatives {
  const ruleFor = (defect: Defect) =>
    operation && refusalFor(operation, amountsTo(defect, operation, request), request.body);
  const unanswered: string[] = [];
  const isWanted = ({ at }: Defect): boolean =>
    matrix.at?.some((place) => at === place || at.startsWith(`${place}/`)) ?? true;
  const derived = operation ? defectsOf([...new Set(matrix.derive)], operation, request).filter(isWanted) : [];
  const tries = derived.flatMap((defect): Try[] => {
    const rule = ruleFor(defect);
    if (!rule) unanswered.push(`${defect.kind}:${defect.at}`);
    return rule ? [{ defect, owed: { answers: rule.answers, requirements: [rule.requirement] } }] : [];
  });
  const made = matrix.cases === 'kind' ? byKind(tries) : grouped(tries, placeOf);
  const negatives = new Map(made.map((each) => [each.label, each]));
  const unexpected: ScenarioMatrixRow[] = [];
  const sameTitle: ScenarioMatrixRow[] = [];
  for (const row of matrix.rows) {
    const rule = ruleFor(row.defect);
    const answers = row.expect?.answers ?? rule?.answers;
    // An author's expectation where the spec is silent, or for a value of their own, rests on the scenario's claims.
    const isOpen = row.defect.kind === 'set' || rule?.answers.length === 0;
    const isClaimed = !rule || (row.expect?.answers !== undefined && isOpen);
    const isAuthors = isOwn === true && row.expect?.answers !== undefined;
    const requirements = isAuthors ? [] : (row.expect?.requirements ?? (isClaimed ? covers : [rule.requirement]));
    const label = slugOf(row.title);
    if (answers === undefined) unexpected.push(row);
    else if (negatives.has(label)) sameTitle.push(row);
    else
      negatives.set(label, {
        label,
        words: row.title,
        tries: [
          {
            defect: row.defect,
            owed: { ...row.expect, answers, requirements, ...(isAuthors ? { isAuthors: true as const } : {}) },
          },
        ],
      });
  }
  return { negatives: [...negatives.values()], unanswered: [...new Set(unanswered)], unexpected, sameTitle };
}

/** One negative for each kind of defect, with all its places. */
export function byKind(tries: readonly Try[]): Negative[] {
  return grouped(tries.filter(isOwed), ({ defect }) => defect.kind);
}

/** One negative that tries the first value of every defect at every place. */
export function onceEach(tries: readonly Try[]): Negative[] {
  const first = [...Map.groupBy(tries.filter(isOwed), placeOf).values()].flatMap(([one]) => one ?? []);
  return first.length === 0 ? [] : [{ label: 'each', words: 'with one fault after the other', tries: first }];
}

/** Only refusals: a request that may be accepted could use up what later tries need. */
function isOwed({ owed }: Try): boolean {
  return !owed.answers.every(({ status }) => status.startsWith('2'));
}

function placeOf({ defect: { kind, at } }: Try): string {
  return `${kind}:${anElement(at)}`;
}

function grouped(all: readonly Try[], labelOf: (one: Try) => string): Negative[] {
  return [...Map.groupBy(all, labelOf)].map(([label, tries]) => {
    const places = new Set(tries.map(({ defect }) => anElement(defect.at)));
    return { label, words: wordsOf(tries[0]?.defect.kind ?? 'set', places), tries };
  });
}

/** What a faulty request's answer must be, with known values filled into its shapes. */
export function owedFor({ owed }: Try, fill: FillTemplate): Expectation {
  return filled(owed, owed.answers, fill);
}

/** A place with index 0 in its lists, to stand for all their elements. */
function anElement(at: string): string {
  return at.replace(/\/\d+(?=\/|$)/g, '/0');
}

function wordsOf(kind: Defect['kind'], [at = '', ...others]: Iterable<string>): string {
  if (others.length > 0)
    return `${DEFECTS[kind]} one ${at.startsWith('/headers/') ? 'header' : 'member'} after the other`;
  return defectWords({ kind, at });
}

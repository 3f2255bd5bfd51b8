import type {
  Defect,
  Expectation,
  Operation,
  RequestTemplate,
  Scenario,
  ScenarioMatrixRow,
  ScenarioStep,
} from '../model.ts';
import { slugOf } from '../values/slug.ts';
import { refusalFor } from '../wire/answer.ts';
import { DEFECTS, defectWords } from '../wire/defect.ts';
import { amountsTo, defectsOf } from './defects.ts';
import { type Fill, filled } from './expectation.ts';

/** One way to spoil a valid request, and what the gateway owes for it. */
export interface Negative {
  /** Names it among those of its step, and stays the same when others are added: `omit:/body/orderType`, `no-such-order`. */
  readonly label: string;
  /** What is wrong, in words. */
  readonly words: string;
  /** What is put in, one after the other, each with what is owed for it: the wrong values of a place, or of many. */
  readonly tries: readonly Try[];
}

/** One faulty request, and what is owed for it. */
interface Try {
  readonly defect: Defect;
  readonly owed: Expectation;
}

/** The negatives of a matrix, and what could not be made into one. */
export interface Negatives {
  readonly negatives: readonly Negative[];
  /** Derived defects for which the contract has no answer: `omit:/body/hazards`. */
  readonly unanswered: readonly string[];
  /** Written rows without `expect` for which the contract has none either. */
  readonly unexpected: readonly ScenarioMatrixRow[];
  /** Written rows whose title an earlier one has. */
  readonly sameTitle: readonly ScenarioMatrixRow[];
}

type Matrix = NonNullable<ScenarioStep['matrix']>;

/** Turns a matrix into negatives of this request. A request that no verb made (`http`) has only written rows. */
export function negativesOf(
  matrix: Matrix,
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
    // What an author says is owed although the spec is silent, or of a value of their own, rests on the scenario's claims.
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

/** One negative for each kind of defect, which takes it to all of its places. */
export function byKind(tries: readonly Try[]): Negative[] {
  return grouped(tries.filter(isOwed), ({ defect }) => defect.kind);
}

/** One negative that takes each kind of defect to each of its places, with the first of its values. */
export function onceEach(tries: readonly Try[]): Negative[] {
  const first = [...Map.groupBy(tries.filter(isOwed), placeOf).values()].flatMap(([one]) => one ?? []);
  return first.length === 0 ? [] : [{ label: 'each', words: 'with one fault after the other', tries: first }];
}

/** What may rightly be accepted could take what later tries need. */
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

/** What a negative request's answer must be, with what is known of its shapes put in. */
export function owedFor({ owed }: Try, fill: Fill): Expectation {
  return filled(owed, owed.answers, fill);
}

/** A place of which the first element of its lists stands for all. */
function anElement(at: string): string {
  return at.replace(/\/\d+(?=\/|$)/g, '/0');
}

function wordsOf(kind: Defect['kind'], [at = '', ...others]: Iterable<string>): string {
  if (others.length > 0)
    return `${DEFECTS[kind]} one ${at.startsWith('/headers/') ? 'header' : 'member'} after the other`;
  return defectWords({ kind, at });
}

import type {
  Defect,
  Expectation,
  Operation,
  RequestTemplate,
  Scenario,
  ScenarioMatrixRow,
  ScenarioStep,
} from '../model.ts';
import { refusalFor } from '../refusal.ts';
import { amountsTo, defectsOf } from './defects.ts';
import { type Fill, filled } from './expectation.ts';

/** One way to spoil a valid request, and what the gateway owes for it. */
export interface Negative {
  /** Names it among those of its step, and stays the same when others are added: `omit:/body/orderType`, `no-such-order`. */
  readonly label: string;
  /** What is wrong, in words. */
  readonly words: string;
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
  const derived = operation ? defectsOf(matrix.derive, operation, request) : [];
  const negatives = new Map<string, Negative>();
  const unanswered: string[] = [];
  for (const defect of derived) {
    const label = `${defect.kind}:${defect.at}`;
    const rule = ruleFor(defect);
    if (!rule) unanswered.push(label);
    else
      negatives.set(label, {
        label,
        words: wordsOf(defect),
        defect,
        owed: { answers: rule.answers, requirements: [rule.requirement] },
      });
  }
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
        defect: row.defect,
        owed: { ...row.expect, answers, requirements, ...(isAuthors ? { isAuthors: true as const } : {}) },
      });
  }
  return { negatives: [...negatives.values()], unanswered, unexpected, sameTitle };
}

/** What a negative request's answer must be, with what is known of its shapes put in. */
export function owedFor({ owed }: Negative, fill: Fill): Expectation {
  return filled(owed, owed.answers, fill);
}

/** A title as a part of a case id. */
export function slugOf(title: string): string {
  return title
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const WORDS: Readonly<Record<Defect['kind'], string>> = {
  omit: 'without',
  null: 'with null for',
  empty: 'with an empty',
  'wrong-type': 'with a wrong type of',
  'not-in-enum': 'with an unknown value of',
  'not-a-date': 'with a word for the date',
  'malformed-json': 'with malformed JSON in',
  'truncated-json': 'with JSON cut off in',
  'wrong-content-type': 'with a wrong',
  'array-for-object': 'with a list for',
  'not-encoded': 'without URL encoding of',
  'doubly-encoded': 'with double URL encoding of',
  'no-header': 'without',
  'empty-header': 'with an empty',
  'no-bearer': 'without a token in',
  'bad-token': 'with an unknown token in',
  'bad-credentials': 'with wrong credentials in',
  set: 'with another',
};

function wordsOf({ kind, at }: Defect): string {
  return `${WORDS[kind]} ${at.slice(1).replace(/^headers\//, 'header ')}`;
}

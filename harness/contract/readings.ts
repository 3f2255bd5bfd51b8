import { formatAnswers, parseAnswers } from '../answer.ts';
import type { Answer, Contract, Operation, Problem, RefusalRule, Requirement, Target } from '../model.ts';
import { nearest } from '../source/nearest.ts';
import { listed } from '../source/schema.ts';

type Readings = Target['readings'];

/**
 * The contract as a tenant and its gateway have agreed to read it. A silent row with a reading is owed like one of the
 * KCI profile; of the answers that the specification leaves open for a refusal, or where it names none, the agreed one
 * alone is right.
 */
export function underReadings(contract: Contract, readings: Readings): Contract {
  if (Object.keys(readings).length === 0) return contract;
  const register = contract.register.map((row) => {
    const reading = readings[row.id];
    if (reading === undefined || row.level !== 'silent') return row;
    return { ...row, level: 'assumed' as const, assumption: `agreed with the target: ${reading}` };
  });
  const operations = Object.fromEntries(
    Object.entries(contract.operations).map(([verb, operation]): [string, Operation] => [
      verb,
      { ...operation, refusals: operation.refusals.map((rule) => readAs(rule, readings)) },
    ]),
  ) as Contract['operations'];
  return { ...contract, register, operations };
}

function readAs(rule: RefusalRule, readings: Readings): RefusalRule {
  const answers = parseAnswers(readings[rule.requirement] ?? '');
  return answers && isOpen(rule) && allows(rule, answers) ? { ...rule, answers } : rule;
}

/** Readings of rows that the register does not have or that leave nothing open, and answers that are none of those left open. */
export function unknownReadings({ target, readings }: Target, { operations, register }: Contract): Problem[] {
  const rules = Object.values(operations).flatMap(({ refusals }) => refusals);
  const answerable = new Set(rules.filter(isOpen).map(({ requirement }) => requirement));
  const open = register.filter((row) => answerable.has(row.id) || isLookedAt(row)).map(({ id }) => id);
  const problem = (message: string, why: string, like?: string): Problem => ({
    severity: 'error',
    message: `target "${target}", readings: ${message}`,
    why,
    ...(like === undefined ? {} : { fix: `did you mean "${like}"?` }),
  });
  return Object.entries(readings).flatMap(([row, reading]): Problem[] => {
    if (!open.includes(row)) {
      const isRow = register.some(({ id }) => id === row);
      const message = isRow ? `row ${row} leaves nothing to be agreed on` : `unknown row "${row}"`;
      return [problem(message, `open are ${listed(open, open.length)}`, isRow ? undefined : nearest(row, open))];
    }
    if (!answerable.has(row)) return [];
    const answers = parseAnswers(reading);
    if (!answers) return [problem(`"${reading}" is no answer`, 'an answer is written 422 INVALID_REQUEST')];
    const about = rules.filter((rule) => rule.requirement === row && isOpen(rule));
    if (about.some((rule) => allows(rule, answers))) return [];
    const allowed = [...new Set(about.map((rule) => formatAnswers(rule.answers)))];
    return [problem(`${row} cannot be read as ${reading}`, `the specification allows ${allowed.join(', or ')}`)];
  });
}

const isOpen = ({ answers }: RefusalRule): boolean => answers.length !== 1;

/** A silent row of which a check could say whether it is kept. */
const isLookedAt = ({ level, checks = [] }: Requirement): boolean => level === 'silent' && checks.length > 0;

function allows(rule: RefusalRule, answers: readonly Answer[]): boolean {
  if (rule.answers.length === 0) return true;
  return answers.every((one) => rule.answers.some(({ status, code }) => one.status === status && one.code === code));
}

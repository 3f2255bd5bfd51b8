import { asksToRetryLater } from '../../wire/answer.ts';
import { errorCodeOf } from '../../wire/answer-body.ts';
import { answers, failed, observed, ofExchange, passed, passUnless } from '../check.ts';

/**
 * `error.code`: the code is one that the error table pairs with the status. Spec: Errors; Authentication 5. Statuses
 * the tables do not name (409 among them) may carry any code.
 */
export const errorCode = answers((answer, { contract }) => {
  const { response, operation, sent, json } = answer;
  const status = String(response.status);
  // Gateway and token endpoint have one table each; the row of the operation's response tells which one applies.
  const row = operation.responses[status]?.requirement;
  const rules = contract.errors.filter((rule) => rule.status === status && rule.requirement === row);
  const code = errorCodeOf(json);
  if (rules.length === 0 || code === undefined) return [];
  const owed = rules.map((rule) => `${rule.status} ${rule.code}`);
  const fact = { is: 'wrong-code', verb: sent.verb, status, code, owed } as const;
  const isRight = rules.some((rule) => rule.code === code);
  // OAuth has further codes for a faulty form of a token request, and the spec does not say what such a request must hold.
  if (!isRight && operation.auth === 'basic' && answer.step?.expect.answers.length === 0)
    return [observed(ofExchange('error.code', answer), fact)];
  const rows = rules.map(({ requirement }) => requirement);
  return passUnless(ofExchange('error.code', answer, rows), !isRight && fact);
});

/** `error.listed`: the error table has this error. The spec does not say that the table is complete (SIL-35). */
export const errorListed = answers((answer, { contract }) => {
  const { operation, response, sent } = answer;
  // Rate limits are not shown in answers, and are not in the table (LIM-01).
  if (response.status < 400 || asksToRetryLater(response)) return [];
  const status = String(response.status);
  const isListed = operation.responses[status] !== undefined || operation.conflicts?.[status] !== undefined;
  const subject = ofExchange('error.listed', answer);
  if (isListed) return [passed(subject)];
  const listed = [...new Set(contract.errors.map((rule) => rule.status))];
  return [failed(subject, { is: 'unlisted-error', verb: sent.verb, status, listed })];
});

import type { Check } from '../../model.ts';
import { getAt } from '../../values/pointer.ts';
import { errorCodeOf } from '../../wire/answer.ts';
import { answers, failed, type JudgeContext, observed, ofExchange, ofRun, passed, quote, verdictOn } from '../check.ts';
import { isAnswer, isTurnedAway } from '../exchange.ts';
import { ERROR_UUID } from '../places.ts';

/**
 * `error.code`: the code is one that the error table pairs with the status. Spec: Errors; Authentication 5. Statuses
 * the tables do not name (409 among them) may carry any code.
 */
export const errorCode = answers((answer, { contract }) => {
  const { response, operation, sent, json } = answer;
  // The gateway and the token endpoint have a table each; a row of the operation's own response tells which is meant.
  const row = operation.responses[String(response.status)]?.requirement;
  const owed = contract.errors.filter((rule) => rule.status === String(response.status) && rule.requirement === row);
  const code = errorCodeOf(json);
  if (owed.length === 0 || code === undefined) return [];
  const finding = {
    summary: `${sent.verb} answered ${response.status} with the code ${quote(code)}`,
    kind: `an error ${response.status} has another code than goes with it`,
    expected: owed.map((rule) => `${rule.status} ${rule.code}`).join(' | '),
    actual: `${response.status} ${code}`,
  };
  const isRight = owed.some((rule) => rule.code === code);
  // OAuth has further codes for what the form of a token request may lack, and the spec does not say what it holds.
  if (!isRight && operation.auth === 'basic' && answer.step?.expect.answers.length === 0) {
    return [observed(ofExchange('error.code', answer), finding)];
  }
  const subject = ofExchange(
    'error.code',
    answer,
    owed.map(({ requirement }) => requirement),
  );
  return verdictOn(subject, isRight ? [] : [finding]);
});

/** `error.listed`: an error is one of the table. The spec does not say that the table is complete (SIL-35). */
export const errorListed = answers((answer, { contract }) => {
  const { operation, response } = answer;
  // Limits of the rate are not shown, and no part of the table (LIM-01).
  if (response.status < 400 || isTurnedAway(response)) return [];
  const status = String(response.status);
  const isListed = operation.responses[status] !== undefined || operation.conflicts?.[status] !== undefined;
  const finding = {
    kind: 'an error is none of the table',
    summary: `${answer.sent.verb} answered ${response.status}, which is none of the listed errors`,
    expected: [...new Set(contract.errors.map(({ status }) => status))].join(', '),
    actual: status,
  };
  return verdictOn(ofExchange('error.listed', answer), isListed ? [] : [finding]);
});

/** `error.uuid-unique`: no two errors share a uuid, as UUIDs are intended (RFC 9562); the spec does not ask for it (STD-07). */
export function errorUuidUnique({ history }: JudgeContext): Check[] {
  const errors = history.exchanges.filter(isAnswer).flatMap((answer) => {
    const uuid = answer.json === undefined ? undefined : getAt(answer.json, ERROR_UUID);
    return answer.response.status >= 400 && typeof uuid === 'string' ? [{ seq: answer.response.seq, uuid }] : [];
  });
  const seen = new Set<string>();
  const repeats = errors.filter(({ uuid }) => seen.has(uuid) || !seen.add(uuid));
  if (errors.length < 2) return [];
  if (repeats.length === 0) return [passed(ofRun('error.uuid-unique', errors[0]?.seq ?? 0))];
  return repeats.slice(0, 1).map(({ seq, uuid }) =>
    failed(ofRun('error.uuid-unique', seq), {
      kind: 'errors repeat the uuid of another',
      summary: `${repeats.length} of ${errors.length} errors repeat the uuid of another`,
      expected: 'a uuid of its own for each error',
      actual: quote(uuid),
      pointer: ERROR_UUID,
    }),
  );
}

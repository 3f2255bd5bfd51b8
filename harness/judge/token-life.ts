import type { Json } from '../model.ts';
import { getAt } from '../values/pointer.ts';
import { isStatus } from '../wire/answer.ts';
import { tokenOf } from '../wire/answer-body.ts';
import { headerOf } from '../wire/wire.ts';
import { type Exchange, isAccepted } from './exchange.ts';
import { EXPIRES_IN } from './member-names.ts';

/** How long a granted token lives, in ms; undefined if the answer does not say. */
export function lifeOf(json: Json | undefined): number | undefined {
  const seconds = json === undefined ? undefined : getAt(json, EXPIRES_IN);
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}

/**
 * Whether a token was granted for all journeys of a tenant: to the runner itself, or to the client whose traffic was
 * recorded.
 */
export function isGrantToRunner(exchange: Exchange): boolean {
  const isForAll = exchange.sent.journey === '' || exchange.step?.isShared === true;
  return exchange.operation?.auth === 'basic' && isForAll && isAccepted(exchange);
}

/** Whether the request, as planned, gives no reason for a 401. */
export function usesOwnToken({ step }: Exchange): boolean {
  if (step?.request.auth !== 'bearer' || step.steer?.fault) return false;
  const { credentials, defect } = step.request;
  const { answers } = step.expect;
  return !credentials && !defect && answers.length > 0 && !answers.some(({ status }) => isStatus(status, 401));
}

/**
 * Whether the token of a request, the runner's or the journey's own, had expired when the request was answered: then 401 is
 * right.
 */
export function hasTokenRunOut({ sent, response, step }: Exchange, exchanges: readonly Exchange[]): boolean {
  if (response?.status !== 401 || step?.request.auth !== 'bearer') return false;
  const shown = headerOf(sent.headers, 'authorization');
  const isIts = (each: Exchange): boolean =>
    step.request.credentials
      ? isAccepted(each) && each.operation?.auth === 'basic' && shown === `Bearer ${tokenOf(each.json)?.text}`
      : isGrantToRunner(each) && each.sent.tenant === sent.tenant;
  const granted = exchanges.findLast((each) => each.sent.at <= sent.at && isIts(each));
  const lifeMs = lifeOf(granted?.json);
  return granted !== undefined && lifeMs !== undefined && response.at >= granted.sent.at + lifeMs;
}

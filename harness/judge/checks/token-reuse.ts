import { isStatus } from '../../answer.ts';
import type { Check } from '../../model.ts';
import { getAt } from '../../pointer.ts';
import { failed, type JudgeContext, ofExchange, passed } from '../check.ts';
import { type Exchange, isAccepted, isAnswer } from '../exchange.ts';
import { EXPIRES_IN } from '../places.ts';

/**
 * `token.reuse`: a token is taken until it expires. Spec: Authentication 3, `expires_in`, "Validity in seconds". Looks
 * at the tokens that the runner got for itself and at the requests it sent with them.
 */
export function tokenReuse({ history }: JudgeContext): Check[] {
  const lives = new Map<string, { readonly from: number; readonly until: number }>();
  return history.exchanges.flatMap((exchange): Check[] => {
    const { sent, response, operation, json } = exchange;
    if (operation?.auth === 'basic') {
      const seconds = json === undefined ? undefined : getAt(json, EXPIRES_IN);
      if (sent.journey === '' && isAccepted(exchange) && typeof seconds === 'number') {
        lives.set(sent.tenant, { from: sent.at, until: sent.at + seconds * 1000 });
      }
      return [];
    }
    const life = lives.get(sent.tenant);
    if (!life || !response || !usesOwnToken(exchange) || !isAnswer(exchange)) return [];
    // A token renewed while the request was under way is another's to judge.
    if (response.at >= life.until) return [];
    const subject = ofExchange('token.reuse', exchange);
    if (response.status !== 401) return sent.at > life.from ? [passed(subject)] : [];
    return [
      failed(subject, {
        summary: `${sent.verb} answered 401 to a token with ${Math.round((life.until - sent.at) / 1000)} seconds to live`,
        expected: `the token is taken until ${new Date(life.until).toISOString()}`,
        actual: `401 at ${new Date(response.at).toISOString()}`,
      }),
    ];
  });
}

/** Whether nothing about the request, as planned, is a reason for a 401. */
function usesOwnToken({ step }: Exchange): boolean {
  if (step?.request.auth !== 'bearer' || step.steer?.fault) return false;
  const { credentials, defect } = step.request;
  const { answers } = step.expect;
  return !credentials && !defect && answers.length > 0 && !answers.some(({ status }) => isStatus(status, 401));
}

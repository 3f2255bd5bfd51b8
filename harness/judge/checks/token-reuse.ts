import type { Check } from '../../model.ts';
import { UNAUTHORISED } from '../answer.ts';
import { failed, type JudgeContext, ofExchange, passed } from '../check.ts';
import { isAnswer } from '../exchange.ts';
import { isGrantToRunner, lifeOf, usesOwnToken } from '../token-life.ts';

/**
 * `token.reuse`: a token is taken until it expires. Spec: Authentication 3, `expires_in`, "Validity in seconds". Looks
 * at the tokens that the runner got for itself and at the requests it sent with them.
 */
export function tokenReuse({ history }: JudgeContext): Check[] {
  const lives = new Map<string, { readonly from: number; readonly until: number }>();
  return history.exchanges.flatMap((exchange): Check[] => {
    const { sent, response, operation, json } = exchange;
    if (operation?.auth === 'basic') {
      const lifeMs = lifeOf(json);
      if (isGrantToRunner(exchange) && lifeMs !== undefined)
        lives.set(sent.tenant, { from: sent.at, until: sent.at + lifeMs });
      return [];
    }
    const life = lives.get(sent.tenant);
    if (!life || !response || !usesOwnToken(exchange) || !isAnswer(exchange)) return [];
    // A token renewed while the request was under way is another's to judge.
    if (response.at >= life.until) return [];
    const subject = ofExchange('token.reuse', exchange);
    if (response.status !== UNAUTHORISED) return sent.at > life.from ? [passed(subject)] : [];
    const seconds = Math.round((life.until - sent.at) / 1000);
    const told = { verb: sent.verb, status: response.status, seconds, until: life.until, at: response.at };
    return [failed(subject, { is: 'valid-token-refused', ...told })];
  });
}

import { told } from './asked.ts';
import { type Asking, type Decision, type Rules, refusal } from './rules.ts';
import { BARRED, type Tokens } from './token.ts';

const GRANT = 'client_credentials';
const SCOPE = 'gateway';

/** Spec, Authentication 2 and 3: a token for the tenant whose credentials were sent. */
export function issueToken(rules: Rules, tokens: Tokens, lifeSeconds: number, asking: Asking): Decision {
  const { grant_type: grant } = asking.body;
  if (grant !== undefined && grant !== GRANT) return refusal(rules, asking, 400, `grant_type is not ${GRANT}`);
  if (asking.tenant === BARRED) return refusal(rules, asking, 403, 'the client is not permitted to have a token');
  // A client may not ask in the name of another tenant.
  const named = told(asking.asked, 'tenant');
  if (named !== undefined && named !== asking.tenant) {
    return refusal(rules, asking, 403, `the client is not permitted to act for "${named}"`);
  }
  const seconds = asking.wishes.tokenLifeSeconds ?? lifeSeconds;
  const token = tokens.issue(asking.tenant, asking.now, seconds);
  return {
    reply: {
      status: 200,
      json: { access_token: token, token_type: 'Bearer', scope: SCOPE, expires_in: seconds },
    },
  };
}

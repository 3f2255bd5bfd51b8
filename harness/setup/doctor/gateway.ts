import type { Clock, Send, Site, Target } from '../../model.ts';
import { encodeRequest } from '../../wire/request.ts';
import { isFault } from '../../wire/wire.ts';
import type { FoundFiles } from './files.ts';
import { type Line, penFor } from './line.ts';
import {
  type Asker,
  isSafe,
  malformedRequest,
  oddityOf,
  operationLine,
  queryRequest,
  subjectOf,
} from './operations.ts';
import {
  askTokens,
  clockLine,
  speaksLine,
  subjectOf as subjectOfToken,
  type TokenAsked,
  tokenLines,
} from './tokens.ts';

/** The way to a gateway whose set-up is looked at. */
export interface Way {
  /** Waits for the target's pace before it sends. */
  readonly send: Send;
  /** Sends at once: for requests of an asker, who has waited. */
  readonly sendNow: Send;
  readonly pace: () => Promise<void>;
  readonly clock: Clock;
  readonly target: Target;
}

/** Waits for the target's pace, and gives who asks, with a token that has not run out by then. */
export type AskerNow = () => Promise<Asker>;

const pen = penFor('gateway');

/**
 * Looks whether a gateway answers: tokens for every tenant, its clock, and each operation with a request that creates
 * nothing. Gives who may go on asking; null where nobody has a token.
 */
export async function checkGateway(
  { aim, inTarget }: FoundFiles,
  way: Way,
  site: Site | undefined,
  tell: (line: Line) => void,
): Promise<AskerNow | null> {
  const { contract, world } = aim;
  const { asked, bearerOf } = await askTokens(way.target, contract, way);
  const [first] = asked;
  if (!first) return null;
  tell(speaksLine(first, inTarget));
  if (oddityOf(first.answer)) {
    for (const line of unasked(aim.target, contract.operations, 'no gateway answers')) tell(line);
    return null;
  }
  for (const line of tokenLines(asked, way.target, inTarget)) tell(line);
  for (const { name } of aim.target.tenants.slice(asked.length))
    tell(pen.notChecked(subjectOfToken(name), 'no gateway answered the tenant before'));
  tell(clockOf(first));

  // Without any token, requests still show what is there.
  const { tenant } = asked.find((each) => each.token !== null) ?? first;
  const askerNow: AskerNow = async () => {
    await way.pace();
    return { tenant, token: await bearerOf(tenant) };
  };
  for (const operation of Object.values(contract.operations)) {
    if (operation.auth !== 'bearer') continue;
    const isQuery = isSafe(operation);
    if (isQuery && site === undefined) {
      tell(pen.notChecked(subjectOf(operation), 'the world has no address to ask for'));
      continue;
    }
    const asker = await askerNow();
    const request =
      isQuery && site !== undefined ? queryRequest(operation, asker, site, world) : malformedRequest(operation, asker);
    const answer = await way.sendNow(encodeRequest(request, way.target));
    tell(operationLine(operation, answer, { token: asker.token, inTarget }));
  }
  return asked.some(({ token }) => token !== null) ? askerNow : null;
}

function clockOf({ answer, ...span }: TokenAsked): Line {
  return isFault(answer) ? pen.notChecked('clock', 'nothing answered') : clockLine(answer.headers, span);
}

/** Every line of this part that is not looked at, and why. */
export function unasked(target: Target, operations: FoundFiles['aim']['contract']['operations'], why: string): Line[] {
  const gateway = Object.values(operations).filter(({ auth }) => auth === 'bearer');
  const subjects = [...target.tenants.map(({ name }) => subjectOfToken(name)), 'clock', ...gateway.map(subjectOf)];
  return subjects.map((subject) => pen.notChecked(subject, why));
}

import type { Clock, Send, Site, Target } from '../model.ts';
import { encodeRequest } from '../request.ts';
import { isFault } from '../wire.ts';
import { clockLine } from './doctor-clock.ts';
import type { FoundFiles } from './doctor-files.ts';
import { type Line, penFor } from './doctor-line.ts';
import { oddityOf } from './doctor-odd.ts';
import { type Asker, malformedRequest, operationLine, queryRequest, READS, subjectOf } from './doctor-operations.ts';
import { askTokens, speaksLine, subjectOf as subjectOfToken, type TokenAsked, tokenLines } from './doctor-tokens.ts';

/** The way to a gateway whose set-up is looked at. */
export interface Way {
  /** Keeps the target's pace. */
  readonly send: Send;
  readonly clock: Clock;
  readonly target: Target;
}

/** Who may go on asking, or that there is nobody to ask. */
export interface GatewayChecked {
  readonly asker: Asker | null;
}

const pen = penFor('gateway');

/** Looks whether a gateway answers: tokens for every tenant, its clock, and each operation with a request that creates nothing. */
export async function checkGateway(
  { aim, inTarget }: FoundFiles,
  way: Way,
  site: Site | undefined,
  tell: (line: Line) => void,
): Promise<GatewayChecked> {
  const { contract, world } = aim;
  const asked = await askTokens(way.target, contract, way);
  const [first] = asked;
  if (!first) return { asker: null };
  tell(speaksLine(first, inTarget));
  if (oddityOf(first.answer)) {
    for (const line of unasked(aim.target, contract.operations, 'no gateway answers')) tell(line);
    return { asker: null };
  }
  for (const line of tokenLines(asked, inTarget)) tell(line);
  for (const { name } of aim.target.tenants.slice(asked.length))
    tell(pen.notChecked(subjectOfToken(name), 'no gateway answered the tenant before'));
  tell(clockOf(first));

  const asker = askerOf(asked);
  for (const operation of Object.values(contract.operations)) {
    if (operation.auth !== 'bearer') continue;
    if (READS.includes(operation.verb) && site === undefined) {
      tell(pen.notChecked(subjectOf(operation), 'the world has no address to ask for'));
      continue;
    }
    const request =
      READS.includes(operation.verb) && site !== undefined
        ? queryRequest(operation, asker, site, world)
        : malformedRequest(operation, asker);
    const answer = await way.send(encodeRequest(request, way.target.baseUrl));
    tell(operationLine(operation, answer, { token: asker.token, inTarget }));
  }
  return { asker: asker.token === null ? null : asker };
}

/** The first tenant with a token; without any, a request without one still shows what is there. */
function askerOf(asked: readonly TokenAsked[]): Asker {
  const { tenant = '', token = null } = asked.find((each) => each.token !== null) ?? asked[0] ?? {};
  return { tenant, token };
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

import { type Asker, queryRequest } from '../../application/open/first-requests.ts';
import type {
  Clock,
  Json,
  Operation,
  RequestTemplate,
  Send,
  Site,
  Target,
  WireFault,
  WireResponse,
} from '../../model.ts';
import { encodeRequest } from '../../wire/request.ts';
import { isFault } from '../../wire/wire.ts';
import type { FoundFiles } from './files.ts';
import { type CheckedLine, linesFor } from './line.ts';
import { isSafe, malformedRequest, oddityOf, operationLine, operationSubject } from './operations.ts';
import {
  askTokens,
  clockLine,
  speaksLine,
  tenantSubject as subjectOfToken,
  type TokenAsked,
  tokenLines,
} from './tokens.ts';

/** Access to a gateway whose set-up is checked. */
export interface GatewayAccess {
  /** Waits for the target's pace before it sends. */
  readonly send: Send;
  /** Sends at once: for requests whose caller has already waited. */
  readonly sendNow: Send;
  readonly pace: () => Promise<void>;
  readonly clock: Clock;
  readonly target: Target;
}

/** A gateway that gave a token and can be asked about addresses. */
export interface ReachableGateway {
  /** The availability answer for a site, asked with these extra headers. */
  availabilityOf(site: Site, headers?: Readonly<Record<string, Json>>): Promise<WireResponse | WireFault>;
}

const pen = linesFor('gateway');

/**
 * Checks whether a gateway answers: tokens for every tenant, its clock, and each operation with a request that creates
 * nothing. Returns access for further questions; null if no tenant has a token.
 */
export async function checkGateway(
  { aim, inTarget }: FoundFiles,
  way: GatewayAccess,
  site: Site | undefined,
  tell: (line: CheckedLine) => void,
): Promise<ReachableGateway | null> {
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

  // Even without a token, requests show what is there.
  const { tenant } = asked.find((each) => each.token !== null) ?? first;
  const ask = async (make: (asker: Asker) => RequestTemplate) => {
    await way.pace();
    // A token that has not expired by then.
    const token = await bearerOf(tenant);
    return { token, answer: await way.sendNow(encodeRequest(make({ tenant, token }), way.target)) };
  };
  const query = (operation: Operation, of: Site, headers: Readonly<Record<string, Json>> = {}) =>
    ask((asker) => {
      const plain = queryRequest(operation, asker, of, world);
      return { ...plain, headers: { ...plain.headers, ...headers } };
    });
  for (const operation of Object.values(contract.operations)) {
    if (operation.auth !== 'bearer') continue;
    if (isSafe(operation) && site === undefined) {
      tell(pen.notChecked(operationSubject(operation), 'the world has no address to ask for'));
      continue;
    }
    const isQuery = isSafe(operation) && site !== undefined;
    const { token, answer } = await (isQuery
      ? query(operation, site)
      : ask((asker) => malformedRequest(operation, asker)));
    tell(operationLine(operation, answer, { token, inTarget }));
  }
  if (asked.every(({ token }) => token === null)) return null;
  const { availability } = contract.operations;
  return { availabilityOf: async (of, headers) => (await query(availability, of, headers)).answer };
}

function clockOf({ answer, ...span }: TokenAsked): CheckedLine {
  return isFault(answer) ? pen.notChecked('clock', 'nothing answered') : clockLine(answer.headers, span);
}

/** A line for everything in this part that is not checked, with the reason. */
export function unasked(
  target: Target,
  operations: FoundFiles['aim']['contract']['operations'],
  why: string,
): CheckedLine[] {
  const gateway = Object.values(operations).filter(({ auth }) => auth === 'bearer');
  const subjects = [
    ...target.tenants.map(({ name }) => subjectOfToken(name)),
    'clock',
    ...gateway.map(operationSubject),
  ];
  return subjects.map((subject) => pen.notChecked(subject, why));
}

import { type AimOptions, loadSpec } from '../../application/inputs.ts';
import { secretsOf } from '../../application/open/secrets.ts';
import { openTransport, type Transport } from '../../application/open/transport.ts';
import type { Send } from '../../model.ts';
import { expand } from '../../plan/expand.ts';
import { tokensIn } from '../../run/exchange.ts';
import { createPace } from '../../run/pace.ts';
import { createRedactor, type Redactor } from '../../run/redact.ts';
import { tokenOf } from '../../wire/answer-body.ts';
import { bytesOf, decodeUtf8, isFault, parseJson } from '../../wire/wire.ts';
import { checkAddress } from './address.ts';
import { type FoundFiles, readFiles } from './files.ts';
import { checkGateway, type GatewayAccess, type ReachableGateway, unasked } from './gateway.ts';
import { type CheckedLine, linesFor } from './line.ts';
import { steeredLine, steeringLines } from './steering.ts';
import { wantsOf } from './wants.ts';
import { checkWebhook } from './webhook.ts';
import { checkSites, planLines } from './world.ts';

/** Which set-up is checked, and how far. */
export interface DoctorOptions extends AimOptions {
  /** Whether to make the call that tells the target its webhook, as a run does. */
  readonly register: boolean;
  /** The scenario files of the run; those shipped with Assay unless given. */
  readonly scenarios?: readonly string[];
}

/** A slower answer counts as none, whatever the target file allows: the doctor must not take minutes. */
const MAX_MS = 10_000;

/**
 * Checks everything that a run needs, in order of dependence, and reports each finding at once. Creates nothing at the
 * target: it asks for tokens and addresses, and sends bodies that are no JSON.
 */
export async function doctor(
  options: DoctorOptions,
  tell: (line: CheckedLine) => void,
  spec = loadSpec(),
): Promise<void> {
  const { scenarios = [], ...aimed } = options;
  const { lines, found } = readFiles(aimed, { spec, scenarios }, process.env);
  for (const line of lines) tell(line);
  if (!found) return;
  const { target } = found.aim;
  const redactor = createRedactor();
  for (const { kind, value } of secretsOf(found.aim, target.webhook.pathSecret ?? '')) redactor.addSecret(kind, value);
  const tellSafely = ({ seen, fix, ...line }: CheckedLine): void =>
    tell({ ...line, seen: redactor.text(seen), ...(fix === undefined ? {} : { fix: redactor.text(fix) }) });
  const isReached = await wayIsOpen(found, tellSafely);
  const deadlines = { ...target.deadlines, responseMs: Math.min(target.deadlines.responseMs, MAX_MS) };
  const aim = { ...found.aim, target: { ...target, deadlines } };
  const transport = await openTransport(aim, {
    seed: 1,
    faults: [],
    ...(target.baseUrl === 'embedded' ? { door: 'function' } : {}),
  });
  try {
    const send = hidingSecrets(transport.send, redactor);
    await look(found, { isReached, register: options.register, way: wayThrough(transport, send) }, tellSafely);
  } finally {
    await transport.close();
  }
}

async function wayIsOpen({ aim, inTarget }: FoundFiles, tell: (line: CheckedLine) => void): Promise<boolean> {
  if (aim.target.baseUrl === 'embedded') {
    tell(linesFor('address').notChecked('connection', 'the embedded fake answers within this process'));
    return true;
  }
  const lines = await checkAddress(aim.target, inTarget);
  for (const line of lines) tell(line);
  return lines.every(({ state }) => state !== 'problem');
}

interface Looking {
  readonly isReached: boolean;
  readonly register: boolean;
  readonly way: GatewayAccess;
}

async function look(
  found: FoundFiles,
  { isReached, register, way }: Looking,
  tell: (line: CheckedLine) => void,
): Promise<void> {
  const { aim, scenarios } = found;
  // Impossible expectations are reported by the check of the scenarios.
  const { validators: _, ...ground } = aim;
  const { plan } = expand(scenarios, { ...ground, seed: 1, nonce: 'doctor', now: way.clock.now() });
  const wants = wantsOf(plan, aim.world);
  const site = wants.find(({ role }) => aim.world.roles[role]?.steers === undefined)?.site;
  let gateway: ReachableGateway | null = null;
  if (isReached) gateway = await checkGateway(found, way, site, tell);
  else {
    tell(linesFor('gateway').notChecked('HTTP', 'there is no way to it'));
    for (const line of unasked(aim.target, aim.contract.operations, 'there is no way to it')) tell(line);
  }
  for (const line of await checkWebhook(found, { register, canRegister: gateway !== null })) tell(line);
  for (const line of planLines(found, plan)) tell(line);
  await checkSites(found, wants, gateway, tell);
  for (const line of steeringLines(found, plan)) tell(line);
  const steered = await steeredLine(found, gateway, site);
  if (steered) tell(steered);
}

function wayThrough(transport: Transport, send: Send): GatewayAccess {
  const pace = createPace(transport.clock, transport.isVirtual ? null : transport.target.limits.requestsPerSecond);
  return {
    clock: transport.clock,
    target: transport.target,
    pace,
    sendNow: send,
    send: async (request, signal) => {
      await pace();
      return send(request, signal);
    },
  };
}

/**
 * A token is a secret as soon as it comes. Secrets are replaced before an answer is shortened and shown, because half a
 * secret would not be recognised.
 */
function hidingSecrets(send: Send, redactor: Redactor): Send {
  return async (request, signal) => {
    const answer = await send(request, signal);
    if (isFault(answer)) return { ...answer, detail: redactor.text(answer.detail) };
    const text = decodeUtf8(answer.body);
    const { json } = parseJson(text ?? '');
    for (const token of tokensIn(json)) redactor.addSecret('token', token);
    if (tokenOf(json)) return answer;
    const headers = redactor.headers(answer.headers);
    return { ...answer, headers, body: text === undefined ? answer.body : bytesOf(redactor.text(text)) };
  };
}

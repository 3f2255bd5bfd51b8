import { planRun } from '../application/cases/plan-run.ts';
import { type CertifyingInputs, loadInputs } from '../application/inputs.ts';
import { openReceiver } from '../application/open/receiver.ts';
import { planWithoutSecrets, secretsOf, targetWithoutSecrets } from '../application/open/secrets.ts';
import { openTransport } from '../application/open/transport.ts';
import { asBytes, knownTo, unhideable } from '../application/unhideable.ts';
import { VERSION } from '../application/version.ts';
import { judgeWhole } from '../judge/judge.ts';
import type { CapturedBody, Check, Headers, Observation, Plan, Target, Unrecorded } from '../model.ts';
import { tokensIn } from '../run/exchange.ts';
import { createInbox } from '../run/inbox.ts';
import { createRecorder } from '../run/record.ts';
import { run } from '../run/run.ts';
import { isObject } from '../values/pointer.ts';
import { basicOf } from '../wire/basic.ts';
import { bodyJson } from '../wire/wire.ts';

/** Where a secret is put, or what came from the environment. */
export const PLACES = ['client-secret', 'form', 'webhook', 'client-id', 'token'] as const;
export type SecretPlace = (typeof PLACES)[number];

/** What a run was made with and what it saw, with nothing taken out. */
export interface RawRun {
  readonly inputs: CertifyingInputs;
  readonly plan: Plan;
  readonly record: readonly Observation[];
}

/** In the places of secrets, until others are put there. */
const MARKS = {
  'client-secret': 'mark-of-a-client-secret',
  form: 'mark-of-a-form',
  webhook: 'mark-of-a-webhook',
} as const;
const PATH_SECRET = 'hook-of-the-law';

/** Runs cases of the fake in this process; its record is that of a recorder that knows no secret, and no place of any. */
export async function rawRun(only: readonly string[], faults: readonly string[]): Promise<RawRun> {
  const loaded = loadInputs({ target: 'fake' }, []);
  const [tenant, ...others] = loaded.target.tenants;
  if (!tenant) throw new Error('the fake has no tenants');
  const inputs: CertifyingInputs = {
    ...loaded,
    target: {
      ...loaded.target,
      tenants: [{ ...tenant, clientSecret: MARKS['client-secret'] }, ...others],
      token: { ...loaded.target.token, form: { ...loaded.target.token.form, password: MARKS.form } },
      webhook: { ...loaded.target.webhook, authentication: { by: 'bearer', token: MARKS.webhook } },
    },
  };
  const { profile } = inputs;
  const options = { seed: 1, faults, only, outlets: [], allowInconclusive: true, quiet: true, command: '' };
  const transport = await openTransport(inputs, { ...options, door: 'function' });
  const { clock, target, send } = transport;
  const plan = planRun(inputs, transport, options);
  const receiver = await openReceiver({ target, profile, pathSecret: PATH_SECRET, isInProcess: true, clock });
  transport.connect?.(receiver);
  const record: Observation[] = [];
  const see = (unrecorded: Unrecorded): Observation => {
    const seen = { seq: record.length + 1, at: clock.now(), ...unrecorded } as Observation;
    record.push(seen);
    return seen;
  };
  const inbox = createInbox(profile, see);
  receiver.onDelivery(inbox.receive);
  await run({
    ...inputs,
    target,
    plan,
    send,
    inbox,
    clock,
    record: see,
    addSecret: () => {},
    isSchema: inputs.validators.schema,
    signal: new AbortController().signal,
    assay: VERSION,
    probed: null,
  });
  await transport.close();
  return { inputs: { ...inputs, target }, plan, record: JSON.parse(JSON.stringify(record)) as Observation[] };
}

/** The same run, had the secret stood there; `isRepeated`, and had the gateway repeated it wherever there is room. */
export function withSecret(raw: RawRun, place: SecretPlace, secret: string, isRepeated: boolean): RawRun {
  const { target } = raw.inputs;
  const [tenant, ...others] = target.tenants;
  if (!tenant) throw new Error('the fake has no tenants');
  const own = {
    ...tenant,
    ...(place === 'client-secret' ? { clientSecret: secret } : {}),
    ...(place === 'client-id' ? { clientId: secret } : {}),
  };
  const form = { ...target.token.form, ...(place === 'form' ? { password: secret } : {}) };
  const { webhook } = target;
  const changed: Target = {
    ...target,
    tenants: [own, ...others],
    token: { ...target.token, form },
    webhook: place === 'webhook' ? { ...webhook, authentication: { by: 'bearer', token: secret } } : webhook,
  };
  const swaps = new Map([
    [basicOf(tenant.clientId, tenant.clientSecret), basicOf(own.clientId, own.clientSecret)],
    [new URLSearchParams(target.token.form).toString(), new URLSearchParams(form).toString()],
    ...(place === 'webhook' ? [[`Bearer ${MARKS.webhook}`, `Bearer ${secret}`] as const] : []),
    ...(place === 'token' ? tokensOf(raw.record).map((token) => [`Bearer ${token}`, `Bearer ${secret}`] as const) : []),
  ]);
  const swap = (text: string): string => swaps.get(text) ?? text;
  const bodyOf = (body: CapturedBody, isSent: boolean): CapturedBody => {
    if (body.text === undefined) return body;
    if (isSent) return { ...body, text: swap(body.text) };
    const { json } = bodyJson(body);
    if (!isObject(json ?? null)) return body;
    const said = json as Record<string, unknown>;
    if (place === 'token' && typeof said.access_token === 'string') said.access_token = secret;
    if (isRepeated) repeat(said, secret);
    return { ...body, text: JSON.stringify(said) };
  };
  const record = raw.record.map((seen): Observation => {
    if (!('headers' in seen)) return seen;
    const headers = seen.headers.map(([name, value]) => [name, swap(value)] as const);
    const isSent = seen.type === 'request-sent';
    const told: Headers = isSent || !isRepeated ? headers : [...headers, ['X-Debug', printable(secret)]];
    return { ...seen, headers: told, body: seen.body && bodyOf(seen.body, isSent) } as Observation;
  });
  const inPlan = (part: string): string => (part === MARKS.form ? secret : part);
  const planned = (): Plan =>
    JSON.parse(JSON.stringify(raw.plan), (_, part) => (typeof part === 'string' ? inPlan(part) : part)) as Plan;
  return { inputs: { ...raw.inputs, target: changed }, plan: place === 'form' ? planned() : raw.plan, record };
}

function repeat(said: Record<string, unknown>, secret: string): void {
  const base64 = Buffer.from(`id:${secret}`).toString('base64');
  said.debug = [secret, `<${secret}>`, base64, encodeURIComponent(secret), { [secret]: JSON.stringify({ a: secret }) }];
  if (Array.isArray(said.messages)) said.messages = [...said.messages, `you said ${secret}`];
  if (typeof said.text === 'string') said.text = `${said.text} ${secret}`;
  if (typeof said.supplierReference === 'string') said.supplierReference = `${said.supplierReference}${secret}`;
  if (typeof said.uuid === 'string' && /^[\da-f]{8}-[\da-f-]{27}$/.test(secret)) said.uuid = secret;
}

function printable(text: string): string {
  return text.replace(/[^ -~]/g, '?');
}

function tokensOf(record: readonly Observation[]): readonly string[] {
  return record.flatMap((seen) => (seen.type === 'response-received' ? tokensIn(bodyJson(seen.body).json) : []));
}

/** The run as it is kept, or null where it is refused because of a secret. */
export function kept({ inputs, plan, record }: RawRun, place: SecretPlace, secret: string): RawRun | null {
  const isVariable = place !== 'client-id' && place !== 'token';
  const span = { file: 'target.yaml', line: 1, col: 1, length: 1, excerpt: '' };
  const secrets = place === 'token' ? [] : [secret];
  const shown = planWithoutSecrets(plan, secrets);
  const meant = asBytes(shown);
  const variables = isVariable ? [{ name: 'SECRET', value: secret, span }] : [];
  if (unhideable({ ...inputs, variables }, meant).length > 0) return null;
  const recorder = createRecorder({
    clock: { now: () => 0 },
    write: null,
    secrets: secretsOf({ ...inputs, secrets }, PATH_SECRET),
    isKnown: knownTo(inputs, meant),
  });
  const lines = record.map(({ seq: _, ...seen }) => {
    if (seen.type === 'response-received')
      for (const token of tokensIn(bodyJson(seen.body).json)) recorder.addSecret('access-token', token);
    return JSON.parse(JSON.stringify(recorder.record(seen))) as Observation;
  });
  return { inputs: { ...inputs, target: targetWithoutSecrets(inputs.target, secrets) }, plan: shown, record: lines };
}

/** All that a judge says of a run, check by check; its quotations only where they hold no placeholder. */
export function saidOf({ inputs, plan, record }: RawRun): readonly Check[] {
  const { contract, validators, profile, target } = inputs;
  return judgeWhole({ plan, contract, validators, profile, target, record }).checks;
}

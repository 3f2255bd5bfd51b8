import type { Options } from 'k6/options';
import type { Contract, KciProfile, Operation, Target, Traffic } from '../../model.ts';
import type { K6Stages } from './stages.ts';

/** What the script is told, beside its journeys, in `settings.json`. No secret is in it. */
export interface Settings {
  readonly options: Options;
  /** The arrivals that the options ask for. */
  readonly stages: K6Stages;
  readonly target: Target;
  readonly contract: Contract;
  /** When the target tries again what was turned away. */
  readonly delivery: KciProfile['delivery'];
  /** The events that say that a service was delivered. */
  readonly fulfils: readonly string[];
  readonly think: Traffic['think'];
  /** From the first arrival to the last. */
  readonly loadMs: number;
  /** How long a journey may go on after that. */
  readonly graceMs: number;
  readonly drainMs: number;
  /** How many instances of k6 report to the same Assay. */
  readonly instances: number;
}

/** The files that the script opens beside itself. */
export const FILES = {
  script: 'script.js',
  settings: 'settings.json',
  templates: 'templates.json',
  rows: 'rows.txt',
  summary: 'k6-summary.json',
  log: 'k6.log',
} as const;

/** Environment variables of the script. */
export const ENV = {
  /** The address of Assay's control server with the secret of the run. Absent: k6 runs alone. */
  control: 'ASSAY_CONTROL_URL',
  /** The tenants' client secrets as a JSON object, by the tenants' names; below `$form` secret fields of the token request. */
  secrets: 'ASSAY_CLIENT_SECRETS',
  /** Where the summary is written. */
  summary: 'ASSAY_SUMMARY',
} as const;

/** The target without what a script that is handed on must not hold, or cannot use. `secrets` came from the environment. */
export function withoutSecrets(target: Target, secrets: readonly string[] = []): Target {
  const { tls: _files, ...webhook } = target.webhook;
  const hidden = secretForm(target, secrets);
  const form = Object.fromEntries(Object.entries(target.token.form).filter(([name]) => !(name in hidden)));
  return {
    ...target,
    token: { ...target.token, form },
    tenants: target.tenants.map((tenant) => ({ ...tenant, clientSecret: '' })),
    webhook: { listen: webhook.listen, registration: 'out-of-band' },
  };
}

/** The tenants' secrets as the environment variable holds them, and below `$form` the secret fields of the token request. */
export function secretsOf(target: Pick<Target, 'tenants' | 'token'>, secrets: readonly string[] = []): string {
  const ofTenants = target.tenants.map(({ name, clientSecret }) => [name, clientSecret] as const);
  const form = secretForm(target, secrets);
  return JSON.stringify({
    ...Object.fromEntries(ofTenants),
    ...(Object.keys(form).length === 0 ? {} : { [FORM]: form }),
  });
}

/** No tenant's name. */
export const FORM = '$form';

/** The fields of the token request that hold a secret. */
export function secretForm(
  { token }: Pick<Target, 'token'>,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(token.form).filter(([, value]) => secrets.some((each) => value.includes(each))),
  );
}

/** The little of the contract that walking asks for: every VU holds a copy. */
export function contractForWalking({ operations, headers, digest }: Contract): Contract {
  const slim = (operation: Operation): Operation => ({
    ...operation,
    parameters: [],
    ...(operation.body ? { body: { contentType: operation.body.contentType, schema: {} } } : {}),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, { schema }]) => [status, { schema: schema && {} }]),
    ),
    fields: [],
    refusals: [],
    requirements: [],
  });
  const slimmed = Object.entries(operations).map(([verb, operation]) => [verb, slim(operation)]);
  return {
    operations: Object.fromEntries(slimmed) as Contract['operations'],
    headers,
    schemas: {},
    register: [],
    errors: [],
    toldBy: {},
    digest,
  };
}

import type { Contract, Operation, Target, Traffic, Verb } from '../../model.ts';
import type { K6Options } from './options.ts';

/** What the script is told, beside its journeys, in `settings.json`. No secret is in it. */
export interface Settings {
  readonly options: K6Options;
  readonly target: Target;
  readonly contract: Contract;
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
  /** The tenants' client secrets as a JSON object, by the tenants' names. */
  secrets: 'ASSAY_CLIENT_SECRETS',
  /** Where the summary is written. */
  summary: 'ASSAY_SUMMARY',
} as const;

/** The target without what a script that is handed on must not hold, or cannot use. */
export function withoutSecrets(target: Target): Target {
  const { tls: _files, ...webhook } = target.webhook;
  return {
    ...target,
    tenants: target.tenants.map((tenant) => ({ ...tenant, clientSecret: '' })),
    webhook: { listen: webhook.listen, registration: 'out-of-band' },
  };
}

/** The tenants' secrets as the environment variable holds them. */
export function secretsOf({ tenants }: Pick<Target, 'tenants'>): string {
  return JSON.stringify(Object.fromEntries(tenants.map(({ name, clientSecret }) => [name, clientSecret])));
}

/** The little of the contract that walking asks for: every VU holds a copy. */
export function contractForWalking({ operations, digest }: Contract): Contract {
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
    operations: Object.fromEntries(slimmed) as Record<Verb, Operation>,
    schemas: {},
    register: [],
    errors: [],
    digest,
  };
}

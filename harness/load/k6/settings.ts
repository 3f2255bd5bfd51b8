import type { Target } from '../../model.ts';
/** The files that the script opens beside itself. */
export const FILES = {
  script: 'script.js',
  journeys: 'journeys.tsv',
  summary: 'k6-summary.json',
  log: 'k6.log',
} as const;

/** Environment variables of the script. */
export const ENV = {
  /** The address of Assay's control server with the secret of the run. Absent: k6 runs alone. */
  control: 'ASSAY_CONTROL_URL',
  /** Set: journeys are reported between two of these marks in k6's log, which Assay reads, and not over the network. */
  told: 'ASSAY_TOLD',
  /** The tenants' client secrets as a JSON object by tenant name; `$form` holds secret fields of the token request. */
  secrets: 'ASSAY_CLIENT_SECRETS',
} as const;

/** The value of `ENV.secrets`: the tenants' secrets, and below `$form` the secret fields of the token request. */
export function secretSettings(target: Pick<Target, 'tenants' | 'token'>, secrets: readonly string[] = []): string {
  const ofTenants = target.tenants.map(({ name, clientSecret }) => [name, clientSecret] as const);
  const form = secretForm(target, secrets);
  return JSON.stringify({
    ...Object.fromEntries(ofTenants),
    ...(Object.keys(form).length === 0 ? {} : { [FORM]: form }),
  });
}

/** Cannot be a tenant's name. */
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

/** `k6 run` without usage report, progress bar, or colours in its log. */
export const k6Args: readonly string[] = ['run', '--quiet', '--no-color', '--no-usage-report'];

import { inputError, problem, Refusal } from '../../application/say.ts';
import type { Site } from '../../model.ts';
import { isAddress, isAnything, isHeaderName, isListenAddress, isName, isOneOf, isVariableName } from './checks.ts';
import { sitesFrom } from './sites.ts';
import { type AnswerCheck, askFrom, type Prompt, type Terminal } from './terminal.ts';

/** All answers that the first files are made from. */
export interface InitAnswers {
  readonly name: string;
  readonly title: string;
  readonly baseUrl: string;
  readonly tenants: readonly { readonly name: string; readonly idVariable: string; readonly secretVariable: string }[];
  readonly profile: string;
  readonly webhook: {
    readonly listen: string;
    readonly publicUrl: string | undefined;
    readonly pathSecretVariable: string | undefined;
  };
  readonly steering: { readonly by: string; readonly headers: Readonly<Record<string, string>> };
  /** An existing world; absent: one is written with these addresses. */
  readonly world?: string;
  readonly service: string;
  /** Whether an order changes an address permanently. */
  readonly areUsedUp: boolean;
  readonly sites: Readonly<Record<string, readonly Site[]>>;
}

/** What the command line gave; each flag replaces its question. */
export interface InitFlags
  extends Partial<Pick<InitAnswers, 'name' | 'title' | 'baseUrl' | 'profile' | 'world' | 'service'>>,
    Partial<Record<'listen' | 'publicUrl' | 'pathSecretVariable' | 'steering', string>> {
  readonly tenant?: readonly string[];
  readonly address?: readonly string[];
  readonly addressesStay?: boolean;
}

const STEERINGS = ['headers', 'addresses', 'operator', 'none'] as const;
/** The headers customary in the trade, each with its meaning. */
const HEADERS = {
  outcome: ['X-Scenario', 'an outcome'],
  'problem-code': ['X-Problem-Code', 'a problem code'],
  'kci-delay': ['X-Kci-Delay', 'the seconds between events'],
} as const;

/** A KCI profile to choose, with its title. */
export interface Choice {
  readonly name: string;
  readonly title: string;
}

/** Gathers the answers: from the flags, the rest from the terminal or, without one, from defaults. */
export async function gather(
  flags: InitFlags,
  profiles: readonly Choice[],
  terminal: Terminal | null,
): Promise<InitAnswers> {
  const missing: string[] = [];
  const ask = askFrom(flags, terminal, missing);
  /** Asks even if a flag has that name. */
  const askMore = askFrom({}, terminal, missing);
  const name = await ask('name', 'Name of the gateway, as reports say it', isName);
  const baseUrl = await ask('baseUrl', 'Its address, below which the paths of the specification begin', isAddress);
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  const title = await ask('title', 'One line for people', isAnything, `The gateway at ${host}`);
  const tenants = await tenantsFrom(flags.tenant, askMore, terminal);
  const listed = profiles.map((each) => `\n    ${each.name.padEnd(10)} ${each.title}`).join('');
  const isProfile: AnswerCheck = (each) =>
    /[\\/]|\.ya?ml$/i.test(each) ? null : isOneOf(profiles.map((choice) => choice.name))(each);
  const which = `How its events look, a KCI profile${terminal ? `:${listed}\n  or the path of one of your own;` : ''} which`;
  const profile = await ask('profile', which, isProfile, 'supplier');
  const webhook = await webhookFrom(ask);
  const steering = await steeringFrom(ask, askMore);
  const places = await sitesFrom(flags, ask, terminal);
  if (missing.length > 0) throw new Refusal([stillMissing(missing)]);
  return { name, title, baseUrl, tenants, profile, webhook, steering, ...places };
}

async function webhookFrom(ask: Prompt): Promise<InitAnswers['webhook']> {
  const where = 'Where Assay listens for events, host and port (port 0: any free one)';
  const listen = await ask('listen', where, isListenAddress, '127.0.0.1:0');
  const other = 'The address at which the gateway reaches that, if it is another (Enter for none)';
  const publicUrl = await ask('publicUrl', other, isAddress, '');
  const secret =
    "Environment variable with the secret part of the webhook's path, if you tell the gateway the URL once (Enter: a new secret in each run)";
  const pathSecretVariable = await ask('pathSecretVariable', secret, isVariableName, '');
  return { listen, publicUrl: publicUrl || undefined, pathSecretVariable: pathSecretVariable || undefined };
}

async function steeringFrom(ask: Prompt, askMore: Prompt): Promise<InitAnswers['steering']> {
  const how = 'How it is asked for a delayed or rejected order: by headers, addresses, operator or none';
  const by = await ask('steering', how, isOneOf(STEERINGS), 'none');
  const headers: Record<string, string> = {};
  if (by !== 'headers') return { by, headers };
  for (const [part, [usual, asked]] of Object.entries(HEADERS)) {
    const words = `  Header that asks for ${asked} (- for none)`;
    const name = await askMore('steering', words, isHeaderName, usual);
    if (name !== '-') headers[part] = name;
  }
  return { by: Object.keys(headers).length > 0 ? by : 'none', headers };
}

function stillMissing(flags: readonly string[]) {
  return problem(
    `${flags.join(', ')} ${flags.length === 1 ? 'is' : 'are'} missing`,
    'with --yes nothing is asked',
    'assay init acme --yes --name acme --base-url https://cvt.gateway.example --tenant acme-broadband --address newLine=900100000001',
  );
}

/**
 * Gathers the tenants and the names of the variables with their credentials; a single flag replaces all these questions.
 */
async function tenantsFrom(
  given: InitFlags['tenant'],
  ask: Prompt,
  terminal: Terminal | null,
): Promise<InitAnswers['tenants']> {
  const tenants: InitAnswers['tenants'][number][] = [];
  for (const each of given ?? []) {
    const [
      name = '',
      idVariable = variableFor(name, 'CLIENT_ID'),
      secretVariable = variableFor(name, 'CLIENT_SECRET'),
    ] = each.split(':');
    const wrong = isAnything(name) ?? isVariableName(idVariable) ?? isVariableName(secretVariable);
    if (wrong !== null)
      throw inputError(`--tenant: ${wrong}`, undefined, 'write name, or name:ID_VARIABLE:SECRET_VARIABLE');
    tenants.push({ name, idVariable, secretVariable });
  }
  if (given && given.length > 0) return tenants;
  for (;;) {
    const isFirst = tenants.length === 0;
    const words = isFirst
      ? 'Your name as a tenant, as the Tenant header says it'
      : 'Another tenant, which some scenarios need (Enter for none)';
    const name = await ask('tenant', words, isAnything, isFirst ? undefined : '');
    if (name === '' || !terminal) return tenants;
    if (tenants.some((each) => each.name === name)) {
      terminal.tell(`  "${name}" stands already`);
      continue;
    }
    const variable = (what: string, usual: string) =>
      ask('tenant', `  Environment variable that holds its ${what} (the name, not the value)`, isVariableName, usual);
    tenants.push({
      name,
      idVariable: await variable('client id', variableFor(name, 'CLIENT_ID')),
      secretVariable: await variable('client secret', variableFor(name, 'CLIENT_SECRET')),
    });
  }
}

/** `northwind-broadband` has its client id in NORTHWIND_BROADBAND_CLIENT_ID. */
function variableFor(tenant: string, what: string): string {
  const words = tenant
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return `${/^[A-Z]/.test(words) ? '' : 'TENANT_'}${words === '' ? '' : `${words}_`}${what}`;
}

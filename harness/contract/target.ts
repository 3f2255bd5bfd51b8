import { displayPath } from '../home.ts';
import type {
  Json,
  JsonObject,
  Problem,
  Restore,
  Span,
  Target,
  TargetTenant,
  WebhookAuthentication,
} from '../model.ts';
import { parseSource, type Source } from '../source/source.ts';
import { getAt, isObject, setAt } from '../values/pointer.ts';
import {
  type Environment,
  type Filled,
  fillFromEnvironment,
  type GivenVariables,
  unusedVariables,
  withGiven,
} from './environment.ts';
import { extended, isPem, PEM_PLACES, withPaths } from './extended.ts';
import {
  findFixture,
  holdAgainst,
  inOurNames,
  loadFixture,
  PROFILES,
  parseFixture,
  TARGETS,
  WORLDS,
} from './fixture.ts';
import { checkTarget, isLoopback } from './target-checks.ts';

/** A target, or everything wrong with its file. */
interface LoadedTarget {
  readonly target?: Target;
  /** The file it was read from; its `profile` and `world` are relative to that. */
  readonly file?: string;
  /** The files that it extends. */
  readonly bases?: readonly string[] | undefined;
  /** Values that no report may show: credentials, and everything from the environment except names and addresses. */
  readonly secrets?: readonly string[];
  /** The secrets in places that hold only secrets, with their variables. */
  readonly variables?: readonly SecretVariable[];
  /** Variables given by `--var`, as given, whose values go to places that are not hidden. */
  readonly openVars?: readonly string[] | undefined;
  /** Names of all variables that the target uses. */
  readonly used?: readonly string[] | undefined;
  readonly problems: Problem[];
}

/** A secret that a variable of the environment holds. */
export interface SecretVariable {
  readonly name: string;
  readonly value: string;
  /** The place of the variable in the file. */
  readonly span: Span;
}

/** What replaces values of a target file, which may then lack them. */
export interface InPlaceOf extends GivenVariables {
  readonly baseUrl?: string | undefined;
  readonly profile?: string | undefined;
  readonly world?: string | undefined;
  /** Whether unset variables are allowed, because nothing will be sent. */
  readonly mayLack?: boolean | undefined;
}

/** Loads a target by its name in fixtures/targets or by path. `env` has the values for `$env.NAME`. */
export function loadTarget(reference: string, env: Environment, given: InPlaceOf = {}): LoadedTarget {
  const known = withGiven(env, given);
  const loaded: LoadedTarget = loadFixture(TARGETS, reference, (text, file) =>
    readTarget(text, file, known.env, given),
  );
  const problems = [...known.problems, ...loaded.problems];
  const { target, used = [] } = loaded;
  return target && known.problems.length === 0
    ? { ...loaded, problems: [...problems, ...unusedVariables(known, used)] }
    : { problems };
}

/** Reads the text of a target; `file` is its path, for places and relative paths. */
export function readTarget(text: string, file: string, env: Environment, given: InPlaceOf = {}): LoadedTarget {
  const written = extended(parseSource(text, displayPath(file)), file);
  if (written.problems.length > 0) return { problems: written.problems };
  const named = Object.entries({ 'base-url': given.baseUrl, profile: given.profile, world: given.world }).filter(
    ([, name]) => name !== undefined,
  );
  const value = isObject(written.value) ? { ...written.value, ...Object.fromEntries(named) } : written.value;
  const source = { ...written, value: value as Json };
  const filled = typed(source, fillFromEnvironment(source, env));
  const problems = [...filled.problems];
  const places = filled.problems.map(placeOf);
  const malformed = holdAgainst(TARGETS, { ...source, value: filled.value });
  const broken = malformed.filter((each) => !places.includes(placeOf(each)));
  if (broken.length > 0) return { problems: [...problems, ...broken] };
  const target = assemble(withPaths(inOurNames(TARGETS, filled.value), file, PEM_PLACES) as unknown as WrittenTarget);
  const borrowed = tenantsFrom(source, file, target.baseUrl, env);
  problems.push(...borrowed.problems, ...checkTarget(target, source), ...findReferences(target, source, file, given));
  const told = given.mayLack ? problems.filter((each) => !places.includes(placeOf(each))) : firstOfEachPlace(problems);
  if (told.length > 0) return { problems: told };
  const tenants = borrowed.tenants ?? target.tenants;
  const isOpen = ({ pointer, value }: (typeof filled.taken)[number]): boolean =>
    OPEN.test(pointer) || (pointer === '/tls/key' && !isPem(value));
  const hidden = filled.taken.filter((each) => !isOpen(each));
  const clients = [...tenants, ...(target.clients ?? [])];
  const ours = [...clients.map((each) => each.clientSecret), ...authenticationSecrets(target.webhook)];
  const secrets = [...new Set([...hidden.map(({ value }) => value), ...ours])];
  const variables = filled.taken
    .filter((each) => SECRET.test(each.pointer) && !isOpen(each))
    .map(({ name, value, pointer }) => ({ name, value, span: source.spanOf(pointer) }));
  const used = [...filled.taken.map(({ name }) => name), ...(borrowed.used ?? [])];
  const shut = [...hidden.map(({ name }) => name), ...(borrowed.used ?? [])];
  const openVars = given.var?.filter((each) => {
    const [name = ''] = each.split('=');
    return used.includes(name) && !shut.includes(name);
  });
  return {
    target: { ...target, tenants },
    file,
    bases: written.bases,
    secrets,
    variables,
    openVars,
    used,
    problems: told,
  };
}

/** Places of a target whose values reports need and may show, even if they come from variables. */
const OPEN =
  /^\/((limits|deadlines|ids|readings|lacks|steering|load)(\/.*)?|target|title|base-url|allow-hosts\/\d+|profile|world|tls\/(ca|cert)|tenants\/\d+\/name|token\/form\/(scope|audience|resource|client_id|username|\w*type)|webhook\/(listen|public-url|authentication\/(by|name|username|tolerance|ca|cert|key)))$/;

/** Places that hold only secrets, by what they are or by their names. */
const SECRET =
  /^\/((?:tenants|clients)\/\d+\/client-secret|tls\/(key|passphrase)|webhook\/(path-secret|authentication\/(token|password|value|secret))|(headers|token\/form|webhook\/registration|restore\/call)\/.*(secret|pass|token|key|assertion|credential)(?!\w*type$)[^/]*)$/i;

/** An unset variable makes its place wrong in other ways, too; only the first is reported. */
function firstOfEachPlace(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    (each, i) => !each.span || problems.findIndex((other) => placeOf(other) === placeOf(each)) === i,
  );
}

const placeOf = ({ span }: Problem): string => (span ? `${span.file}:${span.line}:${span.col}` : '');

/** Variables hold texts. Where the file needs a number or a boolean, a text that looks like one is converted. */
function typed(source: Source, filled: Filled): Filled {
  const wrong = (value: Json): number => holdAgainst(TARGETS, { ...source, value }).length;
  const value = filled.taken.reduce((so, { pointer, value: text }) => {
    if (!/^(true|false|\d+(\.\d+)?)$/.test(text) || getAt(so, pointer) !== text) return so;
    const meant = setAt(so, pointer, JSON.parse(text) as Json);
    return wrong(meant) < wrong(so) ? meant : so;
  }, filled.value);
  return { ...filled, value };
}

/** A target as its file has it, in our names; what is left out has a default. */
type WrittenTarget = Omit<
  Partial<Target>,
  'webhook' | 'steering' | 'limits' | 'deadlines' | 'token' | 'restore' | 'readings'
> &
  Pick<Target, 'target' | 'title' | 'baseUrl' | 'profile' | 'world'> & {
    readonly token?: Partial<Omit<Target['token'], 'credentials'>> & { readonly credentials?: 'basic' | 'form' };
    readonly webhook?: Partial<Omit<Target['webhook'], 'authentication'>> & { readonly authentication?: JsonObject };
    readonly steering?: Partial<Target['steering']> & { readonly kciDelayMs?: number };
    readonly limits?: { readonly requestsPerSecond?: number | 'unlimited'; readonly concurrency?: number };
    readonly deadlines?: Partial<Target['deadlines']>;
    readonly readings?: Readonly<Record<string, string | number>>;
    readonly restore?: Omit<Restore, 'by'> & { readonly by: Restore['by'] | Restore['by'][number] };
    readonly tenantsFrom?: string;
  };

/** A capability that a target also lacks if its range of ids ends too low for it. */
const LARGE_IDS = 'large-ids';

/** Fills in polite defaults: five requests a second, no steering, half a minute for an answer. */
function assemble(written: WrittenTarget): Target {
  const {
    token = {},
    webhook = {},
    steering = {},
    limits = {},
    deadlines,
    readings = {},
    restore,
    tenantsFrom: _,
    ...rest
  } = written;
  const { credentials, ...form } = token;
  const { kciDelayMs, ...steers } = steering;
  const rate = limits.requestsPerSecond ?? 5;
  return {
    tenants: [],
    ids: { from: 1, to: 2_147_483_647 },
    allowHosts: [],
    ...rest,
    lacks: [...(rest.lacks ?? []), ...(rest.ids && rest.ids.to < Number.MAX_SAFE_INTEGER ? [LARGE_IDS] : [])],
    baseUrl: rest.baseUrl.replace(/\/+$/, ''),
    token: {
      form: { grant_type: 'client_credentials' },
      sendTenantHeader: false,
      ...form,
      ...(credentials === 'form' ? { credentials } : {}),
    },
    webhook: webhookOf(webhook),
    steering: { by: 'none', ...steers },
    limits: { requestsPerSecond: rate === 'unlimited' ? null : rate, concurrency: limits.concurrency ?? 4 },
    deadlines: { responseMs: 30_000, kciMs: null, waitMs: null, settleMs: 30_000, ...deadlines },
    readings: Object.fromEntries(Object.entries(readings).map(([row, reading]) => [row, String(reading)])),
    ...(restore === undefined ? {} : { restore: { ...restore, by: [restore.by].flat() } }),
    ...(kciDelayMs === undefined ? {} : { kciDelaySeconds: kciDelayMs / 1000 }),
  };
}

/** Adds a tolerance for signatures: Standard Webhooks proposes five minutes. */
function webhookOf(webhook: NonNullable<WrittenTarget['webhook']>): Target['webhook'] {
  const { authentication, ...rest } = webhook;
  const toleranceMs = authentication?.by === 'standard-webhooks' ? { toleranceMs: 300_000 } : {};
  const by = authentication && { ...toleranceMs, ...authentication };
  return {
    listen: '127.0.0.1:0',
    registration: 'out-of-band',
    ...rest,
    ...(by ? { authentication: by as unknown as WebhookAuthentication } : {}),
  };
}

/** The secrets by which the target proves its deliveries. */
function authenticationSecrets({ authentication: by }: Target['webhook']): readonly string[] {
  switch (by?.by) {
    case 'bearer':
      return [by.token];
    case 'basic':
      return [by.password, `${by.username}:${by.password}`];
    case 'header':
      return [by.value];
    case 'standard-webhooks':
      return [by.secret];
    default:
      return [];
  }
}

/** The tenants of another target. Only a target on the loopback may use them, because they are made up. */
function tenantsFrom(
  source: Source,
  file: string,
  baseUrl: string,
  env: Environment,
): Pick<LoadedTarget, 'used' | 'problems'> & { readonly tenants?: readonly TargetTenant[] } {
  const reference = getAt(source.value, '/tenants-from');
  if (typeof reference !== 'string') return { problems: [] };
  const span = source.spanOf('/tenants-from');
  if (!isLoopback(baseUrl)) {
    const message = `"tenants-from" is not for ${baseUrl}`;
    const why = 'the tenants of another target are for a fake on this machine';
    return { problems: [{ severity: 'error', span, message, why, fix: 'write "tenants" with secrets from $env' }] };
  }
  const read = (text: string, other: string): LoadedTarget => {
    if (getAt(parseFixture(TARGETS, text, other).value, '/tenants-from') === undefined)
      return readTarget(text, other, env);
    const message = `"${reference}" takes its tenants from yet another target`;
    return { problems: [{ severity: 'error', span, message, fix: 'name that one here' }] };
  };
  const { target, used, problems }: LoadedTarget = loadFixture(TARGETS, reference, read, file, span);
  return target ? { tenants: target.tenants, used, problems: [] } : { problems };
}

/** Whether the named profile and world exist; their loaders check their content. */
function findReferences({ profile, world }: Target, source: Source, file: string, given: InPlaceOf): Problem[] {
  return [
    ...(given.profile ? [] : findFixture(PROFILES, profile, file, source.spanOf('/profile')).problems),
    ...(given.world ? [] : findFixture(WORLDS, world, file, source.spanOf('/world')).problems),
  ];
}

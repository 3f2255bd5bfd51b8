import { dirname, resolve } from 'node:path';
import type {
  Json,
  JsonObject,
  Problem,
  Restore,
  Span,
  Target,
  TargetClient,
  TargetTenant,
  WebhookAuthentication,
} from '../model.ts';
import { parseSource, type Source } from '../source/source.ts';
import { getAt, isObject, setAt } from '../values/pointer.ts';
import { type Environment, type Filled, fillFromEnvironment } from './environment.ts';
import { findFixture, holdAgainst, PROFILES, parseFixture, readText, shown, TARGETS, WORLDS } from './fixture.ts';
import { camelKeys, ms } from './keys.ts';
import { checkTarget, isLoopback } from './target-checks.ts';

/** A target, or all that is wrong with its file. */
export interface LoadedTarget {
  readonly target?: Target;
  /** The file it was read from; its `profile` and `world` are relative to that. */
  readonly file?: string;
  /** Values that no report may show: credentials, and what came from the environment but names and addresses. */
  readonly secrets: readonly string[];
  /** Those of them that stand where only secrets do, with the variables that they came from. */
  readonly variables?: readonly SecretVariable[];
  readonly problems: Problem[];
}

/** A secret that a variable of the environment holds. */
export interface SecretVariable {
  readonly name: string;
  readonly value: string;
  /** Where the file names the variable. */
  readonly span: Span;
}

/** What is named in place of a target file's own: the file need not have it. */
export interface InPlaceOf {
  readonly profile?: string;
  readonly world?: string;
}

/** Loads a target by its name in fixtures/targets or by path. `env` is where `$env.NAME` comes from. */
export function loadTarget(reference: string, env: Environment, given: InPlaceOf = {}): LoadedTarget {
  const { file, problems } = findFixture(TARGETS, reference);
  if (file === undefined) return { secrets: [], problems };
  const read = readText(file);
  return read.text === undefined ? { secrets: [], problems: read.problems } : readTarget(read.text, file, env, given);
}

/** Reads the text of a target; `file` is where it stands, for places and relative paths. */
export function readTarget(text: string, file: string, env: Environment, given: InPlaceOf = {}): LoadedTarget {
  const written = parseSource(text, shown(file));
  if (written.problems.length > 0) return { secrets: [], problems: written.problems };
  const source = { ...written, value: isObject(written.value) ? { ...written.value, ...given } : written.value };
  const filled = typed(source, fillFromEnvironment(source, env));
  const problems = [...filled.problems];
  const places = filled.problems.map(placeOf);
  const malformed = holdAgainst(TARGETS, { ...source, value: filled.value });
  const broken = malformed.filter((each) => !places.includes(placeOf(each)));
  if (broken.length > 0) return { secrets: [], problems: [...problems, ...broken] };
  const target = assemble(filled.value as unknown as YamlTarget, file);
  const borrowed = tenantsFrom(source, file, target.baseUrl, env);
  problems.push(...borrowed.problems, ...checkTarget(target, source), ...findReferences(target, source, file, given));
  if (problems.length > 0) return { secrets: [], problems: firstOfEachPlace(problems) };
  const tenants = borrowed.tenants ?? target.tenants;
  const isOpen = ({ pointer, value }: (typeof filled.taken)[number]): boolean =>
    OPEN.test(pointer) || (pointer === '/tls/key' && !isPem(value));
  const hidden = filled.taken.filter((each) => !isOpen(each)).map(({ value }) => value);
  const clients = [...tenants, ...(target.clients ?? [])];
  const ours = [...clients.map((each) => each.clientSecret), ...authenticationSecrets(target.webhook)];
  const secrets = [...new Set([...hidden, ...ours])];
  const variables = filled.taken
    .filter((each) => SECRET.test(each.pointer) && !isOpen(each))
    .map(({ name, value, pointer }) => ({ name, value, span: source.spanOf(pointer) }));
  return { target: { ...target, tenants }, file, secrets, variables, problems };
}

/** Places of a target whose values reports need and may show, wherever they came from. */
const OPEN =
  /^\/((limits|deadlines|ids|readings|lacks|steering|load)(\/.*)?|target|title|base-url|allow-hosts\/\d+|profile|world|tls\/(ca|cert)|tenants\/\d+\/name|token\/form\/(scope|audience|resource|client_id|username|\w*type)|webhook\/(listen|public-url|authentication\/(by|name|username|tolerance|ca|cert|key)))$/;

/** Places that hold a secret and nothing else, by what they are or by their names. */
const SECRET =
  /^\/((?:tenants|clients)\/\d+\/client-secret|tls\/(key|passphrase)|webhook\/(path-secret|authentication\/(token|password|value|secret))|(headers|token\/form|webhook\/registration|restore\/call)\/.*(secret|pass|token|key|assertion|credential)(?!\w*type$)[^/]*)$/i;

/** A variable that is not set makes its place wrong in other ways, too; only the first is told. */
function firstOfEachPlace(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    (each, i) => !each.span || problems.findIndex((other) => placeOf(other) === placeOf(each)) === i,
  );
}

const placeOf = ({ span }: Problem): string => (span ? `${span.file}:${span.line}:${span.col}` : '');

/** Variables hold texts. Where the file must have a number, or true or false, one that reads so is meant as that. */
function typed(source: Source, filled: Filled): Filled {
  const wrong = (value: Json): number => holdAgainst(TARGETS, { ...source, value }).length;
  const value = filled.taken.reduce((so, { pointer, value: text }) => {
    if (!/^(true|false|\d+(\.\d+)?)$/.test(text) || getAt(so, pointer) !== text) return so;
    const meant = setAt(so, pointer, JSON.parse(text) as Json);
    return wrong(meant) < wrong(so) ? meant : so;
  }, filled.value);
  return { ...filled, value };
}

interface YamlTarget {
  readonly target: string;
  readonly title: string;
  readonly 'base-url': string;
  readonly 'allow-hosts'?: readonly string[];
  readonly load?: 'allowed';
  readonly profile: string;
  readonly world: string;
  readonly tenants?: readonly JsonObject[];
  readonly clients?: readonly JsonObject[];
  readonly token?: {
    readonly form?: Readonly<Record<string, string>>;
    readonly 'send-tenant-header'?: boolean;
    readonly credentials?: 'basic' | 'form';
  };
  readonly headers?: Readonly<Record<string, string>>;
  readonly proxy?: string;
  readonly webhook?: JsonObject;
  readonly steering?: {
    readonly by: Target['steering']['by'];
    readonly headers?: JsonObject;
    readonly query?: JsonObject;
    readonly body?: JsonObject;
    readonly values?: JsonObject;
    readonly 'kci-delay'?: string;
  };
  readonly limits?: { readonly 'requests-per-second'?: number | 'unlimited'; readonly concurrency?: number };
  readonly deadlines?: {
    readonly response?: string;
    readonly kci?: string;
    readonly wait?: string;
    readonly settle?: string;
    readonly operator?: string;
  };
  readonly lacks?: readonly string[];
  readonly readings?: Readonly<Record<string, string | number>>;
  readonly ids?: Target['ids'];
  readonly tls?: NonNullable<Target['tls']>;
  readonly restore?: Omit<Restore, 'by'> & { readonly by: Restore['by'] | Restore['by'][number] };
}

/** What is left out has the polite default: five requests a second, nothing steered, half a minute for an answer. */
function assemble(y: YamlTarget, file: string): Target {
  const rate = y.limits?.['requests-per-second'] ?? 5;
  const { by = 'none', values, 'kci-delay': kciDelay, ...names } = y.steering ?? {};
  const named = Object.entries(names).map(([way, each]) => [way, camelKeys(each)]);
  return {
    target: y.target,
    title: y.title,
    baseUrl: y['base-url'].replace(/\/+$/, ''),
    tenants: (y.tenants ?? []).map((each) => camelKeys(each) as unknown as TargetTenant),
    ...(y.clients ? { clients: y.clients.map((each) => camelKeys(each) as unknown as TargetClient) } : {}),
    profile: y.profile,
    world: y.world,
    token: {
      form: y.token?.form ?? { grant_type: 'client_credentials' },
      sendTenantHeader: y.token?.['send-tenant-header'] ?? false,
      ...(y.token?.credentials === 'form' ? { credentials: 'form' } : {}),
    },
    ...(y.headers === undefined ? {} : { headers: y.headers }),
    ...(y.proxy === undefined ? {} : { proxy: y.proxy }),
    webhook: webhookOf(y.webhook ?? {}, file),
    steering: { by, ...Object.fromEntries(named), ...(values === undefined ? {} : { values }) },
    limits: { requestsPerSecond: rate === 'unlimited' ? null : rate, concurrency: y.limits?.concurrency ?? 4 },
    deadlines: {
      responseMs: ms(y.deadlines?.response ?? '30s'),
      kciMs: y.deadlines?.kci === undefined ? null : ms(y.deadlines.kci),
      waitMs: y.deadlines?.wait === undefined ? null : ms(y.deadlines.wait),
      settleMs: ms(y.deadlines?.settle ?? '30s'),
      ...(y.deadlines?.operator === undefined ? {} : { operatorMs: ms(y.deadlines.operator) }),
    },
    lacks: y.lacks ?? [],
    readings: Object.fromEntries(Object.entries(y.readings ?? {}).map(([row, reading]) => [row, String(reading)])),
    ids: y.ids ?? { from: 1, to: 2_147_483_647 },
    allowHosts: y['allow-hosts'] ?? [],
    ...(y.load === undefined ? {} : { load: y.load }),
    ...(y.tls === undefined ? {} : { tls: { ...y.tls, ...pathsOf(y.tls as JsonObject, file) } }),
    ...(y.restore === undefined ? {} : { restore: { ...y.restore, by: [y.restore.by].flat() } }),
    ...(kciDelay === undefined ? {} : { kciDelaySeconds: ms(kciDelay) / 1000 }),
  };
}

function webhookOf(y: JsonObject, file: string): Target['webhook'] {
  const { listen = '127.0.0.1:0', registration = 'out-of-band', tls, authentication, ...rest } = y;
  const files = tls as { readonly cert: string; readonly key: string } | undefined;
  return {
    ...(camelKeys(rest) as { readonly publicUrl?: string; readonly pathSecret?: string }),
    listen: String(listen),
    registration: registration as Target['webhook']['registration'],
    ...(files === undefined ? {} : { tls: { cert: beside(file, files.cert), key: beside(file, files.key) } }),
    ...(authentication === undefined ? {} : { authentication: authenticationOf(authentication as JsonObject, file) }),
  };
}

/** As written, with paths from the file's folder and a time for signatures: Standard Webhooks proposes five minutes. */
function authenticationOf(y: JsonObject, file: string): WebhookAuthentication {
  const { tolerance, ...rest } = y;
  const toleranceMs = rest.by === 'standard-webhooks' ? { toleranceMs: ms(tolerance ?? '5m') } : {};
  return { ...rest, ...pathsOf(rest, file), ...toleranceMs } as unknown as WebhookAuthentication;
}

/** What nobody but the target may know of how its deliveries are proven. */
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

/** The PEM files that a part of a target names, from the folder of its own; PEM text stays as it is. */
function pathsOf(y: JsonObject, file: string): Readonly<Record<string, string>> {
  const paths = ['ca', 'cert', 'key'].flatMap((name) => {
    const path = y[name];
    return typeof path === 'string' ? [[name, isPem(path) ? path : beside(file, path)] as const] : [];
  });
  return Object.fromEntries(paths);
}

/** Whether a text is what a PEM file holds, and not the path of one. */
export const isPem = (text: string): boolean => text.includes('-----BEGIN ');

const beside = (file: string, path: string): string => resolve(dirname(file), path);

/** The tenants of another target, which only a target on the loopback may borrow: they are made up. */
function tenantsFrom(
  source: Source,
  file: string,
  baseUrl: string,
  env: Environment,
): { readonly tenants?: readonly TargetTenant[]; readonly problems: Problem[] } {
  const reference = getAt(source.value, '/tenants-from');
  if (typeof reference !== 'string') return { problems: [] };
  const span = source.spanOf('/tenants-from');
  if (!isLoopback(baseUrl)) {
    const why = 'the tenants of another target are for a fake on this machine';
    return {
      problems: [
        {
          severity: 'error',
          span,
          message: `"tenants-from" is not for ${baseUrl}`,
          why,
          fix: 'write "tenants" with secrets from $env',
        },
      ],
    };
  }
  const { file: other, problems } = findFixture(TARGETS, reference, file, span);
  if (other === undefined) return { problems };
  const read = readText(other);
  if (read.text === undefined) return { problems: read.problems };
  if (getAt(parseFixture(TARGETS, read.text, other).value, '/tenants-from') !== undefined) {
    const message = `"${reference}" takes its tenants from yet another target`;
    return { problems: [{ severity: 'error', span, message, fix: 'name that one here' }] };
  }
  const loaded = readTarget(read.text, other, env);
  return loaded.target ? { tenants: loaded.target.tenants, problems: [] } : { problems: loaded.problems };
}

/** Whether the profile and world named are there; what is in them is for their own loaders. */
function findReferences({ profile, world }: Target, source: Source, file: string, given: InPlaceOf): Problem[] {
  return [
    ...(given.profile ? [] : findFixture(PROFILES, profile, file, source.spanOf('/profile')).problems),
    ...(given.world ? [] : findFixture(WORLDS, world, file, source.spanOf('/world')).problems),
  ];
}

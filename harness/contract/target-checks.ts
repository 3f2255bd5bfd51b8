import { existsSync } from 'node:fs';
import { homeName } from '../home.ts';
import type { Json, Problem, SteeringWay, Target } from '../model.ts';
import { below, type Source } from '../source/source.ts';
import { getAt } from '../values/pointer.ts';
import { isVariable } from './environment.ts';
import { isPem, PEM_PLACES } from './extended.ts';
import type { ReportProblem } from './fixture.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address is one of this machine. */
export function isLoopback(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && LOOPBACK.test(new URL(baseUrl).hostname);
}

/**
 * The problems of a target beyond the form of its file: plain secrets, hosts that are not allowed, settings without their
 * means.
 */
export function checkTarget(target: Target, source: Source): Problem[] {
  const problems: Problem[] = [];
  const report: ReportProblem = (pointer, message, rest = {}) => {
    problems.push({ severity: 'error', span: source.spanOf(pointer), message, ...rest });
  };
  checkBaseUrl(target, report);
  checkSecrets(target, source, report);
  checkTenants(target, source, report);
  checkSteering(target, report);
  checkAuthentication(target, report);
  checkFiles(target, report);
  checkWay(target, source, report);
  checkRestore(target, report);
  if (target.ids.from > target.ids.to) report('/ids', 'the range of ids ends before it begins');
  const port = Number(/\d+$/.exec(target.webhook.listen)?.[0]);
  if (port > 65_535)
    report('/webhook/listen', `${port} is no port`, { why: 'ports go up to 65535; 0 takes any free one' });
  return problems;
}

function checkBaseUrl({ baseUrl, allowHosts }: Target, report: ReportProblem): void {
  if (baseUrl === 'embedded') return;
  const at = '/base-url';
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    report(at, `"${baseUrl}" is no address`, {
      fix: 'write http://… or https://…, or embedded for the fake in this process',
    });
    return;
  }
  const { hostname, username, password, search, hash } = new URL(baseUrl);
  if (username || password)
    report(at, '"base-url" holds credentials', { fix: 'move them to "tenants", as $env values' });
  if (search || hash)
    report(at, '"base-url" goes on after its path', { why: 'the paths of the specification are put behind it' });
  if (!allowHosts.some((host) => host.toLowerCase() === hostname)) {
    const why = 'Assay sends to the hosts listed there and to no other';
    report(at, `the host ${hostname} is not in "allow-hosts"`, {
      why,
      fix: `add it: allow-hosts: [${[...allowHosts, hostname].join(', ')}]`,
    });
  }
}

/** Only the embedded fake's credentials, which open nothing, may be in a file. */
function checkSecrets({ baseUrl, tenants, clients = [] }: Target, source: Source, report: ReportProblem): void {
  if (baseUrl === 'embedded') return;
  const places = [
    ...[...tenants.keys()].map((i) => `/tenants/${i}/client-secret`),
    ...[...clients.keys()].map((i) => `/clients/${i}/client-secret`),
  ];
  const proofs = ['token', 'password', 'value', 'secret'].map((each) => `/webhook/authentication/${each}`);
  for (const at of [...places, '/webhook/path-secret', ...proofs]) {
    const written = getAt(source.value, at);
    if (typeof written !== 'string' || isVariable(written)) continue;
    const { file } = source.spanOf(at);
    const isOurs = file !== source.file && homeName(file) !== undefined;
    report(at, 'a secret is written in the file', isOurs ? OWN_SECRETS : SECRETS_OUTSIDE);
  }
}

const OWN_SECRETS = {
  why: 'it is known to all who have Assay',
  fix: 'extend fake-http for the fake on a socket; for a gateway write tenants and webhook of your own, with $env.NAME for each secret',
};
const SECRETS_OUTSIDE = {
  why: 'secrets come from the environment',
  fix: 'write $env.NAME here and set that variable',
} as const;

function checkTenants({ tenants }: Target, source: Source, report: ReportProblem): void {
  const isBorrowed = getAt(source.value, '/tenants-from') !== undefined;
  if (isBorrowed && tenants.length > 0)
    report('/tenants-from', '"tenants-from" stands beside "tenants"', { fix: 'remove one of them' });
  if (!isBorrowed && tenants.length === 0) report('', '"tenants" is missing', { why: 'Assay signs in as one of them' });
  for (const [i, { name }] of tenants.entries()) {
    if (tenants.findIndex((each) => each.name === name) !== i)
      report(`/tenants/${i}/name`, `the tenant "${name}" stands twice`);
  }
}

/** The ways in which a gateway is asked for outcomes, in order of preference. */
export function waysOf({ by }: Target['steering']): readonly SteeringWay[] {
  return by === 'none' ? [] : ([by].flat() as readonly SteeringWay[]);
}

const NAMES = { headers: 'header', query: 'parameter', body: 'member' } as const;
const EXAMPLES = { headers: 'X-Scenario', query: 'scenario', body: 'test.scenario' } as const;

function checkSteering({ steering }: Target, report: ReportProblem): void {
  const ways = waysOf(steering);
  for (const way of ['headers', 'query', 'body'] as const) {
    if (ways.includes(way) && Object.keys(steering[way] ?? {}).length === 0)
      report('/steering', `steering by ${way} needs their names`, { fix: `${way}: { outcome: ${EXAMPLES[way]} }` });
    if (!ways.includes(way) && steering[way])
      report(`/steering/${way}`, `${NAMES[way]} names are of no use to steering by ${ways.join(', ') || 'none'}`);
  }
}

function checkRestore({ restore, baseUrl, allowHosts }: Target, report: ReportProblem): void {
  if (!restore) return;
  const { by, call } = restore;
  if (by.includes('reset') !== (call !== undefined)) {
    report('/restore', '"reset" and the "call" by which it is done belong together', {
      fix: 'call: { method: POST, url: "${base}/reset", body: { uprn: $site.id } }',
    });
  }
  const url = call?.url.replaceAll('${base}', baseUrl);
  // A malformed base address is reported elsewhere.
  if (url === undefined || !URL.canParse(baseUrl) || (URL.canParse(url) && allowHosts.includes(new URL(url).hostname)))
    return;
  report('/restore/call/url', `the call goes to a host that is not in "allow-hosts": ${url}`);
}

/** Checks what a webhook's authentication needs beyond its form. */
function checkAuthentication({ webhook, baseUrl }: Target, report: ReportProblem): void {
  const { authentication: by, tls } = webhook;
  const at = '/webhook/authentication';
  if (by?.by === 'mutual-tls' && tls === undefined && baseUrl !== 'embedded') {
    report(at, 'mutual TLS needs TLS', {
      why: 'only a listener with a certificate of its own can ask callers for theirs',
      fix: 'add tls: { cert: …, key: … } to "webhook"',
    });
  }
  if (
    by?.by === 'standard-webhooks' &&
    !/^whsec_(?:[A-Za-z0-9+/]{4}){5,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(by.secret)
  ) {
    report(`${at}/secret`, 'the secret is none of Standard Webhooks', {
      why: 'it is "whsec_" and then 16 bytes or more as base64',
    });
  }
}

const SECRET_NAME = /secret|pass|token|key|auth|credential|cookie/i;

/** Checks the proxy, the client's certificate, and the fixed headers. */
function checkWay({ proxy, tls, headers = {}, restore, baseUrl }: Target, source: Source, report: ReportProblem): void {
  if (proxy !== undefined && !(/^https?:\/\/[^/]+\/?$/i.test(proxy) && URL.canParse(proxy)))
    report('/proxy', 'the proxy is no address', { fix: 'write http://host:port, or https://…' });
  if ((tls?.cert === undefined) !== (tls?.key === undefined))
    report('/tls', 'a client certificate needs both "cert" and "key"');
  const written = getAt(source.value, '/proxy');
  if (typeof written === 'string' && /:\/\/[^/]*@/.test(written) && !/\$(env\.|\{env\.)/.test(written))
    report('/proxy', 'a secret is written in the file', SECRETS_OUTSIDE);
  if (baseUrl === 'embedded') return;
  const secretsOf = (at: string, named: object): string[] =>
    Object.keys(named).flatMap((name) => (SECRET_NAME.test(name) ? [below(at, name)] : []));
  const resetting = secretsOf('/restore/call/headers', restore?.call?.headers ?? {});
  for (const at of [...secretsOf('/headers', headers), ...resetting, '/tls/passphrase']) {
    const text = getAt(source.value, at);
    if (typeof text === 'string' && !/\$(env\.|\{env\.)/.test(text))
      report(at, 'a secret is written in the file', SECRETS_OUTSIDE);
  }
}

function checkFiles(target: Target, report: ReportProblem): void {
  for (const at of PEM_PLACES) {
    const file = getAt(target as unknown as Json, at);
    if (typeof file === 'string' && !isPem(file) && !existsSync(file)) report(at, `there is no file ${file}`);
  }
}

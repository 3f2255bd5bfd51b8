import { previewPlan } from '../application/cases/preview-plan.ts';
import type { AimOptions, Inputs } from '../application/inputs.ts';
import { Refusal } from '../application/say.ts';
import { callsOf, hasBody } from '../journey/calls.ts';
import { NotInScript } from '../load/k6/captures.ts';
import { expressionOf } from '../load/k6/script.ts';
import { joined, listOf } from '../load/k6/script-values.ts';
import { walkOf } from '../load/k6/walk.ts';
import type { Answer, CallStep, Journey, Json, JsonObject, RequestTemplate, Step } from '../model.ts';
import { tokenTemplate } from '../run/tokens.ts';
import { bind, references } from '../values/bind.ts';
import { getAt } from '../values/pointer.ts';
import { defectiveView, encodeRequest, templateView } from '../wire/request.ts';
import { decodeUtf8 } from '../wire/wire.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
/** Where `assay fake` answers, for a target without an address of its own. */
const FAKE = 'http://127.0.0.1:8080';
const BASE = '{{base-url}}';

/** A case as a Postman collection, which Bruno and others read, too. Secrets and addresses are its variables. */
export function collection(
  id: string,
  flags: AimOptions & { readonly seed: number },
  paths: readonly string[] = [],
): Json {
  const { plan, inputs } = previewPlan(paths, { ...flags, mayLack: false, only: [id] });
  const [journey, ...others] = plan.journeys;
  if (!journey) throw new Error('a selection that selects nothing was not refused');
  const problem = (message: string, fix: string) => new Refusal([{ severity: 'error', message, fix }]);
  if (others.length > 0) {
    throw problem(`"${id}" are ${plan.journeys.length} cases`, `name one of them, such as ${journey.id}`);
  }
  try {
    return collectionOf(journey, inputs);
  } catch (error) {
    if (!(error instanceof NotInScript)) throw error;
    throw problem(`no collection can say ${id}: it ${error.message}`, `assay plan --only '${id}' prints its requests`);
  }
}

/** The requests of a journey, in order; waits are described in words. */
export function collectionOf(journey: Journey, { target, profile, contract }: Inputs): Json {
  const walk = walkOf({ ...journey, steps: journey.steps.map(settled) }, 0, {
    target,
    profile,
    think: { fromMs: 0, toMs: 0 },
  });
  const calls = callsOf(journey);
  const filled = callsOf({ steps: walk.steps });
  const given = new Set(calls.flatMap(({ as }) => as ?? []));
  const isAnswered = ({ verb }: RequestTemplate): boolean => {
    const operation = verb === 'http' ? undefined : contract.operations[verb];
    return verb === 'http' || (operation !== undefined && hasBody(operation));
  };
  const bearers = [...new Set(calls.flatMap(({ tenant, request: { auth } }) => (auth === 'bearer' ? [tenant] : [])))];
  const tenants = target.tenants.filter(({ name }) => calls.some(({ tenant }) => tenant === name));
  const fixed = Object.fromEntries(Object.keys(target.headers ?? {}).map((name) => [name, `{{${name}}}`]));
  const wire = (request: RequestTemplate) =>
    encodeRequest(request, { baseUrl: BASE, headers: fixed, ...(target.token ? { token: target.token } : {}) });

  const tokens = bearers.map((tenant) => ({
    name: `token of ${tenant}`,
    event: [script('test', [`pm.collectionVariables.set('${tenant} token', pm.response.json().access_token);`])],
    request: { ...requestOf(wire(tokenTemplate(target, contract, tenant))), auth: basicOf(tenant) },
  }));

  const item = ({ name, request: planned, tenant, expect, as }: CallStep, { request }: CallStep): JsonObject => {
    const unknown = references(request as unknown as Json).find((each) => !given.has(each));
    if (unknown !== undefined) throw new NotInScript(`takes ${unknown} from requests that are sent at once`);
    const { credentials = {}, defect } = planned;
    if (credentials.but !== undefined || credentials.client !== undefined)
      throw new NotInScript('takes other credentials');
    const says = defect?.at === '/headers/Authorization' || 'Authorization' in planned.headers;
    const { bearer = `{{${tenant} token}}` } = credentials;
    const own = request.auth === 'bearer' && !says ? { Authorization: `Bearer ${String(bearer)}` } : {};
    const { known, open, lines } = beforeOf(request, [...given]);
    const { body, ...rest } = request;
    const closed = {
      ...rest,
      headers: { ...own, ...request.headers },
      query: known,
      ...(body === undefined ? {} : { body: open.body ? {} : body }),
    };
    const written = requestOf(wire(bind(closed as unknown as Json, {}).value as unknown as RequestTemplate), open);
    const capture =
      as === undefined ? [] : [`pm.collectionVariables.set('${as}', ${capturedBy(request, isAnswered(request))});`];
    return {
      name,
      event: [
        ...(lines.length === 0 ? [] : [script('prerequest', lines)]),
        script('test', [...checksOf(expect.answers), ...capture]),
      ],
      request: request.auth === 'basic' && !says ? { ...written, auth: basicOf(tenant, credentials) } : written,
    };
  };

  const waits = journey.steps.filter(({ kind }) => kind !== 'call' && kind !== 'parallel').length;
  return {
    info: {
      name: journey.id,
      description: `${journey.title}. Made by assay export; fill in the secrets among its variables.${waits === 0 ? '' : ` Events come to the webhook of the tenant: ${waits} waits for them are not in here.`}`,
      schema: SCHEMA,
    },
    variable: [
      { key: 'base-url', value: target.baseUrl === 'embedded' ? FAKE : target.baseUrl },
      ...tenants.flatMap(({ name, clientId }) => [
        { key: `${name} client-id`, value: clientId },
        { key: `${name} client-secret`, value: '', type: 'secret' },
      ]),
      ...Object.keys(fixed).map((key) => ({ key, value: '', type: 'secret' })),
    ],
    item: [...tokens, ...calls.map((call, i) => item(call, filled[i] ?? call))],
  };
}

/** Malformations: defects that change the text of a request, not its values. */
const OF_FORM = ['malformed-json', 'truncated-json', 'not-encoded', 'doubly-encoded', 'wrong-content-type'];

/** A step with its defect put in before earlier answers are, if the result is the same. */
function settled<S extends Step>(step: S): S {
  if (step.kind === 'parallel') return { ...step, steps: step.steps.map(settled) };
  if (step.kind !== 'call') return step;
  const { defect, ...request } = step.request;
  if (!defect || request.spelling || OF_FORM.includes(defect.kind)) return step;
  const at = getAt(templateView(request) as unknown as JsonObject, defect.at);
  if ((defect.kind === 'empty' || defect.as) && typeof at === 'string' && at.startsWith('$')) return step;
  const { path, ...view } = defectiveView(step.request);
  return { ...step, request: { ...request, ...view, ...(path ? { pathParameters: path } : {}) } };
}

/** Code that fills earlier answers into a request before it is sent: into its body, and parts of its query. */
function beforeOf({ query, body, path, headers, pathParameters }: RequestTemplate, captures: readonly string[]) {
  const isOpen = (value: Json | undefined): boolean => value !== undefined && references(value).length > 0;
  if (isOpen([path, headers, pathParameters ?? null]))
    throw new NotInScript('has an earlier answer in its path or its headers');
  const code = (value: Json): string =>
    expressionOf(value, (capture) => (captures.includes(capture) ? variable(capture) : undefined));
  const open = Object.entries(query).filter(([, value]) => isOpen(value));
  const names = references([...open.map(([, value]) => value), isOpen(body) ? (body ?? null) : null]);
  const lines = [
    ...names.map((name) => `const ${variable(name)} = JSON.parse(pm.collectionVariables.get('${name}'));`),
    ...open.map(([name, value]) => {
      const text = `${typeof value === 'string' ? '' : 'JSON.stringify'}(${code(value)})`;
      return `pm.variables.set('${name}', encodeURIComponent(${text}));`;
    }),
    ...(isOpen(body) ? [`pm.variables.set('body', JSON.stringify(${code(body ?? null)}));`] : []),
  ];
  const used = [joined, listOf].filter(({ name }) => lines.some((line) => line.includes(`${name}(`)));
  if (lines.some((line) => /\b(withOffset|inSeconds|dateOf)\(/.test(line)))
    throw new NotInScript('writes a time of an earlier answer otherwise');
  return {
    lines: [...used.map(String), ...lines].flatMap((each) => each.split('\n')),
    known: Object.fromEntries(Object.entries(query).filter(([, value]) => !isOpen(value))),
    open: { query: open.map(([name]) => name), ...(isOpen(body) ? { body: '{{body}}' } : {}) },
  };
}

/** The parts of a request that its script fills in. */
interface OpenParts {
  readonly query: readonly string[];
  readonly body?: string;
}
const NOTHING_OPEN: OpenParts = { query: [] };

const variable = (capture: string): string => capture.replaceAll(/\W/g, '_');

function capturedBy({ verb }: RequestTemplate, isAnswered: boolean): string {
  if (verb === 'http')
    return 'JSON.stringify({ status: pm.response.code, headers: pm.response.headers.toObject(), body: pm.response.json() })';
  return isAnswered ? 'pm.response.text()' : 'pm.request.body.raw';
}

function checksOf(answers: readonly Answer[]): string[] {
  if (answers.length === 0) return [];
  const [words, form] = [' or ', '|'].map((by) => [...new Set(answers.map(({ status }) => status))].join(by));
  const title = `is answered ${words}`;
  return [
    `pm.test('${title}', () => pm.expect(String(pm.response.code)).to.match(/^(${form?.replaceAll('xx', '\\d\\d')})$/));`,
  ];
}

function requestOf(
  { method, url, headers, body }: ReturnType<typeof encodeRequest>,
  open: OpenParts = NOTHING_OPEN,
): JsonObject {
  const query = open.query.map((name) => `${encodeURIComponent(name)}={{${name}}}`).join('&');
  const raw = open.body ?? (body === null ? undefined : (decodeUtf8(body) ?? ''));
  return {
    method,
    header: headers.map(([key, value]) => ({ key, value })),
    url: query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`,
    ...(raw === undefined ? {} : { body: { mode: 'raw', raw } }),
  };
}

function basicOf(tenant: string, { clientId, clientSecret }: JsonObject = {}): JsonObject {
  const values = {
    username: clientId ?? `{{${tenant} client-id}}`,
    password: clientSecret ?? `{{${tenant} client-secret}}`,
  };
  return { type: 'basic', basic: Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' })) };
}

function script(listen: 'prerequest' | 'test', exec: readonly string[]): JsonObject {
  return { listen, script: { type: 'text/javascript', exec } };
}

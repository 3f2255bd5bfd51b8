import type { Options } from 'k6/options';
import type { Answer, CallStep, Json, JsonObject, RequestTemplate, Step } from '../../model.ts';
import { valueTexts } from '../../values/bind.ts';
import { isObject, partsOf } from '../../values/pointer.ts';
import { captureAs, NotInScript, naming } from './captures.ts';
import type { Form } from './rows.ts';
import type { Load } from './runtime.ts';

/** A journey as the script walks it: no more than what its requests and checks are made of, all planned values filled in. */
export interface Walk {
  readonly scenario: string;
  readonly steps: readonly WalkStep[];
}

/** A step with the customer's thought before it, ms, and the ids that stand for it. */
export type WalkStep = Step & {
  readonly thinkMs?: number;
  /** Why the walk ends here, whatever is answered. */
  readonly stop?: { readonly reason: string; readonly detail: string };
};

/** All that a script says besides its journeys. */
export interface ScriptOf {
  readonly title: string;
  readonly options: Options;
  readonly load: Omit<Load, 'journeys' | 'walks'>;
  /** Whether a capture is the answer's body; else it is what was sent. */
  readonly isAnswered: (verb: CallStep['request']['verb']) => boolean;
}

/** The script of a load as k6 runs it: one function for each form of journey, its requests in their order. */
export function scriptOf(forms: readonly Form[], { title, options, load, isAnswered }: ScriptOf): string {
  const names = functionNames(forms);
  const functions = forms.map((form, i) => naming(form.name, () => functionOf(form, names[i] ?? '', isAnswered)));
  const used = (name: string): boolean => functions.some((text) => text.includes(`${name}(`));
  const values = VALUES.filter(used);
  return `// ${title.replaceAll('\n', ' ')}
// Each function walks one kind of journey; what differs between journeys stands in journeys.ndjson, a line for each.
import { SharedArray } from 'k6/data';
import { assay } from './assay.ts';
${values.length === 0 ? '' : `import { ${values.join(', ')} } from './values.ts';\n`}
export const options = ${literal(options)};

const journeys = new SharedArray('journeys', () => open('./journeys.ndjson').split('\\n'));

${functions.join('\n')}
const load = assay({
${Object.entries(load)
  .map(([name, value]) => `  ${name}: ${literal(value, '  ')},\n`)
  .join('')}  journeys,
  walks: { ${names.join(', ')} },
});
export const { setup, walk, collect, teardown } = load;
`;
}

/** What `values.ts` has for a script that needs it. */
const VALUES = ['dateOf', 'withOffset', 'inSeconds', 'joined', 'listOf', 'literal', 'known', 'fits'] as const;

/** A name for each form: that of its scenario, with a number where it has several. */
export function functionNames(forms: readonly Pick<Form, 'name'>[]): readonly string[] {
  const taken = new Set<string>();
  return forms.map(({ name }) => free(camel(name), taken));
}

/** JSON as JavaScript that people read. */
function literal(value: unknown, indent = ''): string {
  return indented(JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:'), indent);
}

function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}

const RESERVED = new Set(
  'journey default class function return new delete in of if else for while do switch case const let var this null true false typeof void with yield await async enum export extends import super static try catch throw undefined arguments eval fits known literal joined each listOf dateOf withOffset inSeconds assay load journeys options setup walk collect teardown'.split(
    ' ',
  ),
);

function camel(text: string): string {
  const words = text
    .replace(/^X-/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const name = words
    .map((word, i) => {
      const usual = /^[A-Z0-9_]+$/.test(word) ? word.toLowerCase() : word;
      const [head = '', tail = ''] = [usual.slice(0, 1), usual.slice(1)];
      return (i === 0 ? head.toLowerCase() : head.toUpperCase()) + tail;
    })
    .join('');
  return /^[a-z_]/.test(name) ? name : `_${name}`;
}

function free(name: string, taken: Set<string>): string {
  let found = name;
  for (let nth = 2; taken.has(found) || RESERVED.has(found); nth += 1) found = `${name}${nth}`;
  taken.add(found);
  return found;
}

/** What the text of one function is made with. */
interface Writing {
  /** The name of the cell that stands at a place. */
  readonly cellAt: (pointer: string) => string | undefined;
  /** How a capture is called; undefined: there is none of that name, yet. */
  readonly nameOf: (capture: string) => string | undefined;
  readonly taken: Set<string>;
  readonly captures: Map<string, string>;
  readonly isAnswered: ScriptOf['isAnswered'];
}

function functionOf({ name, root, cells }: Form, is: string, isAnswered: ScriptOf['isAnswered']): string {
  const { scenario, steps } = root as unknown as Walk;
  const captures = new Map<string, string>();
  const taken = new Set<string>(steps.flatMap((step) => (step.kind === 'call' && step.as ? [camel(step.as)] : [])));
  const cellNames = cells.map((pointers) => free(cellName(pointers, steps), taken));
  const places = new Map(cells.flatMap((pointers, i) => pointers.map((each) => [each, cellNames[i] ?? ''] as const)));
  const writing: Writing = {
    cellAt: (pointer) => places.get(pointer),
    nameOf: (capture) => captures.get(capture),
    taken,
    captures,
    isAnswered,
  };
  const lines = steps.flatMap((step, i) => stepLines(step, `/steps/${i}`, writing));
  return `/** ${scenario === name ? scenario : `${scenario}, as ${name}`} */
function ${is}(journey, [${cellNames.join(', ')}]) {
${lines.map((line) => `  ${indented(line, '  ')}\n`).join('')}}
`;
}

/** From where a cell stands: `addressId`, `placedRequestId`, `customer…`. */
function cellName(pointers: readonly string[], steps: Walk['steps']): string {
  const [pointer = ''] = pointers;
  const parts = partsOf(pointer);
  const [, nth = '', , , ...inner] = parts;
  const words = inner.filter((part) => !/^\d+$/.test(part));
  const last = words.at(-1) ?? parts.at(-1) ?? '';
  const step = steps[Number(nth)]?.name ?? '';
  // A header that one request alone has is named after its step.
  if (parts[3] === 'headers' && pointers.length === 1) return camel(`${step} ${last.replace(/^X-/, '')}`);
  const isVague = ['id', 'type', 'name', 'value'].includes(last);
  return camel(isVague ? `${words.at(-2) ?? step} ${last}` : last);
}

/** A JSON value as JavaScript; `nameOf` says how a capture is called. */
export function expressionOf(value: Json, nameOf: Writing['nameOf']): string {
  return valueAs(value, '', { nameOf, cellAt: () => undefined });
}

/** A JSON value as JavaScript: cells and captures by their names. */
function valueAs(
  value: Json | undefined,
  at: string,
  writing: Pick<Writing, 'nameOf' | 'cellAt'>,
  isShape = false,
): string {
  const cell = writing.cellAt(at);
  if (cell !== undefined) return cell;
  if (typeof value === 'string') return textAs(value, writing, isShape);
  if (Array.isArray(value))
    return `[${value.map((each, i) => valueAs(each, `${at}/${i}`, writing, isShape)).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value ?? null);
  const members = Object.entries(value).map(([name, each]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : quoted(name);
    const its = valueAs(each, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, writing, isShape);
    return key === its ? key : `${key}: ${its}`;
  });
  const line = members.join(', ');
  return line.length > 90 ? `{\n${members.map((each) => `  ${indented(each, '  ')},\n`).join('')}}` : `{ ${line} }`;
}

function textAs(text: string, { nameOf }: Pick<Writing, 'nameOf'>, isShape: boolean): string {
  if (text.startsWith('$$')) return quoted(text.slice(1));
  if (/^\$[A-Za-z_]/.test(text)) {
    const found = captureAs(text.slice(1), nameOf);
    return isShape ? `literal(${found})` : found;
  }
  const parts = text.split(/\$\{([^}]*)\}/);
  if (parts.length === 1) return quoted(text);
  const values = parts.map((part, i) => (i % 2 === 0 ? quoted(part) : captureAs(part.replace(/^\$/, ''), nameOf)));
  return `joined(${values.filter((each) => each !== "''").join(', ')})`;
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** What a step needs of earlier answers, so that the walk ends here where one did not give it. */
function needs(value: Json, step: string, { nameOf }: Writing): string[] {
  const texts = [...new Set(valueTexts(value))].filter((each) => !each.endsWith('?'));
  if (texts.length === 0) return [];
  const members = texts.map((text) => `  ${quoted(`$${text}`)}: ${captureAs(text, nameOf)},\n`);
  return [`journey.needs(${quoted(step)}, {\n${members.join('')}});`];
}

function stepLines(step: WalkStep, at: string, writing: Writing): string[] {
  const { captures, taken, nameOf } = writing;
  const name = quoted(step.name);
  const pause = writing.cellAt(`${at}/thinkMs`) ?? step.thinkMs;
  const lines = pause === undefined ? [] : [`journey.think(${pause});`];
  if (step.stop) return [...lines, `journey.stop(${quoted(step.stop.reason)}, ${quoted(step.stop.detail)});`];
  switch (step.kind) {
    case 'await':
      return [
        ...needs(step.for, step.name, writing),
        `journey.awaitEvents(${name}, ${valueAs(step.for, '', writing)}, ${step.withinMs});`,
      ];
    case 'wait': {
      const until =
        step.until === undefined ? `${step.forMs ?? 0}` : `journey.until(${valueAs(step.until, '', writing)})`;
      return [
        ...(step.until === undefined ? [] : needs(step.until, step.name, writing)),
        `journey.wait(${name}, ${until});`,
      ];
    }
    case 'call': {
      const own = callLines(step, at, writing);
      const answer = free(camel(`${step.name} answer`), taken);
      const sends = [...own.before, `const ${answer} = journey.send(${name}, ${own.request});`];
      const checked = checksOf(step, at, answer, writing);
      if (step.as === undefined) return [...lines, ...sends, ...checked];
      const capture = camel(step.as);
      captures.set(step.as, capture);
      const isSent = own.sent !== undefined && !writing.isAnswered(step.request.verb);
      return [...lines, ...sends, ...checked, `const ${capture} = ${isSent ? own.sent : captureOf(step, answer)};`];
    }
    case 'parallel': {
      const all = step.steps.map((each, i) => ({ each, ...callLines(each, `${at}/steps/${i}`, writing) }));
      const answers = step.steps.map((each) => free(camel(`${each.name} answer`), taken));
      const requests = all.map(({ each, request }) => `  [${quoted(each.name)}, ${indented(request, '  ')}],\n`);
      const saved = all.map(({ each, sent }, i) =>
        sent !== undefined && !writing.isAnswered(each.request.verb) ? sent : captureOf(each, answers[i] ?? ''),
      );
      const named = step.steps.flatMap((each, i) => {
        if (each.as === undefined) return [];
        captures.set(each.as, free(camel(each.as), taken));
        return [`const ${nameOf(each.as)} = ${saved[i]};`];
      });
      const group = step.as === undefined ? [] : [`const ${camel(step.as)} = [${saved.join(', ')}];`];
      if (step.as !== undefined) captures.set(step.as, camel(step.as));
      return [
        ...lines,
        ...all.flatMap(({ before }) => before),
        `const [${answers.join(', ')}] = journey.sendTogether([\n${requests.join('')}]);`,
        ...named,
        ...group,
      ];
    }
  }
}

function captureOf({ request }: CallStep, answer: string): string {
  return request.verb === 'http' ? `${answer}.whole` : `${answer}.json`;
}

/** The request of a call as an argument, what has to be asked for before, and the body by its name. */
function callLines(
  step: CallStep,
  at: string,
  writing: Writing,
): { readonly before: readonly string[]; readonly request: string; readonly sent?: string } {
  const { request, receiver, expect, tenant } = step;
  const { verb, method, path, headers, query, body, contentType, credentials = {}, auth } = request;
  const place = `${at}/request`;
  const before = needs(withoutAnswers(request), step.name, writing);
  const isText = typeof body === 'string';
  const members: [string, string | undefined][] = [
    ['operation', quoted(verb)],
    ['tenant', valueAs(tenant, `${at}/tenant`, writing)],
    ['auth', authAs(auth, credentials, `${place}/credentials`, writing)],
    ['method', quoted(method)],
    ['path', valueAs(path, `${place}/path`, writing)],
    ['query', Object.keys(query).length === 0 ? undefined : valueAs(query, `${place}/query`, writing)],
    ['headers', valueAs(typed(headers, body, contentType), `${place}/headers`, writing)],
    ['expected', literalList(expect.answers)],
  ];
  let sent: string | undefined;
  if (body !== undefined) {
    const its = valueAs(body, `${place}/body`, writing);
    if (isText) members.push(['body', contentType === undefined ? its : `JSON.stringify(${its})`]);
    else {
      sent = free(camel(`${step.name} body`), writing.taken);
      before.push(`const ${sent} = ${its};`);
      members.push(['body', sent]);
    }
  }
  if (receiver) before.push(`journey.turnAway(${sent}?.id, ${JSON.stringify(receiver)});`);
  const written = members.flatMap(([name, its]) =>
    its === undefined ? [] : [`  ${name === its ? name : `${name}: ${indented(its, '  ')}`},\n`],
  );
  return { before, request: `{\n${written.join('')}}`, ...(sent === undefined ? {} : { sent }) };
}

function withoutAnswers({ headers, query, body = null, path, credentials = {} }: RequestTemplate): Json {
  return { headers, query, body, path, credentials };
}

function typed(
  headers: RequestTemplate['headers'],
  body: Json | undefined,
  contentType: string | undefined,
): JsonObject {
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return body === undefined || contentType === undefined || isNamed
    ? headers
    : { ...headers, 'Content-Type': contentType };
}

/** Whose credentials a request carries: undefined the tenant's token, `basic` its own, or what the scenario names. */
function authAs(
  auth: RequestTemplate['auth'],
  { bearer, clientId, clientSecret, client, but }: JsonObject,
  at: string,
  writing: Writing,
): string | undefined {
  if (auth === 'none') return "'none'";
  if (client !== undefined || but !== undefined) throw new NotInScript('shows credentials that no script may hold');
  if (typeof bearer === 'string') return `{ bearer: ${valueAs(bearer, `${at}/bearer`, writing)} }`;
  if (clientId !== undefined || clientSecret !== undefined) {
    const basic = {
      ...(clientId === undefined ? {} : { clientId }),
      ...(clientSecret === undefined ? {} : { clientSecret }),
    };
    return valueAs(basic, at, writing);
  }
  return auth === 'basic' ? "'basic'" : undefined;
}

/** The statuses that k6 counts for right; none: any. */
function literalList(answers: readonly Answer[]): string {
  const ranges = answers.map(({ status }) =>
    status.endsWith('xx') ? `{ min: ${status[0]}00, max: ${status[0]}99 }` : status,
  );
  return `[${(answers.length === 0 ? ['{ min: 100, max: 599 }'] : [...new Set(ranges)]).join(', ')}]`;
}

/** What is held of an answer, each check by its name. */
function checksOf({ name, expect, need }: CallStep, at: string, answer: string, writing: Writing): string[] {
  const checks: [string, string][] = [];
  for (const [part, { answers, headers, body }] of Object.entries({ expect, ...(need ? { need } : {}) })) {
    if (answers.length > 0) {
      const told = answers.map(({ status, code }) => (code === undefined ? status : `${status} ${code}`)).join(' or ');
      checks.push([`${name}: ${told}`, answers.map(answerAs).join(' || ')]);
    }
    const shapes = { headers, body };
    for (const each of ['headers', 'body'] as const) {
      const shape = shapes[each];
      if (shape === undefined) continue;
      const shown = valueAs(shape, `${at}/${part}/${each}`, writing, true);
      const its = valueTexts(shape).length === 0 ? shown : `known(${shown})`;
      checks.push([
        `${name}: ${each} ${part === 'need' ? 'needed' : 'expected'}`,
        `fits(answer.${each === 'body' ? 'json' : 'headers'}, ${its})`,
      ]);
    }
  }
  const distinct = [...new Map(checks)];
  if (distinct.length === 0) return [];
  const lines = distinct.map(([title, its]) => `  ${quoted(title)}: (answer) => ${indented(its, '  ')},\n`);
  return [`journey.check(${answer}, {\n${lines.join('')}});`];
}

function answerAs({ status, code }: Answer): string {
  const is = status.endsWith('xx') ? `Math.floor(answer.status / 100) === ${status[0]}` : `answer.status === ${status}`;
  return code === undefined ? is : `(${is} && answer.code === ${quoted(code)})`;
}

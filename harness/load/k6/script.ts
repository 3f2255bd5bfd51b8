import type { Options } from 'k6/options';
import type { Answer, CallStep, Json, JsonObject, RequestTemplate, Step } from '../../model.ts';
import { hasWords, references, valueTexts } from '../../values/bind.ts';
import { isObject, partsOf } from '../../values/pointer.ts';
import { captureAs, NotInScript, naming } from './captures.ts';
import type { RowForm } from './rows.ts';
import type { LoadSettings } from './script-journey.ts';

/** A journey as the script walks it: only what its requests and checks need, with all planned values filled in. */
export interface ScriptJourney {
  readonly scenario: string;
  readonly steps: readonly ScriptStep[];
}

/** A step with the think time before it, in ms. */
export type ScriptStep = Step & {
  readonly thinkMs?: number;
  /** Why the walk ends here, whatever the answer. */
  readonly stop?: { readonly reason: string; readonly detail: string };
};

/** All that a script contains besides its journeys. */
interface ScriptOf {
  readonly title: string;
  readonly options: Options;
  readonly load: Omit<LoadSettings, 'journeys' | 'walks'>;
  /** Whether a capture is the answer's body; otherwise it is what was sent. */
  readonly isAnswered: (verb: CallStep['request']['verb']) => boolean;
}

/** The script of a load as k6 runs it: one function for each form of journey, its requests in their order. */
export function scriptOf(forms: readonly RowForm[], { title, options, load, isAnswered }: ScriptOf): string {
  const names = functionNames(forms);
  const functions = forms.map((form, i) => naming(form.name, () => functionOf(form, names[i] ?? '', isAnswered)));
  const imports = Object.entries(MODULES).flatMap(([file, exported]) => {
    const used = exported.filter((name) => functions.some((text) => text.includes(`${name}(`)));
    return used.length === 0 ? [] : [`import { ${used.join(', ')} } from '${file}';\n`];
  });
  const expected = new Set(functions.flatMap((text) => text.match(/(?<=responseCallback: )status\w+/g) ?? []));
  return `// ${title.replaceAll('\n', ' ')}
// Each function walks one kind of journey; what differs between journeys stands in journeys.tsv, a line for each.
import { SharedArray } from 'k6/data';
import http from 'k6/http';
import { assay } from './assay.ts';
${imports.join('')}
export const options = ${literal(options)};

const gateway = ${quoted(load.gateway)};
const journeys = new SharedArray('journeys', () => open('./journeys.tsv').split('\\n'));
${[...expected].map((name) => `const ${name} = http.expectedStatuses(${expectedBy(name)});\n`).join('')}
${functions.join('\n')}
const load = assay({
  gateway,
${Object.entries(load)
  .filter(([name]) => name !== 'gateway')
  .map(([name, value]) => `  ${name}: ${literal(value, '  ')},\n`)
  .join('')}  journeys,
  walks: { ${names.join(', ')} },
});
export const { setup, walk, collect, teardown } = load;
`;
}

/** The modules that a script may need, and their exports. Each VU holds all of an imported file. */
const MODULES = {
  './journey.ts': ['queryOf', 'jsonOf', 'codeOf', 'headersOf', 'wholeBodyOf'],
  './values.ts': ['joined', 'listOf', 'known'],
  './date-forms.ts': ['dateOf', 'withOffset', 'inSeconds'],
  './shapes.ts': ['literal', 'word', 'fits'],
  './until.ts': ['msUntil'],
} as const satisfies {
  readonly './journey.ts': readonly (keyof typeof import('./script-journey.ts'))[];
  readonly './values.ts': readonly (keyof typeof import('./script-values.ts'))[];
  readonly './date-forms.ts': readonly (keyof typeof import('../../values/date-forms.ts'))[];
  readonly './shapes.ts': readonly (keyof typeof import('./script-shapes.ts'))[];
  readonly './until.ts': readonly (keyof typeof import('../../values/until.ts'))[];
};

/** A name for each form: that of its scenario, with a number where it has several. */
export function functionNames(forms: readonly Pick<RowForm, 'name'>[]): readonly string[] {
  const taken = new Set<string>();
  return forms.map(({ name }) => free(camel(name), taken));
}

/** JSON as readable JavaScript. */
function literal(value: unknown, indent = ''): string {
  return indented(JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:'), indent);
}

function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}

const RESERVED = new Set([
  ...Object.values(MODULES).flat(),
  ...'journey row gateway http default class function return new delete in of if else for while do switch case const let var this null true false typeof void with yield await async enum export extends import super static try catch throw undefined arguments eval each assay load journeys options setup walk collect teardown'.split(
    ' ',
  ),
]);

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

/** What is needed to write one function. */
interface FunctionContext {
  /** The name of the cell at a place. */
  readonly cellAt: (pointer: string) => string | undefined;
  /** The variable of a capture; undefined if there is none of that name yet. */
  readonly nameOf: (capture: string) => string | undefined;
  readonly taken: Set<string>;
  readonly captures: Map<string, string>;
  /** By the expression of a value taken from an answer: the variable that holds it. */
  readonly found: Map<string, string>;
  /** Values taken from answers that are known to be present. */
  readonly given: Set<string>;
  readonly isAnswered: ScriptOf['isAnswered'];
  /** By captures that tell a moment which a step waits for: the variable with the time they were made. */
  readonly toldAt: ReadonlyMap<string, string>;
}

/** Before the cells, a line holds its function, its scenario, and whether Assay judges it whole. */
const FIRST_CELL = 3;

function functionOf({ name, root, cells, kinds }: RowForm, is: string, isAnswered: ScriptOf['isAnswered']): string {
  const { scenario, steps } = root as unknown as ScriptJourney;
  const captures = new Map<string, string>();
  const taken = new Set<string>(steps.flatMap((step) => (step.kind === 'call' && step.as ? [camel(step.as)] : [])));
  const cellNames = cells.map((pointers) => free(cellName(pointers, steps), taken));
  const places = new Map(cells.flatMap((pointers, i) => pointers.map((each) => [each, cellNames[i] ?? ''] as const)));
  const told = steps.flatMap((step) => (step.kind === 'wait' ? references(step.until ?? '') : []));
  const calls = new Set(steps.flatMap((step) => (step.kind === 'call' ? (step.as ?? []) : [])));
  const toldAt = new Map(told.filter((as) => calls.has(as)).map((as) => [as, free(camel(`${as} told at`), taken)]));
  const writing: FunctionContext = {
    cellAt: (pointer) => places.get(pointer),
    nameOf: (capture) => captures.get(capture),
    taken,
    captures,
    found: new Map(),
    given: new Set(),
    isAnswered,
    toldAt,
  };
  const lines = [
    ...cellLines(cellNames, kinds),
    ...steps.flatMap((step, i) => stepLines(step, `/steps/${i}`, writing)),
  ];
  return `/** ${scenario === name ? scenario : `${scenario}, as ${name}`} */
function ${is}(journey, row) {
${lines.map((line) => `  ${indented(line, '  ')}\n`).join('')}}
`;
}

/** By index, because k6 is slow to destructure a list. */
function cellLines(names: readonly string[], kinds: RowForm['kinds']): string[] {
  const texts = names.flatMap((name, i) => (kinds[i] === 'text' ? [`${i + FIRST_CELL}: ${name}`] : []));
  const others = names.flatMap((name, i) => {
    const read = { number: 'Number', json: 'JSON.parse', text: undefined }[kinds[i] ?? 'text'];
    return read === undefined ? [] : [`const ${name} = ${read}(row[${i + FIRST_CELL}]);`];
  });
  return [...(texts.length === 0 ? [] : [`const { ${texts.join(', ')} } = row;`]), ...others];
}

/** Named after the place of a cell: `addressId`, `placedRequestId`, `customer…`. */
function cellName(pointers: readonly string[], steps: ScriptJourney['steps']): string {
  const [pointer = ''] = pointers;
  const parts = partsOf(pointer);
  const [, nth = '', , , ...inner] = parts;
  const words = inner.filter((part) => !/^\d+$/.test(part));
  const last = words.at(-1) ?? parts.at(-1) ?? '';
  const step = steps[Number(nth)]?.name ?? '';
  // A header of only one request is named after its step.
  if (parts[3] === 'headers' && pointers.length === 1) return camel(`${step} ${last.replace(/^X-/, '')}`);
  return memberName([step, ...(words.length === 0 ? [last] : words)]);
}

/** Named after the last member, or the last two if that one is vague. */
function memberName(members: readonly string[]): string {
  const last = members.at(-1) ?? '';
  const isVague = ['id', 'type', 'name', 'value'].includes(last);
  return camel(isVague ? `${members.at(-2) ?? ''} ${last}` : last);
}

/** A JSON value as JavaScript; `nameOf` gives the variable of a capture. */
export function expressionOf(value: Json, nameOf: FunctionContext['nameOf']): string {
  return valueAs(value, '', { nameOf, cellAt: () => undefined, found: new Map() });
}

/** A JSON value as JavaScript: cells and captures by their names. */
function valueAs(
  value: Json | undefined,
  at: string,
  writing: Pick<FunctionContext, 'nameOf' | 'cellAt' | 'found'>,
  isShape = false,
): string {
  const cell = writing.cellAt(at);
  if (cell !== undefined) return cell;
  if (typeof value === 'string') return textAs(value, writing, isShape);
  if (Array.isArray(value))
    return `[${value.map((each, i) => valueAs(each, `${at}/${i}`, writing, isShape)).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value ?? null);
  const members = Object.entries(value).map(([name, each]) => {
    const its = valueAs(each, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, writing, isShape);
    return memberAs(name, its);
  });
  return objectAs(members);
}

function memberAs(name: string, its: string): string {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : quoted(name);
  return key === its ? key : `${key}: ${its}`;
}

function objectAs(members: readonly string[]): string {
  const line = members.join(', ');
  return line.length > 90 ? `{\n${members.map((each) => `  ${indented(each, '  ')},\n`).join('')}}` : `{ ${line} }`;
}

function textAs(text: string, writing: Pick<FunctionContext, 'nameOf' | 'found'>, isShape: boolean): string {
  if (text.startsWith('$$')) return quoted(text.slice(1));
  if (/^\$[A-Za-z_]/.test(text)) {
    const found = foundAs(text.slice(1), writing);
    return isShape ? `literal(${found})` : found;
  }
  const parts = text.split(/\$\{([^}]*)\}/);
  if (parts.length === 1) return quoted(text);
  const inside = (part: string): string => foundAs(part.replace(/^\$/, ''), writing);
  const wordOf = isShape && hasWords(text) ? (part: string) => `word(${inside(part)})` : inside;
  const values = parts.map((part, i) => (i % 2 === 0 ? quoted(part) : wordOf(part)));
  return `joined(${values.filter((each) => each !== "''").join(', ')})`;
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** The variable that holds a capture's member, else the expression that takes it. */
function foundAs(text: string, { nameOf, found }: Pick<FunctionContext, 'nameOf' | 'found'>): string {
  const its = captureAs(text, nameOf);
  return found.get(its) ?? its;
}

/** What a step needs of earlier answers is looked up once and checked to be present. The walk ends here if it is not. */
function needs(value: Json, step: string, { nameOf, found, taken, given }: FunctionContext): string[] {
  const texts = new Set(valueTexts(value).filter((each) => !each.endsWith('?')));
  const asked = [...texts].filter((each) => !given.has(captureAs(each, nameOf)));
  if (asked.length === 0) return [];
  const lookups: string[] = [];
  const pairs = asked.map((text) => {
    const its = captureAs(text, nameOf);
    given.add(its);
    const members = [...its.matchAll(/\?\.(\w+)/g)].flatMap(([, member]) => member ?? []);
    // A direct member of the capture needs no variable of its own.
    if (members.length > 1 && !found.has(its)) {
      const name = free(memberName(members), taken);
      lookups.push(`const ${name} = ${its};`);
      found.set(its, name);
    }
    return `,\n  ${quoted(`$${text}`)}, ${found.get(its) ?? its}`;
  });
  return [...lookups, `journey.needs(${quoted(step)}${pairs.join('')});`];
}

function stepLines(step: ScriptStep, at: string, writing: FunctionContext): string[] {
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
      // Events of other orders, which would tell how long one takes, are not in the script.
      if (step.until === undefined || step.like) return [`journey.wait(${name}, ${step.forMs ?? 0});`];
      const toldAt = references(step.until).flatMap((as) => writing.toldAt.get(as) ?? []);
      const how = [...(step.short ? [`short: '${step.short}'`] : []), ...toldAt.map((at) => memberAs('toldAt', at))];
      const left = [valueAs(step.until, '', writing), 'journey.now()', ...(how.length > 0 ? [objectAs(how)] : [])];
      return [`journey.wait(${name}, msUntil(${left.join(', ')}), ${quoted(step.until)});`];
    }
    case 'call': {
      const own = callLines(step, at, writing);
      const answer = free(camel(`${step.name} answer`), taken);
      const saved = captureOf(step, answer, own.sent, writing);
      const capture = step.as === undefined ? undefined : camel(step.as);
      // If the capture is the answer's body, the checks read the capture.
      const isRead = capture !== undefined && saved === `jsonOf(${answer})`;
      const json = isRead ? capture : free(camel(`${step.name} json`), taken);
      const checks = checksOf(step, at, { answer, json }, writing);
      if (capture !== undefined) captures.set(step.as ?? '', capture);
      const toldAt = writing.toldAt.get(step.as ?? '');
      return [
        ...lines,
        ...own.before,
        `const ${answer} = journey.send(${own.request});`,
        ...(toldAt === undefined ? [] : [`const ${toldAt} = journey.now();`]),
        ...(isRead || checks.readsJson ? [`const ${json} = jsonOf(${answer});`] : []),
        ...checks.lines,
        ...(capture === undefined || isRead ? [] : [`const ${capture} = ${saved};`]),
      ];
    }
    case 'parallel': {
      const all = step.steps.map((each, i) => ({ each, ...callLines(each, `${at}/steps/${i}`, writing) }));
      const answers = step.steps.map((each) => free(camel(`${each.name} answer`), taken));
      const requests = all.map(({ request }) => `  [${indented(request, '  ')}],\n`);
      const saved = all.map(({ each, sent }, i) => captureOf(each, answers[i] ?? '', sent, writing));
      const named = step.steps.flatMap((each, i) => {
        if (each.as === undefined) return [];
        captures.set(each.as, free(camel(each.as), taken));
        return [`const ${nameOf(each.as)} = ${saved[i]};`];
      });
      const group = step.as === undefined ? [] : [`const ${camel(step.as)} = [${saved.join(', ')}];`];
      if (step.as !== undefined) captures.set(step.as, camel(step.as));
      // What the answers mean together is left to the judge.
      const needed = step.steps.flatMap((each, i) => {
        const answer = answers[i] ?? '';
        const json = `jsonOf(${answer})`;
        return each.need ? checksOf(each, `${at}/steps/${i}`, { answer, json }, writing).lines : [];
      });
      return [
        ...lines,
        ...all.flatMap(({ before }) => before),
        `const [${answers.join(', ')}] = journey.sendTogether([\n${requests.join('')}]);`,
        ...named,
        ...group,
        ...needed,
      ];
    }
  }
}

/** What a capture of a call holds: its answer, or what was sent if the answer has no body. */
function captureOf(
  { request }: CallStep,
  answer: string,
  sent: string | undefined,
  { isAnswered }: FunctionContext,
): string {
  if (sent !== undefined && !isAnswered(request.verb)) return sent;
  return request.verb === 'http' ? `wholeBodyOf(${answer})` : `jsonOf(${answer})`;
}

/** The request of a call as k6 takes it, what must be present first, and the body by its name. */
function callLines(
  step: CallStep,
  at: string,
  writing: FunctionContext,
): { readonly before: readonly string[]; readonly request: string; readonly sent?: string } {
  const { request, receiver, expect } = step;
  const { verb, method, path, query, body, contentType, headers } = request;
  const place = `${at}/request`;
  const before = needs(withoutAnswers(request), step.name, writing);
  let to = valueAs(path, `${place}/path`, writing);
  to = /^'[^'\\`$]*'$/.test(to) ? to.slice(1, -1) : `\${${to}}`;
  if (Object.keys(query).length > 0) {
    const asked = free(camel(`${step.name} query`), writing.taken);
    before.push(`const ${asked} = queryOf(${valueAs(query, `${place}/query`, writing)});`);
    to += `?\${${asked}}`;
  }
  let sent: string | undefined;
  let text = 'null';
  if (body !== undefined) {
    const its = valueAs(body, `${place}/body`, writing);
    if (typeof body === 'string') text = contentType === undefined ? its : `JSON.stringify(${its})`;
    else {
      sent = free(camel(`${step.name} body`), writing.taken);
      before.push(`const ${sent} = ${its};`);
      const isForm = String(headers['Content-Type'] ?? contentType).startsWith('application/x-www-form-urlencoded');
      text = isForm ? `queryOf(${sent})` : `JSON.stringify(${sent})`;
    }
  }
  if (receiver) before.push(`journey.turnAway(${sent}?.id, ${JSON.stringify(receiver)});`);
  const params = [
    `headers: ${indented(headersAs(step, place, writing), '  ')}`,
    `tags: { name: ${quoted(step.name)}, operation: ${quoted(verb)} }`,
    `responseCallback: ${expectedAs(expect.answers)}`,
  ];
  const written = params.map((each) => `  ${each},\n`).join('');
  const sending = `${quoted(method)}, \`\${gateway}${to}\`, ${text}, {\n${written}}`;
  return { before, request: sending, ...(sent === undefined ? {} : { sent }) };
}

function withoutAnswers({ headers, query, body = null, path, credentials = {} }: RequestTemplate): Json {
  return { headers, query, body, path, credentials };
}

/** The headers of a request; one that depends on a value that no answer gave is left out. */
function headersAs({ request, tenant }: CallStep, place: string, writing: FunctionContext): string {
  const { headers, body, contentType, auth, credentials = {} } = request;
  const shown = authAs(
    auth,
    credentials,
    valueAs(tenant, `${place.slice(0, -'/request'.length)}/tenant`, writing),
    `${place}/credentials`,
    writing,
  );
  const { 'Content-Type': type = contentType, ...others } = headers;
  const isNamed = Object.keys(others).some((name) => name.toLowerCase() === 'content-type');
  const isTyped = type !== undefined && !isNamed && (body !== undefined || 'Content-Type' in headers);
  const all = [
    ...Object.entries(others).map(([name, value]) =>
      memberAs(name, valueAs(value, `${place}/headers/${name}`, writing)),
    ),
    ...(shown === undefined ? [] : [memberAs('Authorization', shown)]),
    ...(isTyped ? [memberAs('Content-Type', valueAs(type, `${place}/headers/Content-Type`, writing))] : []),
  ];
  const written = objectAs(all);
  return valueTexts(headers).some((text) => text.endsWith('?')) ? `known(${written})` : written;
}

/**
 * The credentials of a request: undefined for none, else the tenant's token or credentials, or those that the scenario
 * names.
 */
function authAs(
  auth: RequestTemplate['auth'],
  { bearer, clientId, clientSecret, client, but }: JsonObject,
  tenant: string,
  at: string,
  writing: FunctionContext,
): string | undefined {
  if (auth === 'none') return undefined;
  if (client !== undefined || but !== undefined) throw new NotInScript('shows credentials that no script may hold');
  if (typeof bearer === 'string') return `'Bearer ' + ${valueAs(bearer, `${at}/bearer`, writing)}`;
  if (clientId !== undefined || clientSecret !== undefined) {
    const named = {
      ...(clientId === undefined ? {} : { clientId }),
      ...(clientSecret === undefined ? {} : { clientSecret }),
    };
    return `journey.basic(${tenant}, ${valueAs(named, at, writing)})`;
  }
  return `journey.${auth}(${tenant})`;
}

/** The name of the statuses that k6 counts as right; any status if there are no answers. */
function expectedAs(answers: readonly Answer[]): string {
  const statuses = [...new Set(answers.map(({ status }) => status))];
  return `status${statuses.length === 0 ? 'Any' : statuses.join('Or')}`;
}

/** What that name stands for, in the form that k6 wants. */
function expectedBy(name: string): string {
  const statuses = name.slice('status'.length).split('Or');
  const range = (of: string): string =>
    of === 'Any' ? '{ min: 100, max: 599 }' : `{ min: ${of[0]}00, max: ${of[0]}99 }`;
  return statuses.map((status) => (/^\d+$/.test(status) ? status : range(status))).join(', ');
}

/** The checks on an answer, each by its name. `json` is the variable of its body. */
function checksOf(
  { name, expect, need }: CallStep,
  at: string,
  { answer, json }: { readonly answer: string; readonly json: string },
  writing: FunctionContext,
): { readonly lines: readonly string[]; readonly readsJson: boolean } {
  const checks: [string, string][] = [];
  let readsJson = false;
  for (const [part, { answers, headers, body }] of Object.entries({ expect, ...(need ? { need } : {}) })) {
    if (answers.length > 0) {
      const told = answers.map(({ status, code }) => (code === undefined ? status : `${status} ${code}`)).join(' or ');
      checks.push([`${name}: ${told}`, answers.map((each) => answerAs(each, answer)).join(' || ')]);
    }
    const shapes = { headers, body };
    for (const each of ['headers', 'body'] as const) {
      const shape = shapes[each];
      if (shape === undefined) continue;
      const held = fitsAs(each === 'body' ? json : `headersOf(${answer})`, shape, `${at}/${part}/${each}`, writing);
      readsJson ||= each === 'body';
      checks.push([`${name}: ${each} ${part === 'need' ? 'needed' : 'expected'}`, held]);
    }
  }
  const distinct = [...new Map(checks)];
  if (distinct.length === 0) return { lines: [], readsJson };
  const lines = distinct.map(([title, its]) => `  ${quoted(title)}: ${indented(its, '  ')},\n`);
  return { lines: [`journey.check(${answer}, {\n${lines.join('')}});`], readsJson };
}

/** An expression for whether the value of an expression matches a shape; in plain JavaScript where that is equivalent. */
function fitsAs(is: string, shape: Json, at: string, writing: FunctionContext): string {
  const shown = valueAs(shape, at, writing, true);
  const [, compared, length] = /^~len\((>=|<=|>|<|)\s*(\d+)\)$/.exec(String(shape)) ?? [];
  if (length !== undefined) return `${is}?.length ${compared || '==='} ${length}`;
  const [, member, word = ''] = /^~some\((\w+) = ([\w-]+)\)$/.exec(String(shape)) ?? [];
  if (member !== undefined) return `listOf(${is}).some((each) => String(each?.${member}) === ${quoted(word)})`;
  if (valueTexts(shape).length > 0) return `fits(${is}, known(${shown}))`;
  if (isObject(shape) && isPlain(shape))
    return Object.entries(shape)
      .map(([name, each]) => fitsAs(`${is}?.${name}`, each, `${at}/${name}`, writing))
      .join(' && ');
  const isLiteral = !Array.isArray(shape) && !isObject(shape) && !String(shape).startsWith('~');
  return isLiteral ? `${is} === ${shown}` : `fits(${is}, ${shown})`;
}

/** Whether the members can be checked one by one: if the object is missing, one of them is missing, too. */
function isPlain(shape: JsonObject): boolean {
  const names = Object.keys(shape);
  return (
    names.length > 0 &&
    names.every((name) => /^[A-Za-z_]\w*$/.test(name)) &&
    !/"~(absent|any)/.test(JSON.stringify(shape))
  );
}

function answerAs({ status, code }: Answer, of: string): string {
  const is = status.endsWith('xx') ? `Math.floor(${of}.status / 100) === ${status[0]}` : `${of}.status === ${status}`;
  return code === undefined ? is : `(${is} && codeOf(${of}) === ${quoted(code)})`;
}

import { compile } from 'json-p3';
import { pathOfValue } from '../../values/bind.ts';

/**
 * Values of scenarios as JavaScript: `$slots.availableTimeslots[0]` becomes `slots?.availableTimeslots?.[0]`, and a filter
 * becomes a search in the list.
 */

/**
 * A scenario needs something that a script cannot express. The message continues a sentence that begins with the scenario's
 * name.
 */
export class NotInScript extends Error {}

/** Puts the scenario's name before the message of a `NotInScript`. */
export function naming<T>(scenario: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof NotInScript ? new NotInScript(`${scenario}: it ${error.message}`) : error;
  }
}

/** The parts of a compiled path that are read here; the library exports its classes without names. */
interface PathSelector {
  readonly name?: string;
  readonly index?: number;
  readonly expression?: Expression;
}
interface CompiledPath {
  readonly segments: readonly { readonly selectors: readonly PathSelector[] }[];
}
interface Expression {
  readonly expression?: Expression;
  readonly left?: Expression;
  readonly right?: Expression;
  readonly operator?: string;
  readonly path?: CompiledPath;
  readonly value?: string | number | boolean;
}

const FORMS = { date: 'dateOf', offset: 'withOffset', seconds: 'inSeconds' } as const;

/** The expression of a value text without its `$`. `nameOf` gives the variable of a capture; undefined: there is none. */
export function captureAs(text: string, nameOf: (capture: string) => string | undefined): string {
  const [, written = '', form] = /^(.*?)\??(?: *\| *(date|offset|seconds))?$/s.exec(text) ?? [];
  const { segments } = compile(pathOfValue(written)) as unknown as CompiledPath;
  const [first, ...rest] = segments;
  const name = nameOf(first?.selectors[0]?.name ?? '');
  if (name === undefined) return 'undefined';
  const found = follow(name, rest, written);
  return form === undefined ? found : `${FORMS[form as keyof typeof FORMS]}(${found})`;
}

/** The first node at the end of the segments. After a filter there are several nodes, and the rest applies to each. */
function follow(root: string, segments: CompiledPath['segments'], text: string): string {
  let is = root;
  let isList = false;
  for (const { selectors } of segments) {
    const [selector = {}] = selectors;
    if (selectors.length > 1) throw new NotInScript(`takes several members at once ($${text})`);
    const step = stepOf(selector, text);
    if (step.many !== undefined) {
      is = isList ? `${is}.flatMap((each) => listOf(each)${step.many})` : `listOf(${is})${step.many}`;
      isList = true;
    } else is = isList ? `${is}.map((each) => each${step.one})` : `${is}${step.one}`;
  }
  return isList ? `${is}.find((each) => each !== undefined)` : is;
}

function stepOf({ name, index, expression, ...rest }: PathSelector, text: string): { one?: string; many?: string } {
  if (name !== undefined) return { one: /^[A-Za-z_]\w*$/.test(name) ? `?.${name}` : `?.[${JSON.stringify(name)}]` };
  if (index !== undefined) return { one: index < 0 ? `?.at(${index})` : `?.[${index}]` };
  if (expression) return { many: `.filter((each) => ${conditionOf(expression, text)})` };
  if ('start' in rest || 'stop' in rest) throw new NotInScript(`takes a part of a list ($${text})`);
  return { many: '' };
}

function conditionOf({ expression, left, right, operator = '', path, value }: Expression, text: string): string {
  const its = (each: Expression | undefined): string => conditionOf(each ?? {}, text);
  if (expression) return its(expression);
  if (left && right) {
    if (operator === '&&' || operator === '||') return `(${its(left)} ${operator} ${its(right)})`;
    const compared = operator === '==' ? '===' : operator === '!=' ? '!==' : operator;
    return `${operandOf(left, text)} ${compared} ${operandOf(right, text)}`;
  }
  if (operator === '!' && right) return `!(${its(right)})`;
  if (path) return `${operandOf({ path }, text)} !== undefined`;
  if (value !== undefined) return JSON.stringify(value);
  throw new NotInScript(`filters by a function ($${text})`);
}

function operandOf(operand: Expression, text: string): string {
  if (operand.path) return follow('each', operand.path.segments, text);
  return 'value' in operand ? JSON.stringify(operand.value) : conditionOf(operand, text);
}

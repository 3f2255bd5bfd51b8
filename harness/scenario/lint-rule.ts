import type { Contract, KciProfile, Problem, Scenario, Span, Target, World } from '../model.ts';
import { parseSource, type Source } from '../source/source.ts';
import { withFragments } from './fragments.ts';
import { type Advice, inFileOrder } from './reading.ts';

/** What scenarios are checked against. Rules about a profile or a world are silent where none is given. */
export interface Against {
  readonly contract: Contract;
  readonly profile?: KciProfile;
  readonly world?: World;
  /** What its `lacks` names is not missed. */
  readonly target?: Pick<Target, 'lacks'>;
}

/** How a rule says what it found. */
export interface Findings {
  error(pointer: string, word: string | undefined, message: string, advice?: Advice): void;
  warning(pointer: string, word: string | undefined, message: string, advice?: Advice): void;
}

/** One thing to look for in a scenario that parsed. */
export type Rule = (scenario: Scenario, against: Against, found: Findings) => void;

/** What the rules find in one scenario, in the order of its file. */
export function applyRules(rules: readonly Rule[], scenario: Scenario, against: Against): Problem[] {
  const problems: Problem[] = [];
  const locate: Locate = locator(scenario);
  const note =
    (severity: Problem['severity']): Findings['error'] =>
    (pointer, word, message, advice = {}) => {
      const span = locate(pointer, word);
      // What is superfluous here may serve others.
      if (severity === 'warning' && span.file !== scenario.file) return;
      problems.push({ severity, span, message, ...advice });
    };
  const found: Findings = { error: note('error'), warning: note('warning') };
  for (const rule of rules) rule(scenario, against, found);
  return inFileOrder(problems);
}

/** Finds the place of something in a scenario's file: by JSON Pointer, and by a word that stands at or below it. */
export type Locate = (pointer: string, word?: string) => Span;

/** Places in one scenario. The text is parsed again only when the first place is asked for, so good files cost nothing. */
export function locator(scenario: Scenario): Locate {
  let source: Source | undefined;
  return (pointer, word) => {
    if (scenario.text === undefined) return scenario.span;
    source ??= withFragments(parseSource(scenario.text, scenario.file), scenario.file);
    const start = source.keySpanOf(inFile(pointer, source));
    // Of a fragment the step will do.
    if (start.file !== scenario.file) return start;
    return (word === undefined ? undefined : findWord(scenario.text, start, word)) ?? start;
  };
}

/** A lone `kci` is written without a list. */
function inFile(pointer: string, source: Source): string {
  return source.keySpanOf('/kci/0').line === source.keySpanOf('/kci').line
    ? pointer.replace(/^\/kci\/0/, '/kci')
    : pointer;
}

/** A word of its own; a `$value` may also stand in braces. */
function findWord(text: string, start: Span, word: string): Span | undefined {
  const escaped = RegExp.escape(word).replace(/^\\\$/, '\\$\\{?');
  const whole = new RegExp(`(?<![\\w$])${escaped}(?![\\w-])`);
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  for (let line = start.line; line <= lines.length; line++) {
    const excerpt = lines[line - 1] ?? '';
    const from = line === start.line ? start.col - 1 : 0;
    const found = whole.exec(excerpt.slice(from));
    if (found) return { file: start.file, line, col: from + found.index + 1, length: found[0].length, excerpt };
  }
  return undefined;
}

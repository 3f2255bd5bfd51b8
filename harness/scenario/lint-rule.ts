import type { Contract, KciProfile, Problem, Scenario, Span, Target, World } from '../model.ts';
import { parseSource, type Source } from '../source/source.ts';
import { withFragments } from './fragments.ts';
import { type Advice, inFileOrder } from './reading.ts';

/** What scenarios are checked against. Rules about a profile or a world find nothing without one. */
export interface LintContext {
  readonly contract: Contract;
  readonly profile?: KciProfile;
  readonly world?: World;
  /** Names in its `lacks` may be missing. */
  readonly target?: Pick<Target, 'lacks'>;
}

/** Takes what a rule finds. */
export interface Findings {
  error(pointer: string, word: string | undefined, message: string, advice?: Advice): void;
  warning(pointer: string, word: string | undefined, message: string, advice?: Advice): void;
}

/** One thing to look for in a scenario that parsed. */
export type Rule = (scenario: Scenario, against: LintContext, found: Findings) => void;

/** What the rules find in one scenario, in the order of its file. */
export function applyRules(rules: readonly Rule[], scenario: Scenario, against: LintContext): Problem[] {
  const problems: Problem[] = [];
  const locate: Locate = locator(scenario);
  const note =
    (severity: Problem['severity']): Findings['error'] =>
    (pointer, word, message, advice = {}) => {
      const span = locate(pointer, word);
      // A superfluous part of a fragment may be used by other scenarios.
      if (severity === 'warning' && span.file !== scenario.file) return;
      problems.push({ severity, span, message, ...advice });
    };
  const found: Findings = { error: note('error'), warning: note('warning') };
  for (const rule of rules) rule(scenario, against, found);
  return inFileOrder(problems);
}

/** Finds a place in a scenario's file: by JSON Pointer, and by a word at or below it. */
export type Locate = (pointer: string, word?: string) => Span;

/** Finds places in one scenario. Parses the text again only when the first place is needed, so valid files cost nothing. */
export function locator(scenario: Scenario): Locate {
  let source: Source | undefined;
  return (pointer, word) => {
    if (scenario.text === undefined) return scenario.span;
    source ??= withFragments(parseSource(scenario.text, scenario.file), scenario.file);
    const start = source.keySpanOf(inFile(pointer, source));
    // In a fragment, the place of the step is enough.
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

/** Finds a whole word; a `$value` may also be in braces. */
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

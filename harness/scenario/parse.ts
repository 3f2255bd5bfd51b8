import { DEPTHS } from '../journey/depth.ts';
import type { Json, JsonObject, Problem, Scenario } from '../model.ts';
import { parseSource } from '../source/source.ts';
import { isObject } from '../values/pointer.ts';
import { withFragments } from './fragments.ts';
import { readKcis } from './kci.ts';
import { readGiven, readRows, readTogether } from './names.ts';
import { errorAt, optional, problemsOf, type Reading, textIfText, textsOf } from './reading.ts';
import { readSteps } from './steps.ts';
import { STEP_VERBS, scenarioSchema } from './vocabulary.ts';

/** A scenario, if the text is one, and all its problems. */
export interface ParsedScenario {
  /** Absent when there is an error. */
  readonly scenario?: Scenario;
  /** What could be read despite errors, to look for more of them. */
  readonly draft?: Scenario;
  /** In the order of the file. */
  readonly problems: Problem[];
}

/**
 * Reads the text of a scenario file. Never throws: all problems are returned at once. `id` is the path below `scenarios/`
 * without its ending; `operations` are the verbs of the contract, which may have more than the specification.
 */
export function parseScenario(
  text: string,
  file: string,
  id: string,
  operations: readonly string[] = [],
): ParsedScenario {
  const written = parseSource(text, file);
  if (written.problems.length > 0) return { problems: causesIn(written.problems) };
  const source = withFragments(written, file);
  const reading: Reading = {
    source,
    problems: [...source.problems],
    verbs: [...new Set([...STEP_VERBS, ...operations])],
  };
  if (source.value === null) errorAt(reading, '', 'the file is empty', { why: 'a scenario has a title and steps' });
  const scenario = readScenario(reading, source.value, { id, file, text });
  const problems = problemsOf(reading, scenarioSchema(operations));
  // Without its fragments, names and steps would seem to be missing.
  if (source.problems.length > 0) return { problems };
  return problems.some(({ severity }) => severity === 'error') ? { draft: scenario, problems } : { scenario, problems };
}

function readScenario(reading: Reading, value: Json, from: Pick<Scenario, 'id' | 'file'> & { text: string }): Scenario {
  const root: JsonObject = isObject(value) ? value : {};
  return {
    ...from,
    title: textIfText(root.scenario) ?? '',
    covers: textsOf(root.covers),
    tags: textsOf(root.tags),
    requires: textsOf(root.requires),
    ...optional(
      'depth',
      DEPTHS.find((each) => each === root.depth),
    ),
    ...(root.tenant === 'each' ? { isEachTenants: true } : optional('tenant', root.tenant)),
    given: readGiven(reading, '/given', root.given),
    steps: readSteps(reading, '/steps', root.steps),
    kci: readKcis(reading, '/kci', root.kci),
    rows: [...readRows(reading, '/for-each', root['for-each']), ...readTogether(reading, '/together', root.together)],
    ...optional('outcome', textIfText(root.outcome)),
    ...optional('problemCode', textIfText(root['problem-code'])),
    span: reading.source.keySpanOf('/scenario'),
  };
}

/** Syntax errors, without those that only follow from another. */
function causesIn(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    ({ span, message }, i) =>
      i === 0 ||
      (!message.includes('in YAML stream') && problems.findIndex((other) => other.span?.line === span?.line) === i),
  );
}

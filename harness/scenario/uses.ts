import { eventItems } from '../kci/pattern.ts';
import type { Json, Pattern, Scenario, ScenarioExpectation, ScenarioStep } from '../model.ts';
import { below } from '../source/source.ts';
import { valueTexts } from '../values/bind.ts';
import { isObject } from '../values/pointer.ts';
import { textsIn } from './texts.ts';

/** A step with its place and moment; the steps of a group share their moment. */
export interface PlacedStep {
  readonly step: ScenarioStep;
  readonly at: string;
  readonly moment: number;
}

/** A name for later steps. It is known at every moment after its own. */
export interface Definition {
  readonly name: string;
  readonly at: string;
  readonly moment: number;
  /** The step that saves it; absent for a name of `given`. */
  readonly step?: ScenarioStep;
}

/** A `$value` in a scenario. */
export interface Use extends Omit<Definition, 'step'> {
  /** Without its `$`: `offer.serviceSpecifications[0]`. */
  readonly text: string;
}

/** Every step; those of a group come after the group itself. */
export function stepsOf(scenario: Scenario): PlacedStep[] {
  return scenario.steps.flatMap((step, moment) => {
    const at = below('/steps', moment);
    const group = (step.steps ?? []).map((each, i) => ({ step: each, at: below(at, 'parallel', i), moment }));
    return [{ step, at, moment }, ...group];
  });
}

/** Every name of `given` and `as`, in the order in which they become known. */
export function definitionsOf(scenario: Scenario): Definition[] {
  const names = Object.keys(scenario.given);
  return [
    ...names.map((name, i) => ({ name, at: below('/given', name), moment: i - names.length })),
    ...stepsOf(scenario).flatMap(({ step, at, moment }) =>
      step.as === undefined ? [] : [{ name: step.as, at: below(at, 'as'), moment, step }],
    ),
  ];
}

/** Every `$value`, in the order in which they are needed. Events are matched at any time, so they come last. */
export function usesOf(scenario: Scenario): Use[] {
  const names = Object.keys(scenario.given);
  return [
    // A row's value is inserted as written, so it is needed wherever the row is used.
    ...scenario.rows.flatMap(({ values }) => usesIn(values, '/for-each', scenario.steps.length)),
    ...names.flatMap((name, i) => usesIn(scenario.given[name], below('/given', name), i - names.length)),
    ...names.flatMap((name) => {
      const told = learntBy(scenario.given[name]);
      const at = below('/given', name);
      if (!told) return [];
      // A value from an answer is inserted where the given is used, after that answer.
      const ofAnswer = usesIn(`$${told.of}`, below(at, 'of'), scenario.steps.length);
      return [...usesIn(`$world.${told.learn}`, below(at, 'learn'), -1), ...ofAnswer];
    }),
    ...usesIn(scenario.title, '/scenario', 0),
    ...usesIn(scenario.outcome, '/outcome', 0),
    ...usesIn(scenario.problemCode, '/problem-code', 0),
    ...usesIn(scenario.tenant, '/tenant', 0),
    ...stepsOf(scenario).flatMap(usesInStep),
    ...scenario.kci.flatMap((kci, i) => [
      ...usesIn(kci.for, below('/kci', i, 'for'), scenario.steps.length),
      ...usesInPattern(kci.pattern, below('/kci', i, 'sequence'), scenario.steps.length),
    ]),
  ];
}

/** The facts that a given takes from a later answer: those of an address, as the world learns them for such a role. */
export function learntBy(value: Json | undefined): { readonly learn: string; readonly of: string } | undefined {
  if (!isObject(value) || typeof value.learn !== 'string' || typeof value.of !== 'string') return undefined;
  return { learn: value.learn, of: value.of };
}

function usesInStep({ step, at, moment }: PlacedStep): Use[] {
  const written: readonly (readonly [string, Json | undefined])[] = [
    [step.verb ?? step.kind, step.fields],
    ['wait', step.until],
    ['wait', step.like],
    ['await', step.awaited?.for],
    ['tenant', step.tenant],
    ['auth', step.auth],
    ['outcome', step.outcome],
    ['problem-code', step.problemCode],
    ['fault', step.fault],
    ['need', partsOf(step.need)],
    ['expect', partsOf(step.expect)],
    ['matrix', (step.matrix?.rows ?? []).map(({ defect, expect }) => [defect.value ?? null, partsOf(expect)])],
  ];
  return [
    ...written.flatMap(([key, value]) => usesIn(value, below(at, key), moment)),
    ...(step.awaited ? usesInPattern(step.awaited.pattern, below(at, 'await'), moment) : []),
  ];
}

function partsOf(expectation: ScenarioExpectation | undefined): Json {
  return [expectation?.headers ?? null, expectation?.body ?? null];
}

function usesInPattern(pattern: Pattern, at: string, moment: number): Use[] {
  return eventItems(pattern).flatMap(({ match }) => usesIn(match, at, moment));
}

function usesIn(value: Json | undefined, at: string, moment: number): Use[] {
  return textsIn(value).flatMap(({ text }) =>
    valueTexts(text)
      .flatMap((inner) => [inner, ...namesInFilters(inner)])
      .map((inner) => ({ text: inner, name: /^[A-Za-z_][\w-]*/.exec(inner)?.[0] ?? inner, at, moment })),
  );
}

/** Names in the filters of a path: `$.site` of `offer.lines[?@.lineId == $.site.lineId]`. */
function namesInFilters(path: string): string[] {
  return [...path.matchAll(/\$\.([A-Za-z_][\w-]*)/g)].flatMap(([, name = '']) => name);
}

/** The steps of a scenario in order; each group comes before its steps. */
export function flatSteps(steps: readonly ScenarioStep[]): readonly ScenarioStep[] {
  return steps.flatMap((step) => [step, ...(step.steps ?? [])]);
}

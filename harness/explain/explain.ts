import { previewPlan } from '../application/cases/preview-plan.ts';
import { allFaults } from '../application/faults.ts';
import type { AimOptions } from '../application/inputs.ts';
import { inputError } from '../application/say.ts';
import { leftOpenBy, wordsOfReading } from '../contract/readings.ts';
import type { Fault } from '../fake/fault.ts';
import { CHECKS, type CheckId } from '../judge/checks/table.ts';
import { NAMING } from '../judge/rows.ts';
import type { CallStep, Contract, Journey, Requirement } from '../model.ts';
import { nearest } from '../source/nearest.ts';
import { CHECK_WORDS } from '../verdict/check-words.ts';
import { formatAnswers } from '../wire/answer.ts';
import { shellQuote } from '../words/shell.ts';
import { type CoveredRow, exercisedBy, plannedCoverage } from './coverage.ts';
import { errorText, eventText, explanationText, faultTitles, outcomeText, reasonText, rowsNamed } from './words.ts';

const isCheck = (id: string): id is CheckId => Object.hasOwn(CHECKS, id);

/**
 * What an id in a report means, as text, by the scenarios of the paths, by default those of Assay. Ends the command if
 * nothing has that id.
 */
export function explain(id: string, aim: AimOptions, paths: readonly string[] = []): string {
  const { plan, inputs } = previewPlan(paths, { ...aim, seed: 1 });
  const { contract, profile } = inputs;
  const { register } = contract;
  const faults = allFaults();
  const { journeys } = plan;
  const showing = { contract, profile, journeys, faults };
  const journey = journeys.find((each) => each.id === id);
  if (journey) return caseText(journey, rowsNamed([...exercisedBy(journey, contract)], register));
  const fault = faults.find((each) => each.fault === id);
  if (fault) return faultText(fault, register);
  if (id === 'faults') return faults.map(({ fault, title }) => `${fault}: ${title}`).join('\n');
  const agreed = register.find((each) => each.id === id.toUpperCase());
  if (agreed || isCheck(id)) {
    const rows = plannedCoverage(plan, inputs);
    const row = rows.find((each) => each.id === agreed?.id);
    if (row) return rowText(row, faults, agreed && readingOf(agreed, contract));
    if (isCheck(id)) return checkText(id, rows, faults);
  }
  const word = errorText(id, showing) ?? eventText(id, showing) ?? outcomeText(id, showing) ?? reasonText(id);
  if (word !== undefined) return word;
  const known = [
    ...register.map((each) => each.id),
    ...Object.keys(CHECKS),
    ...faults.map((each) => each.fault),
    ...contract.errors.map((each) => each.code),
    ...Object.keys(profile.events),
    ...journeys.flatMap((each) => [each.id, each.scenario]),
  ];
  const like = nearest(id, known);
  const [one] = journeys.filter(({ scenario }) => scenario === id);
  if (one) {
    const fix = `name one of its cases, as "npx assay list --only ${id}" lists them: ${shellQuote(one.id)}`;
    throw inputError(`"${id}" is a scenario of several cases`, 'a case is what can be explained', fix);
  }
  const why =
    'an id is a row of the register, a check, an error code, a KCI event or outcome, a fault, a case or its reason';
  throw inputError(
    `nothing is called "${id}"`,
    why,
    like === undefined ? 'see "assay coverage"' : `did you mean "${like}"?`,
  );
}

/** Which readings a target may state for a row, and what they are about. */
function readingOf(row: Requirement, contract: Contract): string | undefined {
  const words = wordsOfReading(row, contract);
  const open = leftOpenBy(row.id, contract);
  return open === undefined ? words : words && `${words}; open is ${open}`;
}

function rowText(
  { id, level, place, sentence, state, checks, cases, facets, note }: CoveredRow,
  faults: readonly Fault[],
  reading: string | undefined,
): string {
  const breaking = faults.filter(({ breaks }) => breaks.includes(id));
  const seen = breaking.find((each) => each['caught-by'] === undefined) ?? breaking[0];
  return explanationText(
    `${id}, ${level}: ${LEVELS[level]}`,
    `"${sentence}"`,
    place,
    note,
    STATES[state] ?? state,
    reading && `a target agrees on it under readings by ${reading}`,
    ['what must be shown for it, each by itself', facets],
    ['checks that look at it all the time', checks],
    ['cases', cases],
    ['faults that break it', faultTitles(breaking)],
    seen && `see it fail: ${seeing(seen)}`,
  );
}

const LEVELS: Readonly<Record<Requirement['level'], string>> = {
  stated: 'the specification says so, and a breach is a failure',
  assumed: 'the KCI profile or an agreement says so, and a breach is a failure under its name',
  silent: 'the specification says nothing, and what a gateway does is only observed',
};

const STATES: Readonly<Record<string, string>> = {
  tested: 'tested',
  'not-shown': 'no scenario tests it',
  excluded: 'cannot be tested from outside',
  silent: 'observed where it shows',
  'not-applicable': 'does not apply to this KCI profile',
};

function checkText(id: CheckId, rows: readonly CoveredRow[], faults: readonly Fault[]): string {
  const tested = rows.filter(({ checks }) => checks.includes(id));
  const named = new Set(tested.map((row) => row.id));
  const breaking = faults.filter(({ breaks }) => breaks.some((each) => each === id || named.has(each)));
  const cases = [...new Set(tested.flatMap((row) => row.cases))];
  return explanationText(
    `${id}, a check`,
    CHECK_WORDS[id].looksAt,
    ['promises that it tests', tested.map((row) => `${row.id}: "${row.sentence}"`)],
    tested.length === 0 || NAMING.has(id)
      ? `${tested.length === 0 ? 'its' : 'further'} promises are named where they stand: by the operation, a refusal, the place in a body, a header, or the scenario`
      : undefined,
    ['cases in which it has something to look at', cases],
    ['faults that break one of them', faultTitles(breaking)],
  );
}

/** The command that shows how a fault is caught. */
function seeing({ fault, 'caught-by': traffic }: Fault): string {
  return traffic === undefined
    ? `npx assay certify --fault ${fault}`
    : `npx assay simulate ${traffic} --fault ${fault}`;
}

function faultText(each: Fault, register: readonly Requirement[]): string {
  const { fault, title, breaks, legal, because } = each;
  return explanationText(
    `${fault}, ${legal ? 'a legal variant' : 'a fault'} of the fake`,
    title,
    because && `because ${because}`,
    ['breaks', rowsNamed(breaks, register)],
    `see it: ${seeing(each)}`,
  );
}

function caseText({ id, title, scenario, span, steps, excused }: Journey, rows: readonly string[]): string {
  const calls = steps.map(
    (step, nth) => `${nth + 1}. ${step.name}${step.kind === 'call' ? owed(step) : `, ${step.kind}`}`,
  );
  return explanationText(
    `${id}, a case of ${scenario}`,
    title,
    `${span.file}:${span.line}`,
    excused && `${excused.outcome}: ${excused.detail}`,
    ['steps', calls],
    ['promises that it exercises', rows],
    `run it: npx assay run --only '${id}'`,
  );
}

function owed({ expect, role }: CallStep): string {
  const answers = expect.answers.length === 0 ? 'whatever comes is observed' : formatAnswers(expect.answers);
  return `: ${answers}${role === undefined ? '' : ` (${role})`}`;
}

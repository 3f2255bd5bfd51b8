import { formatAnswers } from '../answer.ts';
import type { Fault } from '../gateway/fault.ts';
import { CHECKS } from '../judge/checks/table.ts';
import type { CallStep, Journey, Requirement } from '../model.ts';
import { nearest } from '../source/nearest.ts';
import { type CoveredRow, plannedCoverage } from './coverage.ts';
import { exercisedBy } from './exercised.ts';
import { allFaults } from './faults.ts';
import type { AimOptions } from './inputs.ts';
import { planFor } from './plan-for.ts';
import { problem, Refusal } from './say.ts';

const CHECK_IDS: readonly string[] = Object.keys(CHECKS);

/** The most that is listed of anything. */
const MOST = 20;

/** What an id of a report means, as text. Ends the command where nothing has that id. */
export function explain(id: string, aim: AimOptions): string {
  const { plan, inputs } = planFor([], { ...aim, seed: 1 });
  const { register } = inputs.contract;
  const faults = allFaults();
  const journey = plan.journeys.find((each) => each.id === id);
  if (journey) return caseText(journey, rowsNamed([...exercisedBy(journey, inputs)], register));
  const fault = faults.find((each) => each.fault === id);
  if (fault) return faultText(fault, register);
  const rows = plannedCoverage(plan, inputs);
  const row = rows.find((each) => each.id === id.toUpperCase());
  if (row) return rowText(row, faults);
  if (CHECK_IDS.includes(id)) return checkText(id, rows, faults);
  const known = [...register.map((each) => each.id), ...CHECK_IDS, ...faults.map((each) => each.fault)];
  const like = nearest(id, [...known, ...plan.journeys.map((each) => each.id)]);
  const why = 'an id is a row of the register, a check, a fault or a case';
  throw new Refusal([
    problem(`nothing is called "${id}"`, why, like === undefined ? 'see "assay coverage"' : `did you mean "${like}"?`),
  ]);
}

function rowText(
  { id, level, place, sentence, state, checks, cases, note }: CoveredRow,
  faults: readonly Fault[],
): string {
  const breaking = faults.filter(({ breaks }) => breaks.includes(id)).map(({ fault, title }) => `${fault}: ${title}`);
  return lines(
    `${id}, ${level}: ${LEVELS[level]}`,
    `  "${sentence}"`,
    `  ${place}`,
    note === undefined ? [] : `  ${note}`,
    `  ${STATES[state] ?? state}`,
    listed('checks that look at it all the time', checks),
    listed('cases', cases),
    listed('faults that break it', breaking),
  );
}

const LEVELS: Readonly<Record<Requirement['level'], string>> = {
  stated: 'the specification says so, and a breach is a failure',
  assumed: 'the KCI profile or an agreement says so, and a breach is a failure under its name',
  silent: 'the specification says nothing, and what a gateway does is only observed',
};

const STATES: Readonly<Record<string, string>> = {
  tested: 'tested',
  untested: 'no scenario tests it',
  excluded: 'cannot be tested from outside',
  silent: 'observed where it shows',
  'not-applicable': 'does not apply to this KCI profile',
};

function checkText(id: string, rows: readonly CoveredRow[], faults: readonly Fault[]): string {
  const tested = rows.filter(({ checks }) => checks.includes(id));
  const named = new Set(tested.map((row) => row.id));
  const breaking = faults.filter(({ breaks }) => breaks.some((each) => each === id || named.has(each)));
  return lines(
    `${id}, a check`,
    tested.length === 0
      ? '  its promises are named where they stand: by the place in a body, a header, or the scenario'
      : listed(
          'promises that it tests',
          tested.map((row) => `${row.id}: "${row.sentence}"`),
        ),
    listed(
      'faults that break one of them',
      breaking.map(({ fault, title }) => `${fault}: ${title}`),
    ),
  );
}

function faultText({ fault, title, breaks, legal, because }: Fault, register: readonly Requirement[]): string {
  return lines(
    `${fault}, ${legal ? 'a legal variant' : 'a fault'} of the fake`,
    `  ${title}`,
    because === undefined ? [] : `  because ${because}`,
    listed('breaks', rowsNamed(breaks, register)),
    `  see it: assay certify --fault ${fault}`,
  );
}

function caseText({ id, title, scenario, span, steps, excused }: Journey, rows: readonly string[]): string {
  const calls = steps.map(
    (step, nth) => `${nth + 1}. ${step.name}${step.kind === 'call' ? owed(step) : `, ${step.kind}`}`,
  );
  return lines(
    `${id}, a case of ${scenario}`,
    `  ${title}`,
    `  ${span.file}:${span.line}`,
    excused === undefined ? [] : `  ${excused.outcome}: ${excused.detail}`,
    listed('steps', calls),
    listed('promises that it exercises', rows),
    `  run it: assay run --only '${id}'`,
  );
}

function owed({ expect, role }: CallStep): string {
  const answers = expect.answers.length === 0 ? 'whatever comes is observed' : formatAnswers(expect.answers);
  return `: ${answers}${role === undefined ? '' : ` (${role})`}`;
}

function rowsNamed(ids: readonly string[], register: readonly Requirement[]): readonly string[] {
  const sentences = new Map(register.map(({ id, sentence }) => [id, sentence]));
  return ids.map((id) => (sentences.has(id) ? `${id}: "${sentences.get(id)}"` : id));
}

function listed(title: string, all: readonly string[]): readonly string[] {
  if (all.length === 0) return [];
  const more = all.length > MOST ? [`    … and ${all.length - MOST} more`] : [];
  return [`  ${title} (${all.length})`, ...all.slice(0, MOST).map((each) => `    ${each}`), ...more];
}

function lines(...parts: readonly (string | readonly string[])[]): string {
  return parts.flat().join('\n');
}

import { reasons, remedies } from '../../reports/words/words.ts';
import type { Fault } from '../fake/fault.ts';
import { callsOf } from '../journey/calls.ts';
import { eventNames } from '../kci/pattern.ts';
import type {
  Contract,
  Journey,
  KciEventRule,
  KciProfile,
  Pattern,
  Reason,
  RefusalRule,
  Requirement,
  Verb,
} from '../model.ts';
import { formatAnswers } from '../wire/answer.ts';

/** Where to look up a word of the specification or of a KCI profile. */
interface Showing {
  readonly contract: Contract;
  readonly profile: KciProfile;
  readonly journeys: readonly Journey[];
  readonly faults: readonly Fault[];
}

const idsOf = (journeys: readonly Journey[]): readonly string[] => journeys.map(({ id }) => id);

/** What an error code of the specification means; undefined if the word is no error code. */
export function errorText(code: string, { contract, journeys, faults }: Showing): string | undefined {
  const pairs = contract.errors.filter((each) => each.code === code);
  if (pairs.length === 0) return undefined;
  const rules = Object.values(contract.operations).flatMap(({ verb, refusals }) =>
    refusals.filter((rule) => rule.answers.some((each) => each.code === code)).map((rule) => ruleLine(verb, rule)),
  );
  const rows = new Set(pairs.map(({ requirement }) => requirement));
  const isSeen = (journey: Journey): boolean =>
    callsOf(journey).some(({ expect }) => expect.answers.some((each) => each.code === code));
  return explanationText(
    `${code}, an error code of the specification`,
    `it goes with status ${pairs.map(({ status }) => status).join(' or ')}`,
    ['promises', rowsNamed([...rows], contract.register)],
    ['requests that are answered so', rules],
    ['cases that see it', idsOf(journeys.filter(isSeen))],
    [
      'faults that break its promise',
      faultTitles(faults.filter(({ breaks }) => breaks.some((each) => rows.has(each)))),
    ],
  );
}

function ruleLine(verb: Verb, { kinds, at = [], answers, requirement }: RefusalRule): string {
  const more = at.length > 3 ? ` and ${at.length - 3} more` : '';
  const places = at.length === 0 ? '' : ` at ${at.slice(0, 3).join(', ')}${more}`;
  return `${verb}: ${kinds.join(', ')}${places}: ${formatAnswers(answers)} (${requirement})`;
}

/** What a canonical event of a KCI profile means; undefined if the word is no event. */
export function eventText(name: string, { profile, journeys, faults }: Showing): string | undefined {
  const rule = Object.hasOwn(profile.events, name) ? profile.events[name] : undefined;
  if (!rule) return undefined;
  const looks = rule.when.map((when) =>
    typeof when === 'string' ? `${[profile.read.event ?? []].flat().join(' or ')} is "${when}"` : JSON.stringify(when),
  );
  const courses = coursesOf(profile).filter(({ pattern }) => pattern && eventNames(pattern).includes(name));
  const isAbout = ({ where, also = [] }: Fault): boolean =>
    [where, ...also.map((each) => each.where)].some((each) => [each?.event ?? []].flat().includes(name));
  return explanationText(
    `${name}, a KCI event, assumed by the profile "${profile.profile}"`,
    'The specification says that events exist, and not which; a breach is a failure under the name of the profile.',
    `on the wire: ${looks.join(' or ')}`,
    ...meaningOf(rule),
    [
      'courses of an order that have it',
      [...Map.groupBy(courses, ({ kind }) => kind)].map(
        ([kind, of]) => `${kind}: ${of.map(({ outcome }) => outcome).join(', ')}`,
      ),
    ],
    ['cases that wait for it, or want none', idsOf(journeys.filter((each) => isNamed(name, each)))],
    ['faults about it', faultTitles(faults.filter(isAbout))],
  );
}

function meaningOf(rule: KciEventRule): readonly (string | undefined)[] {
  const { status, orStatus = [], terminal, interleaves, overtakes, waitsFor, carries = [], fulfils } = rule;
  return [
    status && `the order is then ${[status, ...orStatus].join(' or ')}`,
    rule.keepsStatus ? 'the order keeps its status' : undefined,
    terminal ? 'nothing follows it' : undefined,
    interleaves ? 'it may come at any time while the order is open' : undefined,
    overtakes ? 'it may arrive before events that come before it in the course of the order' : undefined,
    waitsFor && `the order goes on only after a request of kind ${waitsFor}`,
    fulfils ? 'the service is delivered' : undefined,
    carries.length > 0 ? `it carries ${carries.join(', ')}` : undefined,
  ];
}

/** The outcomes of orders and of requests about them, each with the events that follow. */
function coursesOf({ lifecycles, requests }: KciProfile): readonly {
  readonly kind: string;
  readonly outcome: string;
  readonly pattern: Pattern | null;
}[] {
  return [
    ...lifecycles.flatMap(({ kind, orders, outcomes }) =>
      Object.entries(outcomes).map(([outcome, pattern]) => ({
        kind: `${kind} (${orders.join(', ')})`,
        outcome,
        pattern,
      })),
    ),
    ...Object.entries(requests).flatMap(([kind, outcomes]) =>
      Object.entries(outcomes).map(([outcome, { emits }]) => ({ kind, outcome, pattern: emits })),
    ),
  ];
}

function isNamed(name: string, { kci, steps }: Journey): boolean {
  const awaited = steps.flatMap((step) => (step.kind === 'await' ? [step.pattern] : []));
  const owed = kci.map(({ pattern }) => pattern);
  const others = kci.flatMap(({ never, exactlyOnce }) => [...never, ...exactlyOnce]);
  return others.includes(name) || [...awaited, ...owed].some((each) => eventNames(each).includes(name));
}

/**
 * What an outcome of a KCI profile means, as scenarios ask steerable targets for it; undefined if the word is no outcome.
 */
export function outcomeText(name: string, { profile }: Showing): string | undefined {
  const courses = coursesOf(profile).filter(({ outcome }) => outcome === name);
  if (courses.length === 0) return undefined;
  return explanationText(
    `${name}, an outcome of the KCI profile "${profile.profile}", which a scenario may ask a steerable target for`,
    [
      'what then happens',
      courses.map(
        ({ kind, pattern }) => `${kind}: ${pattern ? `events among ${eventNames(pattern).join(', ')}` : 'nothing'}`,
      ),
    ],
  );
}

/** What a reason for an inconclusive or not applicable case means; undefined if the word is no reason. */
export function reasonText(id: string): string | undefined {
  if (!Object.hasOwn(reasons, id)) return undefined;
  const reason = id as Reason;
  const head = `${id}, why a case is inconclusive or not applicable`;
  return explanationText(head, reasons[reason], `fix: ${remedies[reason]}`);
}

/**
 * A part of an explanation: a line, or a heading with the lines below it. An absent part or an empty list leaves no line.
 */
type ExplanationPart = string | undefined | readonly [heading: string, all: readonly string[]];

/** The most entries of a list. */
const MAX_NAMED = 20;

/** An explanation as text: its first line, and the parts below. */
export function explanationText(first: string, ...parts: readonly ExplanationPart[]): string {
  const below = parts.flatMap((part): readonly string[] => {
    if (part === undefined || typeof part === 'string') return part === undefined ? [] : [`  ${part}`];
    const [heading, all] = part;
    if (all.length === 0) return [];
    const more = all.length > MAX_NAMED ? [`    … and ${all.length - MAX_NAMED} more`] : [];
    return [`  ${heading} (${all.length})`, ...all.slice(0, MAX_NAMED).map((each) => `    ${each}`), ...more];
  });
  return [first, ...below].join('\n');
}

/** Faults, each with what it does. */
export function faultTitles(faults: readonly Fault[]): readonly string[] {
  return faults.map((each) => `${each.fault}: ${each.title}`);
}

/** Rows of the register, each with its sentence; other ids stay as they are. */
export function rowsNamed(ids: readonly string[], register: readonly Requirement[]): readonly string[] {
  const sentences = new Map(register.map(({ id, sentence }) => [id, sentence]));
  return ids.map((id) => (sentences.has(id) ? `${id}: "${sentences.get(id)}"` : id));
}

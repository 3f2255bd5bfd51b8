import type { Finding, RowVerdict, Span } from '../../harness/model.ts';
import { alternatives, capital, fewOf } from '../../harness/words/text.ts';
import { curl } from '../words/curl.ts';
import type { Found } from './run-story.ts';

/** `scenarios/orders/cease.yaml:14:5`. */
export function placeOf(span: Span): string {
  return `${span.file}:${span.line}:${span.col}`;
}

/** Whose sentence a row is: a silent one is nobody's. */
export type Whose = 'specification' | 'profile' | 'agreement' | 'nobody';

/** Whose sentence it is that a row holds a gateway to. */
export function whoseOf({ level, place }: Pick<RowVerdict, 'level' | 'place'>): Whose {
  if (level === 'stated') return 'specification';
  if (level === 'silent') return 'nobody';
  return place.startsWith(PROFILE) ? 'profile' : 'agreement';
}

/** Where a promise stands: `Spec, Endpoints 4`. An assumed one names the profile, or that the target agreed to it. */
export function sourceOf(row: RowVerdict, profile: string): string {
  const whose = whoseOf(row);
  if (whose === 'agreement') return `Agreed with the target, ${row.place}`;
  if (whose !== 'profile') return `Spec, ${row.place}`;
  return `Assumed, KCI profile ${profile}${row.place.slice(PROFILE.length)}`;
}

/** Where rows stand that a KCI profile adds; others are assumed because a target's readings say so. */
const PROFILE = 'KCI profile';

/** A promise with its place: `Spec, Endpoints 4: "Response 202 with no body."`; of what was agreed on, that as well. */
export function promiseOf(row: RowVerdict, profile: string): string {
  const { note = '' } = row;
  const agreed = whoseOf(row) === 'agreement' ? note.slice(note.indexOf(': ') + 2) : row.level === 'stated' ? note : '';
  return `${sourceOf(row, profile)}: "${quoted(row.sentence)}"${agreed === '' ? '' : `; ${agreed}`}`;
}

/** What a finding rests on: promises with their places, or the scenario of the user who asks for more. */
export function groundsOf({ rows, check }: Found, profile: string): readonly string[] {
  return check.isAuthors
    ? ['Asked by the scenario, beyond the specification']
    : rows.map((row) => promiseOf(row, profile));
}

/** A sentence as it reads; of a table row, the cells without the lines between them. */
export function quoted(sentence: string): string {
  const cells = /^\|(.*)\|$/s.exec(sentence.trim())?.[1];
  return cells === undefined
    ? sentence
    : cells
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim())
        .filter((cell) => cell !== '')
        .join(' · ');
}

/**
 * `orders/provide-new#business, step order`, or `the run as a whole`; of several attempts at a case the one that is meant.
 */
export function whereOf(found: Found): string {
  if (found.story === undefined) return 'the run as a whole';
  const { step, journey } = found.check;
  const id = found.story.verdict.attempts === undefined ? found.story.verdict.id : journey;
  return step === undefined ? id : `${id}, step ${step}`;
}

const MOST_IDS = 3;

/** The ids of the rows concerned, the first few of many; or the check where no row is. */
export function idsOf({ check }: Found, requirements = check.requirements): string {
  return requirements.length === 0 ? check.check : fewOf(requirements, MOST_IDS, ' ');
}

/** What a finding is about, in plain words: an observation is known by the sentence that leaves the matter open. */
export function headlineOf({ outcome, rows, finding }: Found): string {
  const silent = outcome === 'observed' ? rows.find((row) => row.level === 'silent') : undefined;
  if (silent === undefined) return finding.summary;
  const { fact } = finding;
  const risk = fact?.is === 'answer-risky' ? ` Accepted: a risk to ${fact.risk}.` : '';
  return `${quoted(silent.sentence)}${risk}`;
}

/**
 * What a finding is called, as a sentence begins and reads; an id that it begins with stays as it is, a plain word does
 * not.
 */
export function opening(text: string, { fact = {} as Finding['fact'] }: Finding): string {
  const isId = (value: unknown): boolean =>
    typeof value === 'string' && /^\S+$/.test(value) && !/^[a-z]+$/.test(value) && text.startsWith(value);
  const words = alternatives(text);
  return Object.values(fact ?? {}).some(isId) ? words : capital(words);
}

/** A finding as plain text with a label before each line; for reports that hold text. Not yet neutralised. */
export function describe(found: Found, profile: string): string {
  const { finding } = found;
  const lines = [
    `expected  ${finding.expected}`,
    `actual    ${finding.actual}`,
    ...(finding.pointer === undefined ? [] : [`at        ${finding.pointer}`]),
    ...(found.check.isAuthors
      ? groundsOf(found, profile)
      : found.rows.map((row) => `promised  ${row.id}  ${promiseOf(row, profile)}`)),
    ...(found.span === undefined ? [] : [`written   ${placeOf(found.span)}`]),
    `replay    ${found.replay}`,
  ];
  if (found.moment?.kind === 'exchange') lines.push(`repeat    ${curl(found.moment.request)}`);
  return `${found.finding.summary}\n${lines.join('\n')}`;
}

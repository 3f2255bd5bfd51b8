import type { Finding, RowVerdict, Span } from '../../harness/model.ts';
import { cut } from '../../harness/values/cut.ts';
import { alternatives, capital, fewOf } from '../../harness/words/text.ts';
import { curl } from '../words/curl.ts';
import type { Found } from './run-story.ts';

/** `scenarios/orders/cease.yaml:14:5`. */
export function sourcePlace(span: Span): string {
  return `${span.file}:${span.line}:${span.col}`;
}

/** The source of a row; a silent one has none. */
export type Whose = 'specification' | 'profile' | 'agreement' | 'nobody';

/** The source of a row. */
export function whoseOf({ level, place }: Pick<RowVerdict, 'level' | 'place'>): Whose {
  if (level === 'stated') return 'specification';
  if (level === 'silent') return 'nobody';
  return place.startsWith(PROFILE) ? 'profile' : 'agreement';
}

/** The place of a promise: `Spec, Endpoints 4`. For an assumed one, the profile, or that the target agreed to it. */
export function sourceOf(row: RowVerdict, profile: string): string {
  const whose = whoseOf(row);
  if (whose === 'agreement') return `Agreed with the target, ${row.place}`;
  if (whose !== 'profile') return `Spec, ${row.place}`;
  return `Assumed, KCI profile ${profile}${row.place.slice(PROFILE.length)}`;
}

/** The place of rows that a KCI profile adds; other assumed rows come from a target's readings. */
const PROFILE = 'KCI profile';

/**
 * A promise with its place: `Spec, Endpoints 4: "Response 202 with no body."`; for an agreement, with how its content begins.
 */
export function promiseOf(row: RowVerdict, profile: string): string {
  const { note = '' } = row;
  const agreed = whoseOf(row) === 'agreement' ? note.slice(note.indexOf(': ') + 2) : row.level === 'stated' ? note : '';
  return `${sourceOf(row, profile)}: "${quoted(row.sentence)}"${agreed === '' ? '' : `; ${cut(agreed)}`}`;
}

/** What a finding rests on: promises with their places, or the user's scenario that asks for more. */
export function groundsOf({ rows, check }: Found, profile: string): readonly string[] {
  return check.isAuthors
    ? ['Asked by the scenario, beyond the specification']
    : rows.map((row) => promiseOf(row, profile));
}

/** A sentence for display; a table row without the lines between its cells. */
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

/** `orders/provide-new#business, step order`, or `the run as a whole`; for a case with several attempts, the attempt. */
export function whereOf(found: Found): string {
  if (found.story === undefined) return 'the run as a whole';
  const { step, journey } = found.check;
  const id = found.story.verdict.attempts === undefined ? found.story.verdict.id : journey;
  return step === undefined ? id : `${id}, step ${step}`;
}

const MAX_IDS = 3;

/** The ids of the rows concerned, at most a few; or the check if there is no row. */
export function promiseIds({ check }: Found, requirements = check.requirements): string {
  return requirements.length === 0 ? check.check : fewOf(requirements, MAX_IDS, ' ');
}

/** The headline of a finding in plain words; for an observation, the sentence that leaves the matter open. */
export function headlineOf({ outcome, rows, finding }: Found): string {
  const silent = outcome === 'observed' ? rows.find((row) => row.level === 'silent') : undefined;
  if (silent === undefined) return finding.summary;
  const { fact } = finding;
  const risk = fact?.is === 'answer-risky' ? ` Accepted: a risk to ${fact.risk}.` : '';
  return `${quoted(silent.sentence)}${risk}`;
}

/** Text at the beginning of a sentence: a plain word is capitalised, an id stays as it is. */
export function opening(text: string, { fact = {} as Finding['fact'] }: Finding): string {
  const isId = (value: unknown): boolean =>
    typeof value === 'string' && /^\S+$/.test(value) && !/^[a-z]+$/.test(value) && text.startsWith(value);
  const words = alternatives(text);
  return Object.values(fact ?? {}).some(isId) ? words : capital(words);
}

/** A finding as plain text with a label before each line, for text reports. Not yet neutralised. */
export function describe(found: Found, profile: string): string {
  const { finding } = found;
  const lines = [
    `expected  ${finding.expected}`,
    `actual    ${finding.actual}`,
    ...(finding.pointer === undefined ? [] : [`at        ${finding.pointer}`]),
    ...(found.check.isAuthors
      ? groundsOf(found, profile)
      : found.rows.map((row) => `promised  ${row.id}  ${promiseOf(row, profile)}`)),
    ...(found.span === undefined ? [] : [`written   ${sourcePlace(found.span)}`]),
    `replay    ${found.replay}`,
  ];
  if (found.moment?.kind === 'exchange') lines.push(`repeat    ${curl(found.moment.request)}`);
  return `${found.finding.summary}\n${lines.join('\n')}`;
}

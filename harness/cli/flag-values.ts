/** Readers of flag values; each throws with a sentence that says what is wrong. */

import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../values/duration.ts';
import { httpUrl } from '../values/url.ts';

/** Makes a reader of numbers that `isRight` accepts. */
function numberThat(isRight: (number: number) => boolean, wanted: string): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!isRight(number)) throw new InvalidArgumentError(wanted);
    return number;
  };
}

const isWhole = Number.isSafeInteger;

/** Reads a whole number. */
export const wholeNumber = numberThat((n) => isWhole(n) && n >= 0, 'it must be a whole number, 0 or more.');

/** Reads a whole number above 0. */
export const positiveNumber = numberThat((n) => isWhole(n) && n >= 1, 'it must be a whole number, 1 or more.');

/** Reads a factor above 1. */
export const timesFactor = numberThat((n) => Number.isFinite(n) && n > 1, 'it must be a number above 1.');

/** Reads the number of a port. */
export const portNumber = numberThat(
  (n) => isWhole(n) && n >= 0 && n <= 65_535,
  'a port is 0 to 65535; 0 takes any free one.',
);

/** Reads `2/4`, the second part of four. */
export function part(text: string): { readonly nth: number; readonly of: number } {
  const [nth = Number.NaN, of = Number.NaN] = /^[0-9]{1,4}\/[0-9]{1,4}$/.test(text) ? text.split('/').map(Number) : [];
  if (!(nth >= 1 && nth <= of)) throw new InvalidArgumentError('write 2/4 for the second part of four.');
  return { nth, of };
}

/** Reads `all` or `1/10`, as one in how many. */
export function share(text: string): number {
  if (text === 'all') return 1;
  const of = Number(/^1\/([0-9]{1,6})$/.exec(text)?.[1]);
  if (!(of >= 1)) throw new InvalidArgumentError('write all, or 1/10 for one in ten.');
  return of;
}

/** Reads a nonce that several processes share: it becomes part of names and seeds. */
export function nonce(text: string): string {
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(text)) throw new InvalidArgumentError('use up to 64 letters, digits and . _ -');
  return text;
}

/** Makes a reader of server addresses; `example` is shown if one is wrong. */
function addressLike(example: string): (text: string) => string {
  return (text) => {
    if (!httpUrl(text)) throw new InvalidArgumentError(`write an address such as ${example}.`);
    return text;
  };
}

/** Reads the address of an OpenTelemetry collector. */
export const collectorAddress = addressLike('http://localhost:4318');

const serverAddress = addressLike('http://localhost:8080');

/** Reads the address of a target. */
export function gatewayAddress(text: string): string {
  return text === 'embedded' ? text : serverAddress(text);
}

/** Reads a duration such as 20ms, in ms. */
export function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === null) throw new InvalidArgumentError('write 20ms, 5s, 2m or 1h.');
  return ms;
}

/** Collects the values of a flag that may be repeated, and may list several at once. */
export function several(text: string, before: readonly string[] = []): string[] {
  const named = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  // `--only "$CASES"` with an empty variable must not mean all cases.
  if (named.length === 0) throw new InvalidArgumentError('it names nothing.');
  return [...before, ...named];
}

/** Collects the values of a flag that may be repeated, each unchanged. */
export function asTheyStand(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** Reads a text that is not blank. */
export function notEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('it is empty.');
  return text;
}

/** Reads a name for people, of one line. */
export function label(text: string): string {
  const name = text.trim();
  if (!/^[^\p{Cc}]{1,100}$/u.test(name)) throw new InvalidArgumentError('it must be 1 to 100 characters on one line.');
  return name;
}

/** Reads a day such as 2027-01-31. */
export function day(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
  if (!isDay) throw new InvalidArgumentError('write 2027-01-31.');
  return text;
}

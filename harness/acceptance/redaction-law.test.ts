import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Check, Json } from '../model.ts';
import { kept, PLACES, type RawRun, rawRun, type SecretPlace, saidOf, withSecret } from '../testing/raw-run.ts';
import { parseJson } from '../wire/wire.ts';

/**
 * `SECRETS=10000 npx vitest run harness/application/redaction-law.test.ts` tries as many, and some in the whole
 * certification.
 */
const SECRETS = Number(process.env.SECRETS ?? 60);
const SEED = 11;

const CASES = [
  'orders/minimal-order',
  'orders/rejected*',
  'cancellations/provide*',
  'appointments/book',
  'appointments/slot-taken',
  'token/nearly-right-secret#one-changed',
  'token/access-token',
  'availability/new-line',
  'availability/refusals~*/query/address',
  'orders/provide-refusals~omit:/body/address*',
  'amendments/rejected',
];

const WORDS =
  'secret password changeme hunter2 letmein test1234 northwind harbour ACKNOWLEDGED COMPLETED NEW PROVIDE order orders token Bearer ' +
  'application/json charset UTF-8 uuid messages INVALID_REQUEST MALFORMED true false null undefined northwind-broadband fttp UPRN debug ' +
  'keep-alive 2026-03-16 09:00:00 2026-03-16T09:00:00.000Z 4111 12345678 00000000 deadbeef deadbeefdeadbeef webhook complete access_token ' +
  'made-up identifier customer wholesale nbehavio ncomplete u0065 \\n\\n\\n\\n ","id":" "},{"a" }}}}}} [[[[[[ %22id%22 &address= bench-secret';

/** Of more texts than a call takes arguments. */
const oneOf = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc.nat(texts.length - 1).map((nth) => texts[nth] ?? '');

/** Everything that somebody may have chosen for a secret, and pieces of the evidence itself. */
function secretsFor({ record }: RawRun, count: number): readonly string[] {
  const evidence = record.flatMap((seen) =>
    'headers' in seen ? [seen.body?.text ?? '', ...seen.headers.flat(), 'url' in seen ? seen.url : ''] : [],
  );
  const said = evidence.flatMap((text) => leavesOf(parseJson(text).json ?? null));
  const leaves = oneOf(said).chain((text) =>
    fc.tuple(fc.nat(8), fc.nat(8)).map(([from, less]) => text.slice(Math.min(from, 4), text.length - less) || text),
  );
  const pieces = fc
    .tuple(oneOf(evidence.filter((each) => each.length > 4)), fc.nat(1_000), fc.integer({ min: 3, max: 30 }))
    .map(([text, from, length]) => text.slice(from % text.length).slice(0, length))
    .filter((each) => each !== '');
  const hex = fc.stringMatching(/^[0-9a-f]{4,40}$/);
  return fc.sample(
    fc.oneof(
      { weight: 3, arbitrary: pieces },
      { weight: 3, arbitrary: leaves },
      { weight: 2, arbitrary: fc.constantFrom(...WORDS.split(' ')) },
      { weight: 2, arbitrary: fc.string({ minLength: 1, maxLength: 40 }) },
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 }),
      fc.stringMatching(/^[0-9]{1,24}$/),
      hex,
      fc.uuid(),
      fc.stringMatching(/^[A-Za-z0-9+/_-]{6,44}$/),
      fc
        .tuple(fc.constantFrom(...WORDS.split(' ')), fc.constantFrom('-', ' ', ':', '"', '\\'))
        .map((each) => each.join('')),
    ),
    { numRuns: count, seed: SEED },
  );
}

function leavesOf(value: Json): readonly string[] {
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([name, each]) => [name, ...leavesOf(each)]);
  return [String(value)];
}

/** What two judgements differ in. A quotation may hold a placeholder where the other has the secret. */
function differences(raw: readonly Check[], ours: readonly Check[]): readonly unknown[] {
  const bare = ({ result, ...check }: Check): unknown => ({
    ...check,
    outcome: result.outcome,
    reason: 'reason' in result ? result.reason : undefined,
    pointer: 'finding' in result ? result.finding.pointer : undefined,
  });
  const quotes = ({ result }: Check): string =>
    JSON.stringify('finding' in result ? result.finding : 'detail' in result ? result.detail : '');
  if (raw.length !== ours.length) return [`${raw.length} checks, and ${ours.length} of what is kept`];
  return raw.flatMap((check, i) => {
    const other = ours[i] as Check;
    if (JSON.stringify(bare(check)) !== JSON.stringify(bare(other))) return [[bare(check), bare(other)]];
    const isQuoted = /\[secret|5ec4e700|…/.test(quotes(other));
    return isQuoted || quotes(check) === quotes(other) ? [] : [[quotes(check), quotes(other)]];
  });
}

function changesBy(
  raw: RawRun,
  place: SecretPlace,
  secret: string,
  isRepeated: boolean,
): 'refused' | readonly unknown[] {
  const was = withSecret(raw, place, secret, isRepeated);
  const is = kept(was, place, secret);
  return is === null ? 'refused' : differences(saidOf(was), saidOf(is));
}

/** Puts each secret into the run in turn; what came of it, and of how much. */
function tryEach(
  raw: RawRun,
  secrets: readonly string[],
): { readonly refused: number; readonly changed: readonly unknown[] } {
  let refused = 0;
  const changed = secrets.flatMap((secret, i) => {
    const place = PLACES[i % PLACES.length] as SecretPlace;
    const found = changesBy(raw, place, secret, i % 3 === 0);
    if (found === 'refused') refused += 1;
    return found === 'refused' || found.length === 0 ? [] : [{ place, secret, first: found[0], of: found.length }];
  });
  if (process.env.SECRETS !== undefined)
    process.stderr.write(`${secrets.length} secrets, ${refused} refused, ${changed.length} changed verdicts\n`);
  return { refused, changed };
}

test.each([
  ['a gateway that is right', []],
  ['a gateway that loses events and answers with a body', ['kci-lost-completion', 'order-answered-with-body']],
])(
  'no secret changes what is judged of %s',
  async (_, faults) => {
    const raw = await rawRun(CASES, faults);
    expect(saidOf(raw).some(({ result }) => result.outcome === 'failed')).toBe(faults.length > 0);
    const secrets = secretsFor(raw, SECRETS / 2);
    const { refused, changed } = tryEach(raw, secrets);
    expect(changed.slice(0, 5)).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    expect(secrets.length - refused).toBeGreaterThan(SECRETS / 8);
  },
  3_600_000,
);

test.skipIf(process.env.SECRETS === undefined)(
  'nor of the whole certification',
  async () => {
    const raw = await rawRun([], []);
    expect(tryEach(raw, secretsFor(raw, 15)).changed).toEqual([]);
  },
  600_000,
);

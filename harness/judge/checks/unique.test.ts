import { describe, expect, test } from 'vitest';
import type { CallStep, Json, JsonObject } from '../../model.ts';
import { AVAILABLE, availability, BOOKED, book, ERROR, OTHER_UUID } from '../../testing/answered.ts';
import { call, findingsOf, order, outcomesOf, rowsWith, SITE, type Story, tell } from '../../testing/record-builder.ts';

describe('values that are unique over the run', () => {
  const other = call('book', { name: 'again', body: { ...(book.request.body as object), id: 9 } });
  const twice = (second: CallStep, body: Json): Story =>
    tell()
      .journey('b', [book, second])
      .start('b')
      .ask('b', 'book', 200, { body: BOOKED })
      .ask('b', second.name, 200, { body })
      .end('b')
      .finish();

  test('two bookings with one reference are a finding of the run', () => {
    const verdict = twice(other, { ...BOOKED, id: 9 }).judge();
    expect(findingsOf(verdict)).toEqual([
      'booking.reference-unique failed: the bookings 4 and 9 have the same reference',
    ]);
    expect(outcomesOf(verdict)).toEqual(['passed']);
    expect(verdict.outcome).toBe('not-certified');
    expect(rowsWith(verdict, 'breached')).toEqual(['APT-16']);
  });

  test('a reference that is told is told with its own bookings, however many others are shared', () => {
    const bookings = ['APT-1', 'APT-1', 'APT-2', 'APT-2', 'APT-1'].map((supplierReference, id) => ({
      ...BOOKED,
      id,
      supplierReference,
    }));
    const named = bookings.map(({ id }) =>
      call('book', { name: `book${id}`, body: { ...(book.request.body as object), id } }),
    );
    const story = tell().journey('b', named).start('b');
    for (const body of bookings) story.ask('b', `book${body.id}`, 200, { body });
    expect(story.end('b').finish().judge().findings).toMatchObject([
      { result: { finding: { actual: '"APT-1" for 3 bookings' } } },
    ]);
  });

  test('one booking asked for twice is one booking', () => {
    expect(findingsOf(twice({ ...book, name: 'again' }, BOOKED).judge())).toEqual([]);
  });

  test.each<[string, Json, readonly Json[], readonly string[]]>([
    [
      'of two addresses',
      { id: '1', type: 'UPRN' },
      ['LN1'],
      ['availability.line-unique failed: 2 lines have the same id, of "10002429380" and of "1"'],
    ],
    [
      'of one address',
      SITE,
      ['LN1', 'LN1'],
      [`availability.line-unique failed: 2 lines have the same id, of "10002429380" and of "10002429380"`],
    ],
    ['of one address asked for twice', SITE, ['LN1'], []],
    ['of one place under two kinds of id', { id: '1', type: 'UDPRN' }, ['LN1'], []],
    ['that is empty', { id: '1', type: 'UPRN' }, [''], []],
  ])('two lines with one id, %s', (_, identifier, lines, expected) => {
    const answer = (of: Json, ids: readonly Json[]): JsonObject => {
      const existingLines = ids.map((lineId) => ({ lineId }));
      return { ...AVAILABLE, address: { identifier: of }, siteInformation: { newLine: false, existingLines } };
    };
    const again = call('availability', { name: 'again', query: { address: identifier } });
    const story = tell()
      .journey('a', [availability, again])
      .start('a')
      .ask('a', 'availability', 200, { body: answer(SITE, ['LN1']) })
      .ask('a', 'again', 200, { body: answer(identifier, lines) });
    expect(findingsOf(story.end('a').finish().judge())).toEqual(expected);
  });

  test('two errors with one uuid are a finding of the run', () => {
    const refused = { ...order(5), expect: { answers: [{ status: '422' }] } };
    const story = (uuid: string): Story =>
      tell()
        .journey('e', [refused, { ...refused, name: 'again' }])
        .start('e')
        .ask('e', 'order', 422, { body: ERROR })
        .ask('e', 'again', 422, { body: { ...ERROR, uuid } })
        .end('e')
        .finish();
    expect(findingsOf(story(OTHER_UUID).judge())).toEqual([]);
    expect(findingsOf(story(ERROR.uuid).judge())).toEqual([
      'error.uuid-unique observed: 1 of 2 errors repeat the uuid of another',
    ]);
  });
});

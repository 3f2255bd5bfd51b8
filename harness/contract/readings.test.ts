import { describe, expect, test } from 'vitest';
import type { Target } from '../model.ts';
import { loadContract } from './contract.ts';
import { FIXTURES } from './fixture.ts';
import { underReadings, unknownReadings } from './readings.ts';

const { contract } = loadContract(`${FIXTURES}/contract`);
const answersOf = (row: string, readings: Target['readings']) => {
  const { refusals } = underReadings(contract, readings).operations.availability;
  return refusals.filter(({ requirement }) => requirement === row).map(({ answers }) => answers);
};
const problems = (readings: Target['readings']): string[] =>
  unknownReadings({ target: 't', readings } as Target, contract).map(({ message, fix }) => message + (fix ?? ''));

describe('an agreed reading', () => {
  test('leaves one of the answers that the specification leaves open', () => {
    expect(answersOf('HDR-03', {})).toEqual([
      [
        { status: '400', code: 'MALFORMED_REQUEST' },
        { status: '422', code: 'INVALID_REQUEST' },
      ],
    ]);
    expect(answersOf('HDR-03', { 'HDR-03': '422 INVALID_REQUEST' })).toEqual([
      [{ status: '422', code: 'INVALID_REQUEST' }],
    ]);
  });

  test('owes an answer where the specification names none, and what was silent is then assumed', () => {
    const readings = { 'SIL-04': '400 MALFORMED_REQUEST' };
    expect(answersOf('SIL-04', readings)).toEqual([[{ status: '400', code: 'MALFORMED_REQUEST' }]]);
    expect(underReadings(contract, readings).register.find(({ id }) => id === 'SIL-04')).toMatchObject({
      level: 'assumed',
      assumption: 'agreed with the target: 400 MALFORMED_REQUEST',
    });
  });

  test('of a silent row that a check looks at may be in any words', () => {
    expect(problems({ 'STA-04': 'the next availability result shows it' })).toEqual([]);
  });

  test.each([
    ['HDR-3', '422', 'target "t", readings: unknown row "HDR-3"did you mean "HDR-03"?'],
    ['VER-01', '422', 'target "t", readings: row VER-01 leaves nothing to be agreed on'],
    ['HDR-03', 'refused', 'target "t", readings: "refused" is no answer'],
    ['HDR-03', '418', 'target "t", readings: HDR-03 cannot be read as 418'],
  ])('of %s as "%s" is told to be wrong', (row, reading, message) => {
    expect(problems({ [row]: reading })).toEqual([message]);
  });
});

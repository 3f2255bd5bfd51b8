import { describe, expect, test } from 'vitest';
import { readPattern } from '../pattern.ts';
import { call, findingsOf, kci, order, outcomesOf, REAL, rowsWith, SITE, TENANT, tell } from './record-builder.ts';

const AVAILABLE = { address: { identifier: SITE }, serviceSpecifications: [], unavailabilityReasons: [] };
const COMPLETED = readPattern(['ACKNOWLEDGED', 'UPDATE*', 'COMMITTED', 'COMPLETED']).pattern;

describe('a case', () => {
  test('passes when every check passed', () => {
    const story = tell().journey('a', [call('availability', { query: { address: SITE } })]);
    const verdict = story.start('a').ask('a', 'availability', 200, { body: AVAILABLE }).end('a').finish().judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(['passed']);
    expect(verdict.outcome).toBe('certified');
  });

  test('fails when one failed, and says what was owed and what came', () => {
    const story = tell().journey('a', [call('availability', { query: { address: SITE } })]);
    const verdict = story.start('a').ask('a', 'availability', 404).end('a').finish().judge();
    expect(findingsOf(verdict)).toEqual(['http.status failed: availability answered 404 where 200 is owed']);
    expect(verdict.outcome).toBe('not-certified');
  });
});

test('an order with its events passes', () => {
  const story = tell().journey('o', [order(5)], { kci: [kci(COMPLETED, { exactlyOnce: ['COMPLETED'] })] });
  story.start('o').ask('o', 'order', 202);
  story.event(5, 'ACKNOWLEDGED').event(5, 'UPDATE').event(5, 'COMMITTED', { repeat: 2 }).event(5, 'COMPLETED');
  const verdict = story.end('o').finish().judge();
  expect(findingsOf(verdict)).toEqual([]);
  expect(outcomesOf(verdict)).toEqual(['passed']);
  expect(rowsWith(verdict, 'proven')).toContain('KCI-01');
  void REAL;
  void TENANT;
});

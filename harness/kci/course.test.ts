import { expect, test } from 'vitest';
import type { KciProfile } from '../model.ts';
import { type AskedChange, followLifecycle } from './course.ts';
import { readPattern } from './pattern.ts';

const PROFILE = {
  events: { DONE: { when: [], terminal: true } },
  requests: {
    amendment: { YES: { emits: { kind: 'event', name: 'CHANGED' } }, OPEN: { emits: null } },
    cancellation: { YES: { emits: { kind: 'event', name: 'DROPPED' }, ends: true } },
  },
} as unknown as KciProfile;
const LIFECYCLE = { kind: 'some', orders: ['NEW'], legal: readPattern(['BEGUN', 'DONE']).pattern, outcomes: {} };

function followed(names: readonly string[], ...changes: readonly AskedChange[]): string {
  const events = names.map((name) => ({ name, dates: {} }));
  const { state, at, next } = followLifecycle(PROFILE, LIFECYCLE, { changes, events });
  return `${state}${at === undefined ? '' : ` at ${at}`}, next ${next.join(' or ')}`;
}

const accepted = (kind: AskedChange['kind']): AskedChange => ({ kind, isAccepted: true, isRefused: false });

test('events follow the legal course, or leave it where another was due', () => {
  expect(followed(['BEGUN', 'DONE'])).toBe('complete, next ');
  expect(followed(['BEGUN'])).toBe('open, next DONE');
  expect(followed(['DONE'])).toBe('impossible at 0, next BEGUN');
});

test('a lifecycle without a legal course of its own may take that of any outcome', () => {
  const outcomes = { GOOD: LIFECYCLE.legal, BAD: readPattern('REFUSED').pattern };
  const { state } = followLifecycle(
    PROFILE,
    { kind: 'some', orders: ['NEW'], outcomes },
    { changes: [], events: [{ name: 'REFUSED', dates: {} }] },
  );
  expect(state).toBe('complete');
});

test('the answer to a change comes at any time, once for each that was not refused', () => {
  const events = ['BEGUN', 'CHANGED', 'DONE'];
  expect(followed(events)).toBe('impossible at 1, next DONE');
  expect(followed(events, accepted('amendment'))).toBe('complete, next ');
  expect(followed(events, { kind: 'amendment', isAccepted: false, isRefused: false })).toBe('complete, next ');
  expect(followed(events, { kind: 'amendment', isAccepted: false, isRefused: true })).toBe(
    'impossible at 1, next DONE',
  );
  expect(followed(['BEGUN', 'CHANGED', 'CHANGED'], accepted('amendment'))).toBe('impossible at 2, next DONE');
});

test('an accepted cancellation may end an order anywhere, and nothing follows', () => {
  expect(followed(['BEGUN', 'DROPPED'], accepted('cancellation'))).toBe('complete, next ');
  expect(followed(['DROPPED'], accepted('cancellation'))).toBe('complete, next ');
  // What follows it is to blame, and not the cancellation.
  expect(followed(['DROPPED', 'BEGUN'], accepted('cancellation'))).toBe('impossible at 1, next ');
});

import { expect, test } from 'vitest';
import type { Observation, Plan, Site, Unrecorded, World } from '../../model.ts';
import { REAL } from '../../testing/record-builder.ts';
import { leftToRun } from './left-to-run.ts';

const site: Site = { id: '7', type: 'UPRN' };
const world = {
  roles: { line: { use: 'exclusive', sites: [site] }, plot: { use: 'once', sites: [site] } },
} as unknown as World;
const plan = { journeys: [{ id: 'a' }, { id: 'b' }, { id: 'c', excused: {} }] } as unknown as Plan;

const started: Unrecorded = { type: 'journey-started', journey: 'a' };
const leased = (role: string): Unrecorded => ({ type: 'site-leased', journey: 'a', name: 'site', role, site });
const ended = (how: 'finished' | 'stopped' | 'interrupted'): Unrecorded => ({
  type: 'journey-ended',
  journey: 'a',
  ended: how,
});
const returned = (left: 'as it was' | 'used up'): Unrecorded => ({
  type: 'site-returned',
  journey: 'a',
  role: 'plot',
  site,
  left,
});
const sent = (verb: 'slots' | 'book' | 'order') => {
  const method = verb === 'slots' ? 'GET' : 'POST';
  return { type: 'request-sent', exchange: 4, journey: 'a', verb, method, body: null } as Unrecorded;
};
const aborted = {
  type: 'exchange-broke',
  exchange: 4,
  journey: 'a',
  fault: 'aborted',
  detail: '',
  tookMs: 1,
} as Unrecorded;

function leftAfter(...seen: readonly Unrecorded[]) {
  const record = seen.map((each, i) => ({ ...each, seq: i + 1, at: i }) as Observation);
  const { journeys, spent, ...rest } = leftToRun(record, { plan, profile: REAL.profile, world });
  return { ...rest, journeys: [...journeys], spent };
}

test.for<[string, Unrecorded[], string[]]>([
  ['nothing had begun', [], ['a', 'b']],
  ['one had begun', [started], ['a', 'b']],
  ['one had come to its end', [started, ended('finished')], ['b']],
  ['one was stopped by an answer', [started, ended('stopped')], ['b']],
  ['one was interrupted', [started, ended('interrupted')], ['a', 'b']],
  ['one stopped because the interrupt took its answer', [started, sent('book'), aborted, ended('stopped')], ['a', 'b']],
  ['one had ended and was begun anew', [started, ended('finished'), started], ['a', 'b']],
])('where %s, the rest is left', ([, seen, left]) => {
  expect(leftAfter(...seen).journeys).toEqual(left);
});

test.for<[string, Unrecorded[], Site[]]>([
  ['of a walk that came to its end is free again', [started, leased('line'), sent('book'), ended('finished')], []],
  ['of a walk that only looked is free', [started, leased('line'), sent('slots')], []],
  ['of a walk that may have left something is spent', [started, leased('line'), sent('book')], [site]],
  ['that an order uses up is spent', [started, leased('plot'), sent('order'), ended('finished')], [site]],
  ['that an order would use up is free after a look', [started, leased('plot'), sent('slots'), ended('finished')], []],
  [
    'that was given back is free',
    [started, leased('plot'), sent('order'), ended('finished'), returned('as it was')],
    [],
  ],
  [
    'that was set aside is spent',
    [started, leased('line'), sent('order'), ended('finished'), returned('used up')],
    [site],
  ],
])('a site %s', ([, seen, spent]) => {
  expect(leftAfter(...seen).spent).toEqual(spent);
});

test('numbers go on where the record ends', () => {
  expect(leftAfter(started, sent('book'))).toMatchObject({ exchangesBefore: 4, deliveriesBefore: 0, lastAt: 1 });
});

test('a run that had ended well is over, and one that was interrupted is not', () => {
  expect(leftAfter({ type: 'run-ended', ended: 'finished' }).isOver).toBe(true);
  expect(leftAfter({ type: 'run-ended', ended: 'interrupted' }).isOver).toBe(false);
});

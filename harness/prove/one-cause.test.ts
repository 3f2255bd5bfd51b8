import { beforeAll, describe, expect, test } from 'vitest';
import { titleOf } from '../../reports/story/groups.ts';
import { failuresIn, runStory } from '../../reports/story/run-story.ts';
import type { Fault } from '../fake/fault.ts';
import { chosenFaults } from '../fake/faults.ts';
import type { Cause, Verdict } from '../model.ts';
import { certifyFake } from './certification.ts';
import { sampleStage } from './testing/stage.ts';

/** Faults that show in several ways, with cases in which they do. */
const SHOWING: Readonly<Record<string, readonly string[]>> = {
  'amendment-answered-201': ['amendments/modify-date', 'tenancy/amendments-at-once'],
  'bad-token-as-bad-request': ['amendments/cease-refusals~bad-token', 'token/expiry'],
  'booking-double': [
    'appointments/slot-taken',
    'appointments/slot-contested',
    'appointments/slot-in-another-spelling*',
  ],
  'booking-own-id': ['amendments/appointment', 'appointments/book#modify'],
  'slots-an-hour-late': ['amendments/appointment', 'appointments/used-id', 'orders/full-order'],
  'slots-start-as-epoch': ['amendments/appointment', 'appointments/slot-contested', 'tenancy/answers-at-once'],
  'availability-line-id-as-number': ['orders/characteristics-of-the-line#line', 'availability/active-elsewhere'],
  'kci-cease-completed-at-once': ['amendments/cease-date', 'cancellations/waiting-services#cease'],
  'kci-takeover-cancelled': [
    'availability/after-an-order#takeover',
    'amendments/provides-twice#takeover',
    'cancellations/waiting-*',
  ],
  'kci-acknowledgment-as-update': ['orders/left-open-provides#new', 'amendments/provides-refusals#swap~*'],
  'cancellation-missing-id-accepted': ['cancellations/cease-refusals~omit'],
  'cancellation-never-answered': [
    'availability/after-a-cancellation*',
    'cancellations/cease',
    'cancellations/waiting-*',
  ],
  'amendment-not-applied': ['amendments/appointment', 'amendments/contact', 'amendments/cease-date', 'orders/any-sp*'],
  'not-authorised-as-token-error': ['amendments/modify-refusals~bad-token'],
};
/** Mistakes that have nothing to do with each other. */
const TOGETHER = [
  ['amendment-answered-201', 'slots-start-as-epoch'],
  ['booking-own-id', 'kci-takeover-cancelled'],
  ['availability-line-id-as-number', 'cancellation-missing-id-accepted'],
] as const;

describe('a mistake is told once, in however many ways it shows', () => {
  const { stage, validators } = sampleStage([...new Set(Object.values(SHOWING).flat())]);
  const faults = new Map<string, Fault>();
  beforeAll(() => {
    for (const fault of chosenFaults(Object.keys(SHOWING)).faults) faults.set(fault.fault, fault);
  });
  const toldOf = async (
    ...names: readonly string[]
  ): Promise<{ readonly told: string[]; readonly ways: number; readonly verdict: Verdict }> => {
    const [first, ...others] = names.flatMap((name) => faults.get(name) ?? []);
    if (!first) throw new Error('no such fault');
    const fault = {
      ...first,
      also: others.map(({ where, do: actions }) => ({ ...(where ? { where } : {}), do: actions })),
    };
    const { verdict, record } = await certifyFake(stage, validators, { fault });
    const { plan, profile } = stage;
    const found = verdict.cases.flatMap(({ findings }) => findings);
    const kinds = found.flatMap(({ check, result }) =>
      result.outcome === 'failed' ? [`${check} ${result.finding.kind ?? result.finding.summary}`] : [],
    );
    return {
      verdict,
      told: failuresIn(runStory({ verdict, plan, record, profile })).map(titleOf),
      ways: new Set(kinds).size,
    };
  };

  /** How many cases pass once a cause is fixed, as far as they were walked. */
  const fixed = ({ ifFixed }: Cause): number => ifFixed.cases.length + (ifFixed.unwalked ?? 0);

  test.each(Object.keys(SHOWING))('%s', async (name) => {
    const { told, ways, verdict } = await toldOf(name);
    expect(told).toHaveLength(1);
    expect(ways).toBeGreaterThan(1);
    const failing = verdict.cases.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []));
    expect(verdict.causes.map(({ cases }) => cases.toSorted())).toEqual([failing.toSorted()]);
    expect(verdict.causes.map(fixed)).toEqual([failing.length]);
    expect(verdict.causes[0]?.ifFixed.rows).toEqual(verdict.causes[0]?.rows);
  });

  test.each(TOGETHER)('%s and %s are two', async (...names) => {
    const { told, verdict } = await toldOf(...names);
    expect(told).toHaveLength(2);
    // Cases that fail for both reasons pass only where both are fixed.
    const [one, other] = verdict.causes;
    const both = one?.cases.filter((id) => other?.cases.includes(id)) ?? [];
    expect(one && fixed(one)).toBe(one?.cases.filter((id) => !both.includes(id)).length);
  });
});

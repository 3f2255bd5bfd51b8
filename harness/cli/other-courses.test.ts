import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { readText } from '../source/file.ts';
import { certifyFake } from '../testing/certify.ts';
import { emptyFolder } from '../testing/command.ts';
import { casesWithEvents } from '../testing/whole.ts';

/** The parts of a profile's file that the gateways here have of their own. */
interface Written {
  profile: string;
  'lifecycles-from'?: string;
  events: Record<string, Record<string, unknown>>;
  lifecycles: Record<string, { legal?: unknown; orders: string[]; outcomes: Record<string, unknown> }>;
  requests: Record<string, Record<string, Record<string, unknown>>>;
}

const SUPPLIER = new URL('../../fixtures/kci/supplier.yaml', import.meta.url).pathname;

/** The supplier's profile, changed, as a file. */
function profileWith(change: (profile: Written) => void): string {
  // Parsed without sharing what its anchors share, so that a change stays where it is made.
  const profile = structuredClone(JSON.parse(JSON.stringify(parse(readText(SUPPLIER).text ?? '')))) as Written;
  profile.profile = 'stranger';
  // Words of the supplier that it has no use for are none that a scenario misspells.
  profile['lifecycles-from'] = 'supplier';
  change(profile);
  const file = join(emptyFolder(), 'stranger.yaml');
  writeFileSync(file, stringify(profile, { aliasDuplicateObjects: false }));
  return file;
}

function eachLifecycle(profile: Written, change: (lifecycle: Written['lifecycles'][string]) => void): void {
  for (const lifecycle of Object.values(profile.lifecycles)) change(lifecycle);
}

/** Every event by another name. */
function renamed(profile: Written): Written {
  let text = JSON.stringify({ lifecycles: profile.lifecycles, requests: profile.requests });
  // Of the requests and outcomes, the names stay: they are what a gateway is asked for.
  for (const name of Object.keys(profile.events))
    text = text.replaceAll(new RegExp(`"${name}(\\??)"`, 'g'), `"e-${name.toLowerCase()}$1"`);
  const { lifecycles, requests } = JSON.parse(text.replaceAll(/"e-[a-z_]+":/g, (key) => key)) as Written;
  const events = Object.fromEntries(
    Object.entries(profile.events).map(([name, rule]) => [`e-${name.toLowerCase()}`, rule]),
  );
  return { ...profile, events, lifecycles, requests: withOutcomesOf(profile.requests, requests) };
}

/** An outcome of a request may be named like the event it brings (`AMENDMENT_REJECTED`). */
function withOutcomesOf(before: Written['requests'], after: Written['requests']): Written['requests'] {
  return Object.fromEntries(
    Object.entries(before).map(([kind, outcomes]) => {
      const changed = Object.values(after[kind] ?? {});
      return [kind, Object.fromEntries(Object.keys(outcomes).map((name, i) => [name, changed[i] ?? {}]))];
    }),
  );
}

const COURSES: readonly (readonly [string, (profile: Written) => void, changed?: 'amend'])[] = [
  [
    'that acknowledges an order before it rejects it',
    (profile) =>
      eachLifecycle(profile, (lifecycle) => {
        const [, rest] = (lifecycle.legal as { 'one-of': unknown[] })['one-of'];
        lifecycle.legal = { 'one-of': [['ACKNOWLEDGED', 'REJECTED'], rest] };
        lifecycle.outcomes.ORDER_REJECTED = ['ACKNOWLEDGED', 'REJECTED'];
      }),
  ],
  ['with other names for its events', (profile) => Object.assign(profile, renamed(profile))],
  [
    'that tells of no commitment',
    (profile) => {
      const { COMMITTED: _, ...events } = profile.events;
      profile.events = events;
      eachLifecycle(profile, (lifecycle) => {
        lifecycle.legal = {
          'one-of': [
            'REJECTED',
            [
              'ACKNOWLEDGED',
              { repeat: { 'one-of': [['DELAY', 'RESUMED?'], 'REAPPOINT', 'REAPPOINTED', 'INFORMATION_REQUIRED'] } },
              { 'one-of': ['COMPLETED', 'CANCELLED', 'TERMINATED'] },
            ],
          ],
        };
        lifecycle.outcomes = {
          ORDER_SUCCESSFUL: ['ACKNOWLEDGED', 'COMPLETED'],
          ORDER_ACKNOWLEDGED: 'ACKNOWLEDGED',
          ORDER_IN_PROGRESS: 'ACKNOWLEDGED',
          ORDER_PENDING: ['ACKNOWLEDGED', 'INFORMATION_REQUIRED', 'COMPLETED'],
          ORDER_DELAYED: ['ACKNOWLEDGED', 'DELAY', 'COMPLETED'],
          ORDER_REAPPOINT: ['ACKNOWLEDGED', 'REAPPOINT', 'COMPLETED'],
          ORDER_REJECTED: 'REJECTED',
          ORDER_CANCELLED: ['ACKNOWLEDGED', 'CANCELLED'],
        };
      });
    },
  ],
  [
    'that says more on the way',
    (profile) => {
      profile.events.SURVEYED = { when: 'SURVEYED' };
      eachLifecycle(profile, (lifecycle) => {
        const text = JSON.stringify(lifecycle).replaceAll('"ACKNOWLEDGED"', '["ACKNOWLEDGED","SURVEYED"]');
        Object.assign(lifecycle, JSON.parse(text));
      });
    },
  ],
  [
    'whose first word is its last',
    (profile) => {
      // Delivered at once, or not at all.
      eachLifecycle(profile, (lifecycle) => {
        lifecycle.legal = { 'one-of': ['COMPLETED', 'REJECTED'] };
        lifecycle.outcomes = { ORDER_SUCCESSFUL: 'COMPLETED', ORDER_REJECTED: 'REJECTED' };
      });
    },
  ],
  [
    'that has delivered an order before anyone can amend it',
    (profile) => {
      eachLifecycle(profile, (lifecycle) => {
        lifecycle.outcomes.ORDER_IN_PROGRESS = lifecycle.outcomes.ORDER_SUCCESSFUL;
        // No status of its own is waited for in between.
        lifecycle.outcomes.ORDER_ACKNOWLEDGED = lifecycle.outcomes.ORDER_SUCCESSFUL;
      });
    },
  ],
  [
    'that answers an amendment by two events',
    (profile) => {
      profile.events.AMENDMENT_RECEIVED = { when: 'AMENDMENT_RECEIVED', carries: ['amendment-id'] };
      profile.requests.amendment = {
        ...profile.requests.amendment,
        AMENDMENT_ACCEPTED: { emits: ['AMENDMENT_RECEIVED', 'AMENDED'] },
      };
    },
    'amend',
  ],
  [
    'that answers no amendment',
    (profile) => {
      profile.requests.amendment = { AMENDMENT_ACCEPTED: {} };
    },
    'amend',
  ],
];

/** Where every case is tried: refusals wait for the events of the orders that they are about. */
const WHOLE: readonly unknown[] = ['whose first word is its last'];

/** Elsewhere those that an event comes in, which a course changes: it may be that of amendments alone. */
const WITH_EVENTS = casesWithEvents();
const AMENDED = casesWithEvents('amend');

test.for(COURSES)('a gateway %s is certified by a profile that says so', async ([name, change, changed]) => {
  const isWhole = WHOLE.includes(name);
  const some = changed === 'amend' ? AMENDED : WITH_EVENTS;
  const only = isWhole ? [] : some;
  const { verdict } = await certifyFake({ profile: profileWith(change), only });
  const failed = verdict.cases.flatMap(({ id, findings }) =>
    findings.flatMap(({ result }) => (result.outcome === 'failed' ? [`${id}: ${result.finding.summary}`] : [])),
  );
  expect(failed).toEqual([]);
  expect(verdict.outcome).toBe(isWhole ? 'certified' : 'passed');
});

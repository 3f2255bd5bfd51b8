import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prune, readPattern } from '../kci/pattern.ts';
import { readEvent } from '../kci/read.ts';
import type { KciProfile } from '../model.ts';
import { loadProfile, readProfile } from './profile.ts';

const KCI = join(import.meta.dirname, '../../fixtures/kci');
const generic = readFileSync(join(KCI, 'generic.yaml'), 'utf8');

/** The generic profile of a gateway that never sends some events. */
function without(...events: string[]): KciProfile {
  const lines = generic.split('\n').filter((line) => !events.some((name) => line.includes(`${name}: { when:`)));
  const { profile, problems } = readProfile(lines.join('\n'), join(KCI, 'mine.yaml'));
  expect(problems).toEqual([]);
  return profile as KciProfile;
}

test('an event that the gateway never sends needs no entry, and outcomes that owe it are gone', () => {
  const profile = without('DELAY', 'REAPPOINTED', 'UPDATE');
  expect(profile.unsent).toEqual({ events: ['UPDATE', 'DELAY', 'REAPPOINTED'], outcomes: ['ORDER_DELAYED'] });
  expect(Object.keys(profile.lifecycles[0]?.outcomes ?? {})).not.toContain('ORDER_DELAYED');
  expect(profile.lifecycles[0]?.outcomes.ORDER_SUCCESSFUL).toEqual(
    readPattern(['ACKNOWLEDGED', [], 'COMMITTED', 'ADDITIONAL?', 'COMPLETED']).pattern,
  );
});

test('an event that leaves its order as it was has no status of its own, and none of its namesake', () => {
  const written = generic.replace('RESUMED: { when: RESUMED', 'RESUMED: { status: as-before, when: RESUMED');
  const { profile } = readProfile(written, join(KCI, 'mine.yaml'));
  expect(profile?.events.RESUMED).toEqual({ when: ['RESUMED'], keepsStatus: true });
  expect(profile?.events.COMMITTED).toMatchObject({ status: 'IN_PROGRESS' });
});

test('an answer that the gateway never sends takes its outcome with it', () => {
  expect(Object.keys(without('AMENDED').requests.amendment)).toEqual(['AMENDMENT_REJECTED', 'AMENDMENT_PENDING']);
});

test('a profile that names every event has a use for every word', () => {
  expect(loadProfile('generic').profile?.unsent).toEqual({ events: [], outcomes: [] });
});

test('what a locator counts or picks from is a list of XML', () => {
  const ledger = readFileSync(join(KCI, '../strangers/kci/ledger.yaml'), 'utf8');
  const place = '$.Entry.Order.Contacts.Contact';
  const written = ledger
    .replace('$.Entry.Order.Customer', `"${place}[?@.Role=='MAIN'].Name"`)
    .replace('$.Entry.Order.Notes', "$.Entry.Lines['Line'][0].Notes");
  const read = (text: string) => readProfile(text, join(KCI, '../strangers/kci/mine.yaml')).profile;
  expect(read(written)?.wire.lists?.toSorted()).toEqual(['Entry.Lines.Line', 'Entry.Order.Contacts.Contact']);
  expect(read(ledger)?.wire.lists).toEqual([]);
  const contact = '<Contact><Role>MAIN</Role><Name>Ada</Name></Contact>';
  const one = `<Entry><Order><Contacts>${contact}</Contacts></Order></Entry>`;
  expect(readEvent(read(written) as KciProfile, [], one).ordered).toEqual({ 'primaryContact.name': 'Ada' });
});

test('a profile that takes nothing from another has no words for events but its own', () => {
  const { profile } = loadProfile(join(KCI, '../strangers/kci/courier.yaml'));
  expect(profile?.unsent?.events).toEqual([]);
  expect(profile?.unsent?.outcomes).not.toEqual([]);
});

test.each([
  ['A', 'A'],
  ['B', null],
  [
    ['A', 'B?', 'A'],
    ['A', [], 'A'],
  ],
  [['A', 'B'], null],
  [
    ['A', { repeat: ['B'] }],
    ['A', []],
  ],
  [['A', 'B+'], null],
  [{ 'one-of': ['A', 'B'] }, { 'one-of': ['A'] }],
  [{ 'any-order': ['A', 'B'] }, null],
])('of %j without B there is left %j', (before, after) => {
  const left = prune(readPattern(before).pattern, (name) => name !== 'B');
  expect(left).toEqual(after === null ? null : readPattern(after).pattern);
});

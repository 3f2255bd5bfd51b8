import { describe, expect, it } from 'vitest';
import type { KciProfile } from '../model.ts';
import { type EventToWrite, writeEvent } from './write.ts';

const profile = {
  profile: 'small',
  wire: { contentType: 'application/json', path: '' },
  times: 'iso-8601',
  statuses: { done: 'COMPLETED' },
  events: {
    STARTED: { when: ['start', 'begun'], status: 'IN_PROGRESS' },
    NOTED: { when: [{ '$.note': '~object' }], emit: { note: { text: '$event.text', code: '$event.problemCode' } } },
  },
  emit: {
    headers: { 'X-Conversation-ID': '$request.conversation' },
    body: {
      what: '$event.wireName',
      n: '$event.sequence',
      at: '$event.issuedAt',
      order: { id: '$order.id', state: '$event.wireStatus', due: '$order.targetDate' },
      reasons: [{ code: '$event.problemCode' }],
    },
    bodyByKind: { any: { kind: 'ANY' } },
  },
} as unknown as KciProfile;

const toWrite: EventToWrite = {
  name: 'STARTED',
  kind: 'any',
  status: 'COMPLETED',
  sequence: 2,
  issuedAt: Date.parse('2026-03-01T09:00:00Z'),
  deliveryId: 'd-1',
  order: { id: 7 },
  tenant: 'acme',
  request: { id: 'r-1', conversation: 'c-1' },
  delivery: { requestId: 'q-1' },
};

describe('writing an event', () => {
  it('fills the template of its kind and leaves out what has no value', () => {
    expect(writeEvent(profile, toWrite)).toEqual({
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Conversation-ID', 'c-1'],
      ],
      body: { what: 'start', n: 2, at: '2026-03-01T09:00:00.000Z', order: { id: 7, state: 'done' }, kind: 'ANY' },
    });
  });

  it('lays the members of the event over the body', () => {
    const { body } = writeEvent(profile, { ...toWrite, name: 'NOTED', text: 'hello', problemCode: 'P1' });
    expect(body).toMatchObject({ note: { text: 'hello', code: 'P1' }, reasons: [{ code: 'P1' }] });
  });

  it('keeps what is empty in the order itself', () => {
    const whole: KciProfile = { ...profile, emit: { headers: {}, body: { order: '$order' } } };
    const { body } = writeEvent(whole, { ...toWrite, order: { tasks: [], item: {} } });
    expect(body).toEqual({ order: { tasks: [], item: {}, status: 'done' } });
  });

  it.each([
    ['epoch-s', 1_772_355_600],
    ['epoch-ms', 1_772_355_600_000],
  ] as const)('writes times as %s', (times, at) => {
    expect(writeEvent({ ...profile, times }, toWrite).body).toMatchObject({ at });
  });

  it('has nothing to write by where the profile has no "emit"', () => {
    const { emit: _, ...mute } = profile;
    expect(() => writeEvent(mute, toWrite)).toThrow('the KCI profile "small" has no "emit" to write events by');
  });
});

import { describe, expect, it } from 'vitest';
import type { Headers, Json, KciProfile } from '../model.ts';
import { departures, locate, readEvent } from './read.ts';

const profile: KciProfile = {
  profile: 'small',
  title: 'A small profile',
  wire: { contentType: 'application/json', path: '', format: 'json' },
  read: {
    event: '$.what',
    orderId: ['$.order.id', '$.orderId'],
    status: '$.order.state',
    conversation: 'header:X-Conversation-ID',
    sequence: '$.n',
    issuedAt: '$.at',
    dates: { target: '$.order.due' },
  },
  envelope: { '$.n': '~integer' },
  rules: [],
  unknownEvents: 'fail',
  times: 'iso-8601',
  statuses: { done: 'COMPLETED' },
  events: {
    STARTED: { when: ['start', 'begun'], status: 'IN_PROGRESS' },
    CLOSED: { when: [{ '$.what': 'change', '$.order.state': '~in(done, failed)' }] },
    NOTED: { when: [{ '$.note': '~object' }] },
  },
  lifecycles: [{ kind: 'any', orders: ['NEW'], outcomes: {} }],
  requests: { amendment: {}, cancellation: {} },
  delivery: {
    acknowledge: 204,
    retry: null,
    orderBy: 'sequence',
    sequence: 'increasing',
    sequenceBy: 1,
    duplicates: 'never',
    reorderWindowMs: 0,
    aheadMs: 0,
    firstWithinMs: 0,
    betweenWithinMs: 0,
    repeatsConversation: 'order',
  },
};

const headers: Headers = [['x-conversation-id', 'c-1']];
const read = (body: Json, by: KciProfile = profile) => readEvent(by, headers, JSON.stringify(body));

describe('reading an event', () => {
  it('tells ids of amendments and cancellations at one place apart by their form', () => {
    const at = (prefix: string) => ({ at: '$.answers', part: { prefix } });
    const by = { ...profile, read: { ...profile.read, amendmentId: at('AMD-'), cancellationId: at('CAN-') } };
    const readOf = (answers: Json) => {
      const { amendmentId, cancellationId, malformed } = read({ what: 'start', answers }, by);
      return { amendmentId, cancellationId, malformed };
    };
    expect(readOf('AMD-7')).toEqual({ amendmentId: '7' });
    expect(readOf('CAN-8')).toEqual({ cancellationId: '8' });
    const text = '"ORD-9"';
    expect(readOf('ORD-9').malformed).toEqual([
      { field: 'amendmentId', text },
      { field: 'cancellationId', text },
    ]);
  });

  it('finds the fields where the profile says, in the body and in headers of any case', () => {
    const event = read({
      what: 'start',
      n: 1,
      at: '2026-03-01T10:00:00+01:00',
      order: { id: 7, state: 'open', due: '2026-03-09' },
    });
    expect(event).toEqual({
      name: 'STARTED',
      wireName: 'start',
      orderId: '7',
      status: 'open',
      conversation: 'c-1',
      sequence: 1,
      issuedAt: Date.parse('2026-03-01T09:00:00Z'),
      dates: { target: '2026-03-09' },
    });
  });

  it.each([
    ['a number', { order: { id: 12345 } }],
    ['a text that holds a number', { order: { id: '12345' } }],
    ['a text at the second place', { orderId: '12345' }],
    ['a text filled up with zeros', { orderId: '00012345' }],
  ])('reads an order id that is %s', (_, body) => {
    expect(read(body).orderId).toBe('12345');
  });

  it.each([
    ['any of the texts of its rule', { what: 'begun' }, 'STARTED'],
    ['several places at once', { what: 'change', order: { state: 'failed' } }, 'CLOSED'],
    ['the member that is there', { note: { text: 'hello' } }, 'NOTED'],
    ['the first rule that fits', { what: 'start', note: {} }, 'STARTED'],
    ['nothing, where no rule fits', { what: 'change', order: { state: 'open' } }, undefined],
  ])('names an event by %s', (_, body, name) => {
    expect(read(body as Json).name).toBe(name);
  });

  it('translates the status where the profile has another word for it', () => {
    expect(read({ order: { state: 'done' } }).status).toBe('COMPLETED');
  });

  it.each([
    ['epoch-s', 1_772_355_600],
    ['epoch-ms', 1_772_355_600_000],
    ['epoch-s', '1772355600'],
    ['epoch-ms', '1772355600000.000'],
  ] as const)('reads times as %s', (times, at) => {
    expect(read({ at }, { ...profile, times }).issuedAt).toBe(Date.parse('2026-03-01T09:00:00Z'));
  });

  it('reads dates in a form of their own where the profile says so', () => {
    const mixed = { ...profile, read: { ...profile.read, dates: { target: '$.due' } }, dateTimes: 'epoch-ms' } as const;
    const body = { at: '2026-03-01T09:00:00Z', due: 1_772_355_600_000 };
    expect(read(body, mixed)).toMatchObject({
      issuedAt: Date.parse('2026-03-01T09:00:00Z'),
      dates: { target: '2026-03-01T09:00:00.000Z' },
    });
    expect(read({ at: 1_772_355_600_000 }, mixed).malformed).toEqual([{ field: 'issuedAt', text: '1772355600000' }]);
  });

  it('names the fields that stand there in a form which cannot be read', () => {
    const event = read({ what: 'start', n: 'three', at: '2024-04-012T08:00:00Z', order: { id: { no: 1 } } });
    expect(event.malformed).toEqual([
      { field: 'orderId', text: '{"no":1}' },
      { field: 'sequence', text: '"three"' },
      { field: 'issuedAt', text: '"2024-04-012T08:00:00Z"' },
    ]);
    expect(event.name).toBe('STARTED');
  });

  it('takes a field that is null as absent, and says so', () => {
    expect(read({ what: null, n: null })).toEqual({ conversation: 'c-1', dates: {}, nulls: ['wireName', 'sequence'] });
  });

  it.each([
    ['there is no body', undefined],
    ['there is no body', ''],
    ['the body is no JSON object', '[]'],
    ['the body is no JSON object', '"STARTED"'],
  ])('says that %s, and still reads the headers', (unreadable, text) => {
    expect(readEvent(profile, headers, text)).toEqual({ conversation: 'c-1', dates: {}, unreadable });
  });

  it('says why a body is not JSON', () => {
    expect(readEvent(profile, [], '{"what": "start",}').unreadable).toMatch(/^the body is not JSON: ./);
  });
});

describe('places and shapes', () => {
  it('takes the first place that leads to a value', () => {
    expect(locate(['header:Nowhere', '$.a', '$.b'], headers, { b: 1 })).toBe(1);
    expect(locate(['header:X-Conversation-ID', '$.b'], headers, { b: 1 })).toBe('c-1');
    expect(locate('$.a', headers, undefined)).toBeUndefined();
    // An element of XML with attributes is its text all the same.
    expect(locate('$.a', headers, { a: { '@lang': 'en', '#text': 'x' } })).toBe('x');
    expect(locate('$.a["@lang"]', headers, { a: { '@lang': 'en', '#text': 'x' } })).toBe('en');
  });

  it('tells where a delivery departs from what every delivery must have', () => {
    expect(departures(profile.envelope, [], { n: 'x' })).toEqual([
      { pointer: '$.n', expected: '~integer', actual: '"x"' },
    ]);
    expect(departures(profile.envelope, [], { n: 1 })).toEqual([]);
  });
});

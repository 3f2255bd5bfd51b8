import { expect, test } from 'vitest';
import type { Clock, Unrecorded } from '../model.ts';
import { createRecorder, type Recorder } from './record.ts';

const stopped: Clock = { now: () => 1_700_000_000_000, schedule: () => () => {}, until: () => Promise.resolve(false) };

function recording(after?: number): { recorder: Recorder; lines: string[] } {
  const lines: string[] = [];
  const recorder = createRecorder({
    clock: stopped,
    write: (line) => lines.push(line),
    secrets: [{ kind: 'client-secret', value: 'hush-hush' }],
    ...(after === undefined ? {} : { after }),
  });
  return { recorder, lines };
}

const sent: Unrecorded = {
  type: 'request-sent',
  exchange: 1,
  journey: 'orders/hush-hush',
  step: 'order',
  verb: 'order',
  tenant: 'acme',
  method: 'POST',
  url: 'http://h.example/a?b=hush-hush',
  headers: [['Authorization', 'Bearer hush-hush']],
  body: { text: '{"note":"hush-hush"}', sizeBytes: 20 },
};

test('what happened is numbered, dated, redacted where it was on the wire, and written as one line', () => {
  const { recorder, lines } = recording();
  recorder.record({ type: 'journey-started', journey: 'orders/hush-hush' });
  const observation = recorder.record(sent);
  expect(lines).toEqual([
    '{"seq":1,"at":1700000000000,"type":"journey-started","journey":"orders/hush-hush"}',
    '{"seq":2,"at":1700000000000,"type":"request-sent","body":{"text":"{\\"note\\":\\"[secret:client-secret-1]\\"}","sizeBytes":20},' +
      '"exchange":1,"headers":[["Authorization","Bearer [secret:client-secret-1]"]],"journey":"orders/hush-hush","method":"POST",' +
      '"step":"order","tenant":"acme","url":"http://h.example/a?b=[secret:client-secret-1]","verb":"order"}',
  ]);
  expect(observation).toEqual(JSON.parse(lines[1] ?? ''));
});

test('the order in which members were put together leaves no trace', () => {
  const one = recording();
  const other = recording();
  one.recorder.record(sent);
  other.recorder.record(Object.fromEntries(Object.entries(sent).reverse()) as unknown as Unrecorded);
  expect(other.lines).toEqual(one.lines);
});

test('a secret learnt on the way is redacted from then on', () => {
  const { recorder, lines } = recording();
  recorder.addSecret('access-token', 'eyJ.token');
  const of = { exchange: 1, journey: '', step: 'token', verb: 'token', tenant: 'a' } as const;
  recorder.record({ type: 'exchange-broke', ...of, fault: 'reset', detail: 'after eyJ.token', tookMs: 1 });
  expect(lines[0]).toContain('"detail":"after [secret:access-token-1]"');
});

test.each(['4111', '12345678', '2026-12-20', 'a1b2-c3d4', 'COMPLETED'])(
  'the token %s, which may stand anywhere, is redacted where tokens stand and nowhere else',
  (token) => {
    const lines: string[] = [];
    const isKnown = (text: string): boolean => text === 'COMPLETED';
    const recorder = createRecorder({ clock: stopped, write: (line) => lines.push(line), secrets: [], isKnown });
    recorder.addSecret('access-token', token);
    recorder.record({
      ...sent,
      headers: [['Authorization', `Bearer ${token}`]],
      body: { text: JSON.stringify({ id: token, access_token: token }), sizeBytes: 40 },
    });
    expect(lines[0]).toContain(JSON.stringify(JSON.stringify({ id: token, access_token: '[secret:access_token-1]' })));
    expect(lines[0]).toContain('["Authorization","Bearer [secret:access_token-1]"]');
  },
);

test('a request without a body is recorded as such', () => {
  const { recorder } = recording();
  expect(recorder.record({ ...sent, body: null })).toMatchObject({ body: null });
});

test('a resumed record goes on counting', () => {
  const { recorder } = recording(41);
  expect(recorder.record({ type: 'run-ended', ended: 'finished' })).toMatchObject({ seq: 42 });
});

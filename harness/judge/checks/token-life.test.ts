import { describe, expect, test } from 'vitest';
import { underReadings } from '../../contract/readings.ts';
import type { CallStep } from '../../model.ts';
import { AVAILABLE, availability, ERROR } from '../../testing/answered.ts';
import { call, findingsOf, outcomesOf, REAL, rowsWith, type Story, tell } from '../../testing/record-builder.ts';

describe('a token', () => {
  const TOKEN = '{"access_token":"<redacted>","token_type":"Bearer","scope":"gateway","expires_in":3600}';
  const withToken = (laterMs: number, status: number): Story => {
    const story = tell().journey('a', [{ ...availability, expect: { answers: [{ status: '200' }] } }]);
    const at = { journey: '', step: 'token', verb: 'token', tenant: availability.tenant } as const;
    story.see({
      type: 'request-sent',
      exchange: 99,
      ...at,
      method: 'POST',
      url: 'http://gateway.test',
      headers: [],
      body: null,
    });
    story.see({
      type: 'response-received',
      exchange: 99,
      ...at,
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: { text: TOKEN, sizeBytes: 90 },
      tookMs: 1,
    });
    const body = status === 200 ? AVAILABLE : { ...ERROR, code: 'NOT_AUTHORISED' };
    return story.later(laterMs).start('a').ask('a', 'availability', status, { body }).end('a').finish();
  };

  test('is taken until it expires', () => {
    const verdict = withToken(3_500_000, 200).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(rowsWith(verdict, 'met')).toContain('AUT-08');
  });

  test('lives no longer than agreed, and for less where it comes out of a cache', () => {
    const under = (life: string): string[] => {
      const readings = { 'SIL-96': life };
      const contract = underReadings(REAL.contract, readings);
      return findingsOf(withToken(0, 200).judge({ contract, target: { ...REAL.target, readings } }));
    };
    expect(under('1h')).toEqual([]);
    expect(under('2h')).toEqual([]);
    expect(under('59m')).toEqual(['token.life failed: a token is told to be valid for 1 h, not as agreed for 59 min']);
  });

  test('that is refused while it lives fails, beside the refusal itself', () => {
    expect(findingsOf(withToken(3_500_000, 401).judge())).toEqual([
      'http.status failed: availability answered 401 NOT_AUTHORISED where 200 is expected',
      'token.reuse failed: availability answered 401 to a token with 100 seconds to live',
    ]);
  });

  test.each([
    ['lives', 3_500_000, false, ['failed']],
    ['has expired', 3_700_000, false, ['inconclusive token-unavailable']],
    ['has expired, where it was taken before,', 3_700_000, true, ['passed']],
  ])('that a journey was granted for itself and %s is refused', (_, laterMs, isTakenBefore, outcomes) => {
    const { request } = availability;
    const headers = { ...request.headers, Authorization: 'Bearer own' };
    const asking: CallStep = {
      ...availability,
      expect: { answers: [{ status: '200' }] },
      request: { ...request, headers, credentials: { bearer: '$first.access_token' } },
    };
    const story = tell()
      .journey('a', [call('token', { as: 'first' }), { ...asking, name: 'before' }, asking])
      .start('a')
      .ask('a', 'token', 200, { text: TOKEN.replace('<redacted>', 'own') });
    if (isTakenBefore) story.ask('a', 'before', 200, { body: AVAILABLE });
    story.later(laterMs).ask('a', 'availability', 401, { body: { ...ERROR, code: 'NOT_AUTHORISED' } });
    expect(outcomesOf(story.end('a').finish().judge())).toEqual(outcomes);
  });

  test('that has expired is rightly refused, which shows nothing of what was asked', () => {
    const verdict = withToken(3_700_000, 401).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(['inconclusive token-unavailable']);
  });
});

test('a token may say that it lives for ever', () => {
  const token = call('token');
  const story = tell().journey('a', [token, availability]).start('a');
  const text = '{"access_token":"t","token_type":"Bearer","scope":"gateway","expires_in":1e400}';
  expect(() =>
    story.ask('a', 'token', 200, { text }).ask('a', 'availability', 401).end('a').finish().judge(),
  ).not.toThrow();
});

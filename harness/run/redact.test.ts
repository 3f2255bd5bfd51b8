import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyUnit } from '../testing/any-unit.ts';
import { captureBody } from '../wire/capture.ts';
import { createRedactor, type Redactor } from './redact.ts';

const secret = 's3cr&t/pä+ "w\\rd';

function knowing(...secrets: readonly string[]): Redactor {
  const redactor = createRedactor();
  for (const each of secrets) redactor.addSecret('client-secret', each);
  return redactor;
}
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

describe('a known secret is found', () => {
  test.each([
    ['as it is', `x ${secret} y`, 'x [secret:client-secret-1] y'],
    ['in JSON', JSON.stringify({ a: secret }), '{"a":"[secret:client-secret-1]"}'],
    ['in JSON within JSON', JSON.stringify(JSON.stringify([secret])), '"[\\"[secret:client-secret-1]\\"]"'],
    ['in JSON with escaped slashes', JSON.stringify(secret).replaceAll('/', '\\/'), '"[secret:client-secret-1]"'],
    ['in JSON of ASCII only', JSON.stringify(secret).replace('ä', '\\u00e4'), '"[secret:client-secret-1]"'],
    ['in a URL', `/kci/${encodeURIComponent(secret)}/x`, '/kci/[secret:client-secret-1]/x'],
    ['in a URL, with small hex digits', encodeURIComponent(secret).toLowerCase(), '[secret:client-secret-1]'],
    ['in a form', new URLSearchParams({ a: secret, b: '1' }).toString(), 'a=[secret:client-secret-1]&b=1'],
    ['in base64', `"${base64(secret)}"`, '"[secret:client-secret-1]"'],
    ['in the base64 of an id and it', base64(`id:${secret}`), 'aWQ6[secret:client-secret-1]'],
    ['in the base64 of a longer text', base64(`{"k":"${secret}"}`), 'eyJrIjoi[secret:client-secret-1]ifQ=='],
  ])('%s', (_name, text, expected) => {
    expect(knowing(secret).text(text)).toBe(expected);
  });

  test('whole, also where another secret is a part of it', () => {
    const redactor = knowing('abcdef', 'abcdefghi', 'defghi');
    expect(redactor.text('abcdefghi abcdef defghi')).toBe(
      '[secret:client-secret-2] [secret:client-secret-1] [secret:client-secret-3]',
    );
  });

  test('from the moment it is added, under the name it got first', () => {
    const redactor = knowing('first-one');
    expect(redactor.text('first-one token-value')).toBe('[secret:client-secret-1] token-value');
    redactor.addSecret('access-token', 'token-value');
    redactor.addSecret('access-token', 'first-one');
    expect(redactor.text('first-one token-value')).toBe('[secret:client-secret-1] [secret:access-token-1]');
  });
});

describe('a member that holds a secret is redacted though its value is not known', () => {
  test.each([
    [
      '{"access_token":"abc","token_type":"Bearer"}',
      '{"access_token":"[secret:access_token-1]","token_type":"Bearer"}',
    ],
    ['{"refreshToken" : "a\\"b"}', '{"refreshToken" : "[secret:refreshToken-1]"}'],
    ['"{\\"client_secret\\":\\"abc\\"}"', '"{\\"client_secret\\":\\"[secret:client_secret-1]\\"}"'],
    ['{"access_token":"cut o', '{"access_token":"[secret:access_token-1]'],
    ['{"access_token":12.5e3,"a":1}', '{"access_token":0,"a":1}'],
    [
      '{"access_token":"","refresh_token":null,"client_secret":{"a":1}}',
      '{"access_token":"","refresh_token":null,"client_secret":{"a":1}}',
    ],
    ['grant_type=x&client_secret=abc&scope=y', 'grant_type=x&client_secret=[secret:client_secret-1]&scope=y'],
    ['https://h.example/cb?access_token=abc#x', 'https://h.example/cb?access_token=[secret:access_token-1]#x'],
    ['{"my_access_token_type":"none"}', '{"my_access_token_type":"none"}'],
  ])('%s', (text, expected) => {
    expect(createRedactor().text(text)).toBe(expected);
  });

  test('under the name it is known by, if it is', () => {
    const redactor = knowing(secret);
    expect(redactor.text(JSON.stringify({ access_token: secret }))).toBe('{"access_token":"[secret:client-secret-1]"}');
  });

  test('equal values equally, different ones differently', () => {
    const { text } = createRedactor();
    expect([text('access_token=a'), text('access_token=b'), text('access_token=a')]).toEqual([
      'access_token=[secret:access_token-1]',
      'access_token=[secret:access_token-2]',
      'access_token=[secret:access_token-1]',
    ]);
  });
});

describe('headers that carry credentials', () => {
  test('lose them and keep the scheme', () => {
    const redactor = knowing(secret, `id:${secret}`);
    redactor.addSecret('access-token', 'token-value');
    expect(
      redactor.headers([
        ['Authorization', 'Bearer token-value'],
        ['authorization', 'bearer not-a-token'],
        ['AUTHORIZATION', `Basic ${base64(`id:${secret}`)}`],
        ['Authorization', 'Bearer token-value-and-more'],
        ['Authorization', 'no-scheme'],
        ['Authorization', 'Bearer'],
        ['Authorization', 'Bearer '],
        ['Authorization', ''],
      ]),
    ).toEqual([
      ['Authorization', 'Bearer [secret:access-token-1]'],
      ['authorization', 'bearer [secret:authorization-1]'],
      ['AUTHORIZATION', 'Basic [secret:client-secret-2]'],
      ['Authorization', 'Bearer [secret:authorization-2]'],
      ['Authorization', '[secret:authorization-3]'],
      ['Authorization', 'Bearer'],
      ['Authorization', 'Bearer '],
      ['Authorization', ''],
    ]);
  });

  test('cookies keep their names and attributes', () => {
    expect(
      createRedactor().headers([
        ['Set-Cookie', 'sid=abc; Path=/; HttpOnly'],
        ['Cookie', 'sid=abc; b=2'],
        ['X-Api-Key', 'k'],
        ['X-Request-ID', 'r-1'],
      ]),
    ).toEqual([
      ['Set-Cookie', 'sid=[secret:set-cookie-1]; Path=/; HttpOnly'],
      ['Cookie', 'sid=[secret:set-cookie-1]; b=[secret:cookie-1]'],
      ['X-Api-Key', '[secret:x-api-key-1]'],
      ['X-Request-ID', 'r-1'],
    ]);
  });
});

describe('JSON stays what it says', () => {
  test.each([
    ['a number', '{"id":hush5hush,"a":1e5}', ['hush5hush'], '{"id":[secret:client-secret-1],"a":1e5}'],
    [
      'digits in a number',
      '{"id":8123456789,"a":"x 123456789"}',
      ['123456789'],
      '{"id":8123456789,"a":"x [secret:client-secret-1]"}',
    ],
    ['the letter of an escape', '{"a":"\\nice-word"}', ['nice-word'], '{"a":"\\nice-word"}'],
    ['what parts members', '{"a":"b","c":"d"}', ['","c":"'], '{"a":"b","c":"d"}'],
    [
      'a name',
      '{"hush-hush": ["hush-hush"]}',
      ['hush-hush'],
      '{"[secret:client-secret-1]": ["[secret:client-secret-1]"]}',
    ],
    [
      'JSON in a text',
      '{"a":"{\\"b\\":\\"hush-hush\\"}"}',
      ['hush-hush'],
      '{"a":"{\\"b\\":\\"[secret:client-secret-1]\\"}"}',
    ],
    [
      'a field in quotes',
      '{"a":"it says \\"access_token=abc\\" there"}',
      [],
      '{"a":"it says \\"access_token=[secret:access_token-1]\\" there"}',
    ],
    [
      'what a secret alone had broken',
      '{"a":"x hush"hush"}',
      ['hush"hush'],
      '{"a":"x [secret:client-secret-1]"}[secret]',
    ],
  ])('%s', (_name, text, secrets, expected) => {
    expect(knowing(...secrets).text(text)).toBe(expected);
  });

  test('a UUID in the place of a UUID, the same for the same, and in no other place', () => {
    const [one, other] = ['1b4e28ba-2fa1-4bd2-883f-b9d34c1a0e01', '1b4e28ba-2fa1-4bd2-883f-b9d34c1a0e02'];
    expect(knowing(one, other).text(JSON.stringify([one, other, one, `<${one}>`]))).toBe(
      '["5ec4e700-0000-4000-8000-000000000001","5ec4e700-0000-4000-8000-000000000002",' +
        '"5ec4e700-0000-4000-8000-000000000001","<[secret:client-secret-1]>"]',
    );
  });

  test('in the query of a request, too', () => {
    const said = encodeURIComponent('{"id":"hush-hush"}');
    const { url } = knowing('hush-hush', '&a=', '%7B%22');
    expect(url(`http://h.example/x?address=${said}&a=1&access_token=abc`)).toBe(
      'http://h.example/x?address=%7B%22id%22%3A%22[secret:client-secret-1]%22%7D&a=1&access_token=[secret:access_token-1]',
    );
  });
});

describe('a body', () => {
  test('keeps its size on the wire', () => {
    expect(knowing(secret).body(captureBody(Buffer.from(secret)))).toEqual({
      text: '[secret:client-secret-1]',
      sizeBytes: 17,
    });
  });

  test('of bytes that are no text is looked through as well', () => {
    const body = captureBody(Buffer.concat([Buffer.from([0xff]), Buffer.from(secret), Buffer.from([0xfe])]));
    const { base64: redacted = '' } = knowing(secret).body(body);
    expect(Buffer.from(redacted, 'base64').toString('latin1')).toBe('\xff[secret:client-secret-1]\xfe');
  });

  test('of bytes that is on record already is looked through as bytes', () => {
    const body = captureBody(Buffer.concat([Buffer.from([0xff]), Buffer.from(`x ${encodeURIComponent(secret)}`)]));
    const { body: clean } = JSON.parse(knowing(secret).text(JSON.stringify({ note: '[secret]', body }))) as {
      body: { base64: string };
    };
    expect(Buffer.from(clean.base64, 'base64').toString('latin1')).toBe('\xffx [secret:client-secret-1]');
  });

  test('cut in the middle of a secret does not keep the first half of it', () => {
    const body = captureBody(Buffer.from('ab token-value'), 9);
    const redactor = createRedactor();
    redactor.addSecret('access-token', 'token-value');
    expect(redactor.body(body)).toEqual({ text: 'ab [secret:access-token-1]', sizeBytes: 14, cut: true });
  });

  test.each([
    ['a token without end', `{"access_token":"${'a'.repeat(1_000_000)}`],
    ['nothing but backslashes', '\\'.repeat(1_000_000)],
    ['nothing but quotes', '"'.repeat(1_000_000)],
    ['members without values', '"access_token" '.repeat(60_000)],
    ['members without ends', '"access_token":"\\'.repeat(60_000)],
    ['blanks', `"access_token"${' '.repeat(1_000_000)}`],
  ])('made to be slow is not: %s', (_name, text) => {
    const redactor = knowing(secret, 'aaaaaaaaaaaaaaaaaaaaab', '\\\\\\\\\\\\"');
    expect(() => redactor.body(captureBody(Buffer.from(text)))).not.toThrow();
  });
});

const secretText = fc.string({ unit: anyUnit, minLength: 6, maxLength: 40 }).filter((text) => text.isWellFormed());
const anyText = fc.string({ unit: 'grapheme', maxLength: 80 });

test('a secret survives in no encoding, whatever stands around it', () => {
  const encodings: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => JSON.stringify(text).slice(1, -1),
    (text) => encodeURIComponent(text),
    (text) => encodeURIComponent(text).replace(/%../g, (hex) => hex.toLowerCase()),
    (text) => new URLSearchParams([['', text]]).toString().slice(1),
  ];
  const wholes: readonly ((text: string) => string)[] = [
    base64,
    (text) => Buffer.from(text, 'utf8').toString('base64url'),
    (text) => encodeURIComponent(base64(text)),
  ];
  fc.assert(
    fc.property(secretText, anyText, anyText, fc.nat(4), fc.nat(2), (value, before, after, i, j) => {
      fc.pre(!before.includes(value) && !after.includes(value));
      const encode = encodings[i] as (text: string) => string;
      const whole = wholes[j] as (text: string) => string;
      const redactor = knowing(value);
      expect(redactor.text(encode(before + value + after))).not.toContain(encode(value));
      expect(redactor.text(encode(before + value + after))).toContain('[secret:client-secret-1]');
      expect(redactor.text(whole(before + value + after))).toContain('[secret:client-secret-1]');
    }),
  );
});

test('text that holds no secret is unchanged', () => {
  fc.assert(
    fc.property(secretText, fc.string({ unit: 'grapheme' }), fc.json(), (value, text, json) => {
      fc.pre(!text.includes(value.slice(0, 4)) && !json.includes(value.slice(0, 4)));
      const redactor = knowing(`zq${value}`);
      expect(redactor.text(text)).toBe(text);
      expect(redactor.text(json)).toBe(json);
    }),
  );
});

test('JSON without its secrets differs in nothing but texts that hold one', () => {
  fc.assert(
    fc.property(fc.json(), fc.string({ minLength: 1, maxLength: 6 }), (json, value) => {
      const clean = JSON.parse(knowing(value).text(json)) as unknown;
      const without = (part: unknown): unknown =>
        typeof part === 'string' || typeof part !== 'object' || part === null
          ? typeof part === 'string' && part.includes('[secret')
            ? null
            : part
          : Array.isArray(part)
            ? part.map(without)
            : Object.values(part).map(without);
      const bare = (part: unknown): unknown =>
        typeof part === 'string' && knowing(value).text(part) !== part
          ? null
          : Array.isArray(part)
            ? part.map(bare)
            : typeof part === 'object' && part !== null
              ? Object.values(part).map(bare)
              : part;
      expect(without(clean)).toEqual(bare(JSON.parse(json)));
    }),
  );
});

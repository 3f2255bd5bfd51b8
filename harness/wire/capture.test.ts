import fc from 'fast-check';
import { expect, test } from 'vitest';
import { captureBody, captureText } from './capture.ts';
import { bytesOf } from './wire.ts';

test('text is kept as text, also with a byte order mark', () => {
  expect(captureBody(Buffer.from('\ufeff{"é":1}'))).toEqual({ text: '\ufeff{"é":1}', sizeBytes: 11 });
});

test('what is no UTF-8 is kept as base64', () => {
  expect(captureBody(new Uint8Array([0xff, 0x00]))).toEqual({ base64: '/wA=', sizeBytes: 2 });
});

test('a body that is text already is kept as its bytes would be', () => {
  for (const text of ['', '\ufeff{"é":1}', 'a\ud800', 'x'.repeat(3_000_000)])
    expect(captureText(text)).toEqual(captureBody(bytesOf(text)));
});

test('an empty body is an empty text', () => {
  expect(captureBody(new Uint8Array())).toEqual({ text: '', sizeBytes: 0 });
});

test('of a long body the first part is kept, and it says so', () => {
  const body = captureBody(Buffer.alloc(3_000_000, 'x'));
  expect(body).toMatchObject({ sizeBytes: 3_000_000, cut: true });
  expect(body.text).toHaveLength(1_048_576);
});

test('a cut never makes text look like no text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(50), (text, keepBytes) => {
      const bytes = Buffer.from(text.toWellFormed());
      const body = captureBody(bytes, keepBytes);
      expect(body.base64).toBeUndefined();
      expect(text.toWellFormed().startsWith(body.text ?? '?')).toBe(true);
      expect(Buffer.byteLength(body.text ?? '')).toBeGreaterThan(Math.min(keepBytes, bytes.byteLength) - 4);
    }),
  );
});

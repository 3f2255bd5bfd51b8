import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyUnit } from '../testing/any-unit.ts';
import { openQueue, type QueuedCall, readQueue } from './delivery-queue.ts';

let folder = '';
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-spool-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
const path = (): string => join(folder, `${count++}`);

const call = (body: Uint8Array, url = '/s3cr3t/kci'): QueuedCall => ({
  at: 1,
  answered: 204,
  method: 'POST',
  url,
  headers: [['X-Größe', 'ä€😀']],
  body,
});

const kept = (calls: readonly QueuedCall[]): QueuedCall[] =>
  calls.map((each) => ({ ...each, body: new Uint8Array(each.body) }));

test('calls come out as they went in, in order, however often they are flushed', () => {
  const some = fc.record({
    body: fc.uint8Array({ maxLength: 300 }),
    url: fc.string({ unit: anyUnit }),
    isLast: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 50 }), (all) => {
      const file = path();
      const spool = openQueue(file);
      const reader = readQueue(file);
      const read: QueuedCall[] = [];
      for (const { body, url, isLast } of all) {
        spool.add(call(body, url));
        if (isLast) spool.flush();
        if (isLast) read.push(...kept(reader.next(spool.sizeBytes())));
      }
      spool.flush();
      for (let next = reader.next(spool.sizeBytes()); next.length > 0; next = reader.next(spool.sizeBytes()))
        read.push(...kept(next));
      spool.close();
      reader.close();
      expect(read).toEqual(all.map(({ body, url }) => call(body, url)));
    }),
    { numRuns: 50 },
  );
});

test('a call longer than what is read and written at a time comes out whole, and so do its neighbours', () => {
  const file = path();
  const spool = openQueue(file);
  const calls = [100, 3_000_000, 100].map((size) => call(new Uint8Array(size).fill(7)));
  for (const each of calls) spool.add(each);
  spool.flush();
  const reader = readQueue(file);

  const read = calls.flatMap(() => kept(reader.next(spool.sizeBytes())));

  expect(read.map(({ body }) => body.byteLength)).toEqual([100, 3_000_000, 100]);
  expect(read.every(({ body }, i) => Buffer.compare(body, calls[i]?.body ?? body) === 0)).toBe(true);
  expect(reader.next(spool.sizeBytes())).toEqual([]);
});

test('what was not flushed is not there, and nobody else may read what is', () => {
  const file = path();
  const spool = openQueue(file);
  spool.add(call(new Uint8Array(1)));

  expect(readQueue(file).next(spool.sizeBytes())).toEqual([]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

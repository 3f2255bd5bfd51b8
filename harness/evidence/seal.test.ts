import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { random } from '../values/seed.ts';
import { type Sealed, seal, sha256, textOfSeal } from './seal.ts';
import { verify } from './verify.ts';

const RUN = resolve(import.meta.dirname, '../../fixtures/golden/runs/lost-completion');
const RECORD = 'record.ndjson';
/** The record, and how the others begin: what is sealed a thousand times need not be large. */
const FILES: ReadonlyMap<string, Uint8Array> = new Map(
  readdirSync(RUN)
    .filter((file) => !file.startsWith('.'))
    .map((file) => [file, readFileSync(join(RUN, file)).subarray(0, file === RECORD ? Infinity : 20_000)] as const),
);
const DIGEST = 'ab'.repeat(32);
const SEALED: Sealed = {
  assay: '0.1.0',
  sealedAt: '2026-03-16T12:00:00.000Z',
  run: {
    outcome: 'certified',
    scope: { cases: 3, of: 3 },
    cases: { passed: 1, failed: 0, inconclusive: 0, 'not-applicable': 0 },
    seed: 1,
    nonce: 'n',
    startedAt: 0,
    endedAt: 1,
  },
  against: {
    contract: DIGEST,
    register: DIGEST,
    profile: { name: 'p', sha256: DIGEST },
    world: { name: 'w', sha256: DIGEST },
    target: { name: 't', sha256: DIGEST, baseUrl: 'https://gateway.example' },
  },
};
const sealOf = (key?: KeyObject): string => seal(FILES, { sealed: SEALED, ...(key ? { key } : {}) });

interface Folder {
  readonly seal: string;
  readonly files: Map<string, Uint8Array>;
}
const folder = (sealed = sealOf()): Folder => ({ seal: sealed, files: new Map(FILES) });
const messages = ({ seal: text, files }: Folder, publicKey?: KeyObject): string[] =>
  verify(text, files, publicKey).problems.map(({ message }) => message);

test('a folder is as it was sealed, and the same files get the same seal', () => {
  expect(messages(folder())).toEqual([]);
  expect(sealOf()).toEqual(sealOf());
});

test('a changed file is named, with what is other about it', () => {
  const { seal: text, files } = folder();
  const record = Buffer.from(files.get(RECORD) ?? '').toString();
  files.set(RECORD, Buffer.from(record.replace('"at"', '"to"')));
  files.set('junit.xml', Buffer.from('<testsuites/>'));
  const sizeBytes = FILES.get('junit.xml')?.byteLength;
  expect(verify(text, files).problems.map(({ message, why }) => `${message}, ${why}`)).toEqual([
    `junit.xml: the file was changed, it has 13 bytes, and had ${sizeBytes}`,
    'record.ndjson: the file was changed, its digest is another',
  ]);
});

test('a seal of an earlier version, with a chain over the record, is held as it is written', () => {
  const { digest: _, ...now } = JSON.parse(sealOf()) as Record<string, unknown>;
  const unsigned = { ...now, chain: { of: RECORD, file: 'seal.chain', lines: 1, last: DIGEST } };
  const text = textOfSeal({ ...unsigned, digest: sha256(textOfSeal(unsigned)) });
  expect(messages({ ...folder(), seal: text })).toEqual([]);
  expect(messages({ ...folder(), seal: text.replace('"lines": 1', '"lines": 2') })).toEqual([
    'seal.json: the seal was changed',
  ]);
});

test('a missing file is told, and one that is new is named without being held against anybody', () => {
  const { seal: text, files } = folder();
  files.delete('plan.json');
  files.set('notes.md', Buffer.from('seen'));
  expect(messages({ seal: text, files })).toEqual(['plan.json: the file is missing']);
  expect(verify(text, files).beside).toEqual(['notes.md']);
});

test('a seal of another form is none, though its digest is right', () => {
  const odd = seal(FILES, { sealed: { ...SEALED, run: null as unknown as Sealed['run'] } });
  expect(messages({ ...folder(), seal: odd })).toEqual(['seal.json: the seal was changed']);
});

describe('a signature', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const other = generateKeyPairSync('ed25519');

  test('holds with the key that belongs to it', () => {
    expect(messages(folder(sealOf(privateKey)), publicKey)).toEqual([]);
    expect(messages(folder(sealOf(privateKey)), createPublicKey(privateKey))).toEqual([]);
    expect(messages(folder(sealOf(privateKey)))).toEqual([]);
  });

  test('by another key does not hold', () => {
    const sealed = folder(sealOf(other.privateKey));
    expect(messages(sealed, publicKey)).toEqual(['seal.json: the seal was signed with another key']);
  });

  test('is missing where a key was named', () => {
    expect(messages(folder(), publicKey)).toEqual(['seal.json: the seal is not signed']);
  });

  test('of another seal does not hold', () => {
    const one = JSON.parse(sealOf(privateKey)) as object;
    const two = JSON.parse(seal(FILES, { sealed: { ...SEALED, assay: '9' }, key: privateKey })) as {
      signature: object;
    };
    const forged = `${JSON.stringify({ ...one, signature: two.signature }, null, 2)}\n`;
    expect(messages({ ...folder(), seal: forged })).toEqual(['seal.json: the signature does not belong to the seal']);
  });
});

describe('random tampering', () => {
  const sealed = sealOf(generateKeyPairSync('ed25519').privateKey);
  const names = [...folder(sealed).files.keys(), 'seal.json'];

  /** Flips a byte, or drops, repeats or swaps lines. */
  function tamper(bytes: Uint8Array, kind: number, dice: () => number): Uint8Array {
    const upTo = (n: number): number => Math.floor(dice() * n);
    if (kind === 0) {
      const flipped = Buffer.from(bytes);
      const at = upTo(flipped.length);
      flipped[at] = (flipped[at] ?? 0) ^ (1 + upTo(255));
      return flipped;
    }
    const lines = Buffer.from(bytes)
      .toString('latin1')
      .split(/(?<=\n)/);
    const [one, other] = [upTo(lines.length), upTo(lines.length)];
    const [here = '', there = ''] = [lines[one], lines[other]];
    if (kind === 1) lines.splice(one, 1);
    else if (kind === 2) lines.splice(other, 0, here);
    else [lines[one], lines[other]] = [there, here];
    return Buffer.from(lines.join(''), 'latin1');
  }

  test('is found 200 times of 200, in the file it was done to', () => {
    const dice = random('tampering');
    const kinds = [0, 0, 0, 0];
    const missed: string[] = [];
    for (let done = 0; done < 200; ) {
      const { seal: text, files } = folder(sealed);
      const name = names[Math.floor(dice() * names.length)] ?? '';
      const before = files.get(name) ?? Buffer.from(text);
      const kind = Math.floor(dice() * 4);
      const after = tamper(before, kind, dice);
      // A line swapped with its equal is no change.
      if (Buffer.from(before).equals(after)) continue;
      done += 1;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      if (name !== 'seal.json') files.set(name, after);
      const now = name === 'seal.json' ? Buffer.from(after).toString() : text;
      const found = messages({ seal: now, files });
      if (found.length === 0 || !found.every((each) => each.startsWith(name))) missed.push(`${done} ${name} ${found}`);
    }
    expect(missed).toEqual([]);
    expect(Math.min(...kinds)).toBeGreaterThan(30);
  });
});

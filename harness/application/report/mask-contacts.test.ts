import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Observation } from '../../model.ts';
import { filesBelow, unpacked } from '../../testing/canaries.ts';
import { assay, emptyFolder } from '../../testing/command.ts';

/** What the orders of a record said of their contacts. */
function contactsIn(record: string): readonly string[] {
  const bodies = record
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Observation)
    .flatMap((seen) => (seen.type === 'request-sent' && seen.verb === 'order' ? [seen.body?.text ?? '{}'] : []));
  const sent = bodies.map((text) => JSON.parse(text) as Record<string, Record<string, string> | undefined>);
  return [...new Set(sent.flatMap((body) => Object.values({ ...body.primaryContact, ...body.secondaryContact })))];
}

/** A file with what it holds packed. */
const textOf = (path: string): string => unpacked(readFileSync(path, 'utf8'));

const isSaidIn = (text: string, contacts: readonly string[]): readonly string[] =>
  contacts.filter((each) => text.includes(each) || text.includes(JSON.stringify(each).slice(1, -1)));

test('reports made with --mask-contacts name no contact, and the record still does', async () => {
  const out = join(emptyFolder(), 'run');
  const share = join(emptyFolder(), 'share');
  const run = ['run', 'scenarios/orders/contacts.yaml', 'scenarios/orders/full-order.yaml', '--profile', 'tenant'];
  const fault = ['--fault', 'kci-lost-completion', '--reporter', 'console,html,junit,ctrf,github'];
  const made = await assay([...run, ...fault, '--mask-contacts', '--out', out]);
  const again = await assay(['report', out, '--mask-contacts', '--out', share]);
  const open = await assay(['report', out, '--out', join(share, 'open')]);

  const read = (file: string): string => textOf(join(out, file));
  const contacts = contactsIn(read('record.ndjson'));
  expect(contacts.length).toBeGreaterThan(4);
  expect([made.code, again.code, open.code]).toEqual([1, 0, 0]);
  for (const name of ['index.html', 'junit.xml', 'ctrf.json']) expect(isSaidIn(read(name), contacts)).toEqual([]);
  expect(isSaidIn(made.stdout + made.stderr + again.stdout, contacts)).toEqual([]);
  const shared = filesBelow(share).filter(({ name }) => !name.startsWith('open'));
  expect(shared.map(({ name }) => name).toSorted()).toEqual(['ctrf.json', 'index.html', 'junit.xml', 'verdict.json']);
  for (const { text } of shared) expect(isSaidIn(text, contacts)).toEqual([]);
  expect(isSaidIn(textOf(join(share, 'open', 'index.html')), contacts).length).toBeGreaterThan(2);
});

test('a run whose reports were masked can be sealed', async () => {
  const out = join(emptyFolder(), 'run');
  await assay(['run', 'scenarios/orders/contacts.yaml', '--mask-contacts', '--out', out]);
  expect((await assay(['seal', out])).code).toBe(0);
  expect((await assay(['verify', out])).code).toBe(0);
});

const TRAFFIC = `traffic: Contacts
mix: { orders/contacts: 50, orders/full-order: 50 }
arrivals: [{ for: 5s, rate: 2/s }]
drain: 1m
thresholds: { failed: 0 }
`;

test('reports of a load made with --mask-contacts name no contact either, and what is on record of its failures does', async () => {
  const folder = emptyFolder();
  const traffic = join(folder, 'contacts.yaml');
  writeFileSync(traffic, TRAFFIC);
  // What is told of contacts is wrong, and quoted where that failed.
  const simulate = (out: string, ...words: readonly string[]) =>
    assay([
      'simulate',
      traffic,
      '--profile',
      'tenant',
      '--fault',
      'kci-contacts-exchanged',
      '--out',
      join(folder, out),
      ...words,
    ]);
  const masked = await simulate('masked', '--mask-contacts', '--reporter', 'console,html,junit,ctrf,json,github');
  const open = await simulate('open', '--reporter', 'console,html,junit,ctrf,json,github');

  const contacts = contactsIn(readFileSync(join(folder, 'masked', 'failed.ndjson'), 'utf8'));
  const written = (of: string, printed: string): string =>
    filesBelow(join(folder, of))
      .flatMap(({ name, text }) => (name === 'failed.ndjson' ? [] : [text]))
      .join() + printed;
  expect([masked.code, open.code]).toEqual([99, 99]);
  expect(contacts.length).toBeGreaterThan(4);
  expect(isSaidIn(written('masked', masked.stdout), contacts)).toEqual([]);
  expect(isSaidIn(written('open', open.stdout), contacts)).not.toEqual([]);
});

test('nor do those of shards that are joined', async () => {
  const folder = emptyFolder();
  const shard = (nth: number) =>
    assay([
      'run',
      'scenarios/orders/contacts.yaml',
      'scenarios/orders/full-order.yaml',
      '--profile',
      'tenant',
      '--fault',
      'kci-lost-completion',
      '--shard',
      `${nth}/2`,
      '--nonce',
      'build-1',
      '--quiet',
      '--out',
      join(folder, `shard-${nth}`),
    ]);
  await Promise.all([shard(1), shard(2)]);
  const merge = ['report', 'merge', join(folder, 'shard-1'), join(folder, 'shard-2')];
  const masked = await assay([...merge, '--mask-contacts', '--out', join(folder, 'masked')]);
  const open = await assay([...merge, '--out', join(folder, 'open')]);

  const read = (file: string): string => textOf(join(folder, file));
  const contacts = contactsIn(read('masked/record.ndjson'));
  expect([masked.code, open.code]).toEqual([1, 1]);
  for (const name of ['index.html', 'junit.xml', 'ctrf.json'])
    expect(isSaidIn(read(`masked/${name}`), contacts)).toEqual([]);
  expect(isSaidIn(masked.stdout, contacts)).toEqual([]);
  expect(isSaidIn(read('open/index.html'), contacts)).not.toEqual([]);
});

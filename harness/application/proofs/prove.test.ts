import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder, startAssay } from '../../testing/command.ts';
import type { Proof } from '../../verdict/proof.ts';

const AREA = `area: For a test
faults:`;

const KILLED = `
  - fault: booked-as-another
    title: The booked appointment has another id than the client chose
    breaks: [APT-10]
    where: { verb: book, status: 2xx }
    do: [shift: { at: /body/id, by: 1 }]
`;

/** Few cases meet it: what breaks nothing is tried in all that do. */
const CREATED = `
    where: { verb: book, status: 200, tenant: harbour-telecom }
    do: [set: { at: /status, to: 201 }]
`;

const CLEAN = `
  - fault: legal-created
    title: A booking is answered with 201
    legal: true${CREATED}`;

const MISSED = `
  - fault: booked-with-201
    title: What is right is taken for a breach
    breaks: [APT-10]${CREATED}`;

/** No case meets it, which takes long to find out. */
const UNMET = `
  - fault: booked-for-nobody
    title: A tenant that is not there gets a booking without id
    breaks: [APT-10]
    where: { verb: book, tenant: nobody }
    do: [remove: /body/id]
`;

/** The words that prove with the faults of this text, and those that come with Assay by these names, in one thread. */
function wordsFor(text: string, ...names: readonly string[]) {
  const folder = emptyFolder();
  const file = join(folder, 'faults.yaml');
  writeFileSync(file, AREA + text);
  const out = join(folder, 'out');
  return { words: ['prove', '--fault', [file, ...names].join(','), '--jobs', '1', '--out', out], out };
}

async function prove(text: string, ...names: readonly string[]) {
  const { words, out } = wordsFor(text, ...names);
  const ended = await assay(words);
  return { ...ended, read: (name: string) => readFileSync(join(out, name), 'utf8') };
}

test('a fault that survives ends a proof with exit code 1, by name, which leaves its figures and its matrix', async () => {
  const { code, stdout, read } = await prove(KILLED + CLEAN + MISSED, 'kci-lost-completion');
  const { rates, trials } = JSON.parse(read('prove.json')) as Proof;
  expect(trials.map(({ fault, outcome }) => `${fault} ${outcome}`)).toEqual([
    'booked-as-another killed',
    'legal-created clean',
    'booked-with-201 survived',
    'kci-lost-completion killed',
  ]);
  expect([rates.kill.hits, rates.kill.of, rates.falseAlarm.hits]).toEqual([2, 3, 0]);
  expect(read('prove.html')).toContain('booked-as-another');
  expect(stdout).toMatch(/^NOT PROVEN {2}fake, KCI profile supplier, world fake, [\d,]+ cases, seed 1$/m);
  expect(stdout).toContain('SURVIVED  booked-with-201');
  expect(stdout).toContain('wanting       survived: booked-with-201');
  expect(code).toBe(1);
});

test('a fault that breaks what there is not is refused before anything is tried', async () => {
  const { code, stderr } = await prove(KILLED.replace('APT-10', 'APT-999'));
  expect(stderr).toContain(
    'fault "booked-as-another" breaks "APT-999", which is neither a row of the register nor a check',
  );
  expect(code).toBe(2);
});

test('an interrupted proof ends with 130 and leaves nothing behind', async () => {
  const { words, out } = wordsFor(KILLED + UNMET);
  const running = startAssay(words);
  await running.printed(/(\d+) of \d+ trials/);
  const { code, stdout, stderr } = await running.stop('SIGINT');
  expect([code, stdout]).toEqual([130, '']);
  expect(stderr).toMatch(/\ninterrupted: nothing is proven\n$/);
  expect(existsSync(out)).toBe(false);
});

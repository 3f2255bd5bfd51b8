import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CHECKS } from '../judge/checks/table.ts';
import { NAMING } from '../judge/rows.ts';
import type { Json, JsonObject } from '../model.ts';
import { validateAgainst } from '../source/schema.ts';
import { parseSource } from '../source/source.ts';
import { loadContract, OPENAPI_FILE, REGISTER_FILE } from './contract.ts';
import { namedRows } from './rows.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DIR = join(ROOT, 'fixtures/contract');
const { register } = loadContract(DIR).contract;
const specification = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');
const schema = JSON.parse(readFileSync(join(DIR, 'requirements.schema.json'), 'utf8')) as JsonObject;

/** Rows whose sentence is not the specification's: standards, KCI profiles, worlds, silences in our own words. */
const NOT_QUOTED = /^(STD|KCI|WLD|SIL)-/;
const quoted = register.filter(({ id }) => !NOT_QUOTED.test(id));

/** What scenarios say they cover, by row. */
function scenarioCovers(): Set<string> {
  const folder = join(ROOT, 'scenarios');
  if (!existsSync(folder)) return new Set();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    // Those of clients cover rows of the register of clients.
    (file) => file.endsWith('.yaml') && !file.startsWith('client'),
  );
  const covers = files.flatMap((file) => {
    const scenario = parse(readFileSync(join(folder, file), 'utf8')) as { covers?: string[] } | null;
    return scenario?.covers ?? [];
  });
  return new Set(covers);
}

/** The specification with every quoted sentence struck out. */
function unquoted(): string[] {
  const struck = new Uint8Array(specification.length);
  for (const { sentence } of quoted) {
    for (let at = specification.indexOf(sentence); at >= 0; at = specification.indexOf(sentence, at + 1)) {
      struck.fill(1, at, at + sentence.length);
    }
  }
  const left = [...specification].map((letter, i) => (letter === '\n' || !struck[i] ? letter : '')).join('');
  const whole = specification.split('\n');
  const isRule = (line: string | undefined): boolean => /^\|[-| ]+\|$/.test(line ?? '');
  return left.split('\n').filter((line, i) => {
    const isHeading = line.startsWith('#') || isRule(whole[i]) || isRule(whole[i + 1]);
    return !isHeading && /[A-Za-z]/.test(line);
  });
}

describe('the register', () => {
  test('is as its JSON Schema says', () => {
    const file = join(DIR, REGISTER_FILE);
    const source = parseSource(readFileSync(file, 'utf8'), file);

    expect(validateAgainst(schema, source)).toEqual([]);
  });

  test('quotes the specification to the letter', () => {
    const strangers = quoted.filter(({ sentence }) => !specification.includes(sentence));

    expect(strangers.map(({ id }) => id)).toEqual([]);
  });

  test('leaves nothing of the specification unquoted but headings, heads of tables and two captions', () => {
    expect(unquoted()).toEqual(['Decision table:', '3. Successful response fields:']);
  });

  test('calls silent every row that says "not shown", and of the quoted rows no other', () => {
    const silent = quoted.filter(({ level }) => level === 'silent').map(({ id }) => id);
    const notShown = quoted.filter(({ sentence }) => sentence.includes('not shown')).map(({ id }) => id);

    expect(silent).toEqual(notShown);
  });

  test('quotes no sentence of one place twice', () => {
    const places = register.map(({ place, sentence }) => `${place}: ${sentence}`);

    expect(places.filter((each, i) => places.indexOf(each) !== i)).toEqual([]);
  });
});

describe('the register is closed', () => {
  const openapi = parse(readFileSync(join(DIR, OPENAPI_FILE), 'utf8')) as Json;
  const inContract = new Set(namedRows(openapi).map(({ row }) => row));

  test('every row is tested, excluded with a reason, or silent with an assumption', () => {
    const inScenarios = scenarioCovers();
    const loose = register.filter(
      ({ id, level, checks, excluded, assumption }) =>
        !inContract.has(id) &&
        !inScenarios.has(id) &&
        checks === undefined &&
        excluded === undefined &&
        !(level === 'silent' && assumption !== undefined),
    );

    expect(loose.map(({ id }) => id)).toEqual([]);
  });

  test('every row that a scenario covers exists', () => {
    const known = new Set(register.map(({ id }) => id));

    expect([...scenarioCovers()].filter((id) => !known.has(id))).toEqual([]);
  });

  test('every check of the judge that can fail speaks of a row, or names the rows of each breach itself', () => {
    const named = new Set(register.flatMap(({ checks = [] }) => checks));
    const silent = Object.keys(CHECKS).filter((check) => !named.has(check) && !NAMING.has(check));

    expect(silent).toEqual(['step.need', 'step.value']);
  });

  test('every check that a row names is in the closed list, and each of the list is named', () => {
    const list = (schema.$defs as { check: { enum: string[] } }).check.enum;
    const named = new Set(register.flatMap(({ checks = [] }) => checks));

    expect([...named].sort()).toEqual([...list].sort());
    expect(list.filter((check) => !(check in CHECKS))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { FIXTURES } from '../contract/fixture.ts';
import { SWITCHES } from './fault.ts';
import { chosenFaults, readFaults, shippedFaults } from './faults.ts';

const words = (problems: readonly { readonly message: string; readonly fix?: string | undefined }[]): string[] =>
  problems.map(({ message, fix }) => (fix === undefined ? message : `${message}; ${fix}`));

describe('the fault files', () => {
  const { faults, problems } = shippedFaults();

  it('are read without a problem', () => {
    expect(problems).toEqual([]);
    expect(faults.length).toBeGreaterThanOrEqual(60);
  });

  it('name every fault once', () => {
    const names = faults.map(({ fault }) => fault);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('break rows that the register has, or checks', () => {
    const rows = new Set(loadContract(`${FIXTURES}/contract`).contract.register.map(({ id }) => id));
    const broken = faults.flatMap((each) => each.breaks.map((row) => [each.fault, row] as const));
    expect(broken.filter(([, row]) => /^[A-Z]/.test(row) && !rows.has(row))).toEqual([]);
  });

  it('may switch off exactly the rules that the gateway can forget', () => {
    const schema = JSON.parse(readFileSync(`${FIXTURES}/contract/fault.schema.json`, 'utf8'));
    expect(schema.$defs.action.properties.switch.enum).toEqual([...SWITCHES]);
  });
});

describe('choosing faults', () => {
  it('takes the name of a fault, of a file, or nothing', () => {
    expect(chosenFaults(['booking-double']).faults.map(({ fault }) => fault)).toEqual(['booking-double']);
    expect(chosenFaults(['tenancy']).faults.map(({ fault }) => fault)).toContain('tenancy-any-token');
    expect(chosenFaults([])).toEqual({ faults: [], problems: [] });
  });

  it('suggests the name that was meant', () => {
    expect(words(chosenFaults(['booking-duble']).problems)).toEqual([
      'unknown fault "booking-duble"; did you mean "booking-double"?',
    ]);
  });
});

describe('reading a fault file', () => {
  it('names a action that does not exist, and a fault that breaks nothing', () => {
    const wrongAction = 'area: x\nfaults:\n  - fault: a\n    title: A\n    breaks: [AUT-01]\n    do: [sett: 1]\n';
    expect(words(readFaults(wrongAction, 'a.yaml').problems)).toEqual(['unknown key "sett"; did you mean "set"?']);
    const harmless = 'area: x\nfaults:\n  - fault: a\n    title: A\n    do: [truncate: 1]\n';
    expect(words(readFaults(harmless, 'a.yaml').problems)).toEqual([
      'fault "a" breaks nothing; name the rows or checks that it breaks, or say legal: true',
    ]);
  });

  it('refuses a name that stands twice, and a legal variant that breaks something', () => {
    const one = '  - { fault: a, title: A, legal: true, do: [truncate: 1] }\n';
    expect(words(readFaults(`area: x\nfaults:\n${one}${one}`, 'a.yaml').problems)).toEqual([
      'fault "a" is there twice',
    ]);
    const both = 'area: x\nfaults: [{ fault: a, title: A, legal: true, breaks: [AUT-01], do: [truncate: 1] }]\n';
    expect(words(readFaults(both, 'a.yaml').problems)).toEqual([
      'a legal variant breaks nothing; leave out one of the two',
    ]);
    const caught = 'area: x\nfaults: [{ fault: a, title: A, legal: true, caught-by: spike, do: [truncate: 1] }]\n';
    expect(words(readFaults(caught, 'a.yaml').problems)).toEqual([
      'a legal variant is not to be caught; leave out one of the two',
    ]);
  });

  it('refuses a fault that would never end', () => {
    const problemsOf = (rest: string) =>
      words(readFaults(`area: x\nfaults: [{ fault: a, title: A, breaks: [KCI-01], ${rest} }]\n`, 'a.yaml').problems);
    const endless =
      'fault "a" never ends: after AMENDED it makes AMENDED happen again; strike once, with nth: 1 under where';
    expect(problemsOf('where: { event: AMENDED }, do: [then: [AMENDED]]')).toEqual([endless]);
    expect(problemsOf("where: { event: '*', from: 2 }, do: [then: [AMENDED]]")).toEqual([endless]);
    expect(problemsOf('where: { event: [DELAY, AMENDED], every: 2 }, do: [then: [AMENDED, DELAY]]')).toHaveLength(1);
    const inTurn = 'also: [{ where: { event: DELAY }, do: [then: [AMENDED]] }]';
    expect(problemsOf(`where: { event: AMENDED }, do: [then: [DELAY]], ${inTurn}`)).toEqual([endless]);

    expect(problemsOf('where: { event: AMENDED, nth: 1 }, do: [then: [AMENDED]]')).toEqual([]);
    expect(problemsOf('where: { event: AMENDED, every: 2 }, do: [then: [AMENDED]]')).toEqual([]);
    expect(problemsOf('where: { event: AMENDED }, do: [then: [DELAY]]')).toEqual([]);
  });
});

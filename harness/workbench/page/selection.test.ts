import { describe, expect, test } from 'vitest';
import type { ListedCase } from '../protocol.ts';
import { found, onlyOf, scenarioSections, tagsOf, toggleCases } from './selection.ts';

function listed(id: string, more: Partial<ListedCase> = {}): ListedCase {
  const scenario = id.split(/[#~]/, 1)[0] ?? id;
  return { id, title: id, scenario, file: `${scenario}.yaml`, line: 1, tags: [], covers: [], ...more };
}

const cases = [
  listed('orders/new#a', { title: 'A new line: residential', tags: ['smoke'], covers: ['ORD-01'] }),
  listed('orders/new#b', { title: 'A new line: business', tags: ['smoke'] }),
  listed('orders/cease', { title: 'A line is ceased' }),
  listed('token/access', { title: 'A token is given', tags: ['slow', 'smoke'] }),
];
const sections = scenarioSections(cases);
const ids = (...which: readonly number[]): ReadonlySet<string> => new Set(which.map((at) => cases[at]?.id ?? ''));

test('cases stand by section and scenario, under what their titles share', () => {
  expect(sections.map(({ name, scenarios }) => [name, scenarios.map(({ id, title }) => `${id}: ${title}`)])).toEqual([
    ['orders', ['orders/new: A new line', 'orders/cease: A line is ceased']],
    ['token', ['token/access: A token is given']],
  ]);
});

describe('a search', () => {
  test.for([
    ['LINE new', ['orders/new#a', 'orders/new#b']],
    ['ord-01', ['orders/new#a']],
    ['token/', ['token/access']],
    ['line token', []],
  ] as const)('for "%s" leaves the cases that have all of its words', ([words, expected]) => {
    expect(found(cases, { words, tag: '' }).map(({ id }) => id)).toEqual(expected);
  });

  test('by tag leaves the cases that have it', () => {
    expect(tagsOf(cases)).toEqual([
      ['slow', 1],
      ['smoke', 3],
    ]);
    expect(found(cases, { words: '', tag: 'slow' }).map(({ id }) => id)).toEqual(['token/access']);
  });
});

describe('what --only must name', () => {
  test.for([
    ['nothing for all cases', [0, 1, 2, 3], []],
    ['a section that is chosen whole', [0, 1, 2], ['orders']],
    ['a scenario that is chosen whole', [0, 1], ['orders/new']],
    ['single cases', [1, 3], ['orders/new#b', 'token']],
  ] as const)('is %s', ([, chosen, expected]) => {
    expect(onlyOf(sections, ids(...chosen))).toEqual(expected);
  });

  test('is no section where scenarios lie in no folder', () => {
    const loose = scenarioSections([listed('one'), listed('two')]);
    expect(loose.map(({ name }) => name)).toEqual(['scenarios']);
    expect(onlyOf([...loose, ...sections], new Set(['one', 'two']))).toEqual(['one', 'two']);
  });
});

test('choosing cases of which some were chosen chooses all of them, and once more none', () => {
  const some = cases.slice(0, 2);
  const all = toggleCases(ids(0, 3), some);
  expect(all).toEqual(ids(0, 1, 3));
  expect(toggleCases(all, some)).toEqual(ids(3));
});

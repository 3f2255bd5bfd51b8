import { expect, test } from 'vitest';
import { kindOf } from '../../harness/verdict/kind.ts';
import { failureTexts } from '../console.ts';
import { sampleInput } from '../testing/sample-runs.ts';
import { fixOf, spoken } from './fix.ts';
import { likenessOf } from './likeness.ts';
import { failuresIn, runStory } from './run-story.ts';

const LIBRARY = [
  { title: 'Orders are not acknowledged', kind: 'ACKNOWLEDGED did not come', rows: ['KCI-01', 'KCI-03'] },
  { title: 'SWAP orders are lost', kind: 'nothing came', rows: ['KCI-03', 'GEN-10'] },
  { title: 'A third of orders is lost', kind: 'nothing came', rows: ['KCI-03', 'GEN-10'] },
  { title: 'Every order is lost', kind: 'nothing came', rows: ['KCI-03', 'GEN-10', 'KCI-22', 'EVT-01'] },
];

test('a cause is like the mistake that shows the same and breaches the same', () => {
  const like = (kind: string, ...rows: string[]) => likenessOf({ kinds: [kind], rows }, LIBRARY);

  expect(like('ACKNOWLEDGED did not come', 'KCI-01', 'KCI-03')).toBe(
    'as in a gateway where orders are not acknowledged',
  );
  expect(like('nothing came', 'KCI-03', 'GEN-10', 'KCI-22')).toBe('as in a gateway where every order is lost');
});

test('a cause that shows in several ways is like each mistake that shows in one of them', () => {
  const kinds = ['ACKNOWLEDGED did not come', 'nothing came'];
  expect(likenessOf({ kinds, rows: ['KCI-03', 'GEN-10', 'KCI-22', 'EVT-01'] }, LIBRARY)).toBe(
    'as in a gateway where every order is lost',
  );
  expect(likenessOf({ kinds, rows: ['KCI-01', 'KCI-03'] }, LIBRARY)).toBe(
    'as in a gateway where orders are not acknowledged',
  );
});

test('a mistake that shows in every case is told from one that shows now and then', () => {
  const library = [
    ...LIBRARY.map((each) => ({ ...each, title: `${each.title} now and then` })),
    { ...LIBRARY[3], whole: true as const },
  ];
  const like = (neverPassed: boolean) =>
    likenessOf(
      { kinds: ['nothing came'], rows: ['KCI-03', 'GEN-10', 'KCI-22', 'EVT-01'], neverPassed },
      library as never,
    );
  expect(like(true)).toBe('as in a gateway where every order is lost');
  expect(like(false)).toBe('as in a gateway where every order is lost now and then');
});

test('alternatives are compared as they are told', () => {
  const library = [
    { title: 'Slots are refused', kind: 'book answered 409 where 200 | 201 is expected', rows: ['APT-03'] },
  ];
  expect(likenessOf({ kinds: ['book answered 409 where 200 or 201 is expected'], rows: ['APT-03'] }, library)).toBe(
    'as in a gateway where slots are refused',
  );
});

test('nothing is said of a cause that breaches something else, shows otherwise, or is like several', () => {
  const kind = 'nothing came';
  expect(likenessOf({ kinds: [kind], rows: ['ORD-01', 'ORD-02'] }, LIBRARY)).toBeUndefined();
  expect(likenessOf({ kinds: ['else'], rows: ['KCI-03'] }, LIBRARY)).toBeUndefined();
  // Most of what it breaches the mistake does not.
  expect(likenessOf({ kinds: [kind], rows: ['KCI-03', 'AVL-01', 'SLT-01', 'TYP-01'] }, LIBRARY)).toBeUndefined();
  // Two orders that are lost cannot be told apart by what they show.
  expect(likenessOf({ kinds: [kind], rows: ['KCI-03', 'GEN-10'] }, LIBRARY)).toBeUndefined();
});

test('a cause of a run is told so where the library is at hand', () => {
  const input = sampleInput();
  const [group] = failuresIn(runStory(input));
  if (group === undefined) throw new Error('nothing failed');
  const { check, finding } = group.first;
  const own = { kind: kindOf(check, finding), rows: check.requirements };
  const cause = { ...own, whose: 'gateway', checks: [], cases: ['a'], ifFixed: { cases: [], rows: [] } } as const;
  const run = { verdict: { ...input.verdict, causes: [cause] } };
  const library = [{ ...own, kind: spoken(own.kind), title: 'Orders are answered with a body' }];

  expect(fixOf(group, { ...run, library })?.like).toBe('as in a gateway where orders are answered with a body');
  expect(fixOf(group, run)?.like).toBeUndefined();
  const swap = { ...group.first, story: { ...group.first.story, orders: [{ orderType: 'SWAP' }] } } as never;
  const likeOf = (...orderTypes: string[]) =>
    fixOf({ ...group, all: [swap] }, { ...run, library: library.map((each) => ({ ...each, orderTypes })) })?.like;
  expect(likeOf('SWAP', 'NEW')).toContain('with a body');
  expect(likeOf('CEASE')).toBeUndefined();
  const { moment } = group.first;
  const verb = moment?.kind === 'exchange' ? moment.request.verb : '';
  const likeOfVerb = (...verbs: string[]) =>
    fixOf(group, { ...run, library: library.map((each) => ({ ...each, verbs })) })?.like;
  expect(likeOfVerb('token', verb)).toContain('with a body');
  expect(likeOfVerb('token')).toBeUndefined();
  const hint = '  hint      it shows as in a gateway where orders are answered with a body';
  expect(failureTexts({ ...input, ...run, library })[0]?.split('\n')).toContain(hint);
  expect(failureTexts({ ...input, ...run })[0]).not.toContain('  hint ');
});

test('a mistake whose title begins with where is not told with it twice', () => {
  const title = 'Where one service was ceased, another stands still';
  expect(likenessOf({ kinds: ['x'], rows: ['STA-04'] }, [{ title, kind: 'x', rows: ['STA-04'] }])).toBe(
    'as in a gateway where one service was ceased, another stands still',
  );
});

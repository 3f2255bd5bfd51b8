import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Scenario } from '../model.ts';
import { caseIds } from './expand.ts';
import { cachedPlanOf } from './plan-cache.ts';
import { byId, cease, input, journeys, plan, provide, target } from './testing/sample.ts';

test('each row is a case, followed by its negatives', () => {
  const ids = journeys([provide]).map(({ id }) => id);
  expect(ids.slice(0, 3)).toEqual([
    'orders/provide-new#home',
    'orders/provide-new#home~omit:/body',
    'orders/provide-new#home~omit:/body/id',
  ]);
  expect(ids).toContain('orders/provide-new#work~a-type-nobody-knows');
  expect(ids.indexOf('orders/provide-new#work')).toBe(ids.length / 2);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(['quick', 'standard', 'thorough'] as const)('the ids of the cases of depth %s can be had alone', (depth) => {
  const ids = plan([provide, cease], { depth }).plan.journeys.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(2);
  expect(caseIds([provide, cease], depth, input)).toEqual(ids);
});

test('what an earlier start has kept is what is planned, of one case too', () => {
  const options = { only: ['orders/cease'], depth: 'standard' } as const;
  for (const more of [{}, options]) {
    const made = plan([provide, cease], more);
    const kept = [1, 2, 3].map(() => plan([provide, cease], { ...more, keptAs: 'plan of a test' }));
    for (const each of kept) expect(JSON.stringify(each)).toBe(JSON.stringify(made));
  }
  const others = plan([provide, cease], { keptAs: 'plan of a test', seed: 99 });
  expect(JSON.stringify(others)).toBe(JSON.stringify(plan([provide, cease], { seed: 99 })));
});

test('a plan that was kept is there as JSON, too; of a part of it, nothing is', () => {
  const keptAs = 'plan of one scenario';
  plan([cease], { keptAs });
  for (let start = 2; start <= 3; start += 1) {
    const { plan: made } = plan([cease], { keptAs });
    const json = cachedPlanOf(made)?.json().join('');
    expect(json).toBe(JSON.stringify(made));
    expect(json).toBe(JSON.stringify(plan([cease]).plan));
  }
  expect(cachedPlanOf(plan([cease], { keptAs, only: ['orders/cease'] }).plan)).toBeUndefined();
});

test('every text of a plan that was kept stands among its texts, for a secret to be told from', () => {
  const [, made] = [1, 2].map(() => plan([cease], { keptAs: 'plan of one scenario' }).plan);
  const texts = (made && cachedPlanOf(made)?.texts.toString()) ?? '';
  const strange: string[] = [];
  JSON.stringify(made?.journeys, (_, value) => {
    if (typeof value === 'string' && !texts.includes(JSON.stringify(value))) strange.push(value);
    return value;
  });
  expect(strange).toEqual([]);
});

test('a row covers what its scenario covers, and what it says itself', () => {
  const [home, ...others] = provide.rows;
  if (!home) throw new Error('the sample has no rows');
  const rows = [{ ...home, covers: ['CHR-06'] }, ...others];
  const coversOf = (id: string) => journeys([{ ...provide, rows }]).find((each) => each.id === id)?.covers;
  expect(coversOf('orders/provide-new#home')).toEqual(['CHR-06', ...provide.covers]);
  expect(coversOf('orders/provide-new#work')).toEqual(provide.covers);
});

test('with several matrices, the step is named', () => {
  expect(journeys([cease]).map(({ id }) => id)).toEqual([
    'orders/cease',
    'orders/cease~order.omit:/body',
    'orders/cease~order.omit:/body/id',
    'orders/cease~order.omit:/body/orderType',
    'orders/cease~order.omit:/body/tenant',
    'orders/cease~order.omit:/body/serviceId',
    'orders/cease~token.bad-credentials:/headers/Authorization',
  ]);
});

test('titles tell rows and defects apart', () => {
  const list = byId(journeys([provide]));
  expect(list['orders/provide-new#home']?.title).toBe('A new line is installed: home');
  expect(list['orders/provide-new#home~omit:/body/id']?.title).toBe(
    'A new line is installed: home: placed without body/id',
  );
  const named = { ...provide, title: 'A line for ${row.user}' };
  expect(journeys([named])[0]?.title).toBe('A line for RESIDENTIAL');
});

const others = [cease, { ...cease, id: 'a/first' }, { ...provide, id: 'z/last' }];

test('the same inputs give the same bytes', () => {
  expect(JSON.stringify(plan([provide, cease]))).toBe(JSON.stringify(plan([provide, cease])));
});

test('a plan is plain JSON', () => {
  const made = plan([provide, cease]).plan;
  expect(JSON.parse(JSON.stringify(made))).toEqual(made);
});

test('neither other scenarios nor their order change a case', () => {
  const alone = byId(journeys([provide]));
  fc.assert(
    fc.property(fc.shuffledSubarray(others), fc.nat(3), (some, at) => {
      const all = byId(journeys(some.toSpliced(at, 0, provide)));
      for (const [id, journey] of Object.entries(alone)) expect(all[id]).toEqual(journey);
    }),
    { numRuns: 20 },
  );
});

test('neither other rows nor other defects change a case', () => {
  const alone = byId(journeys([provide]));
  const step = provide.steps[1] as Scenario['steps'][number];
  const matrix = { derive: ['null', 'bad-token', 'omit', 'set'], rows: [], span: step.span } as const;
  const more: Scenario = {
    ...provide,
    rows: [{ id: 'new', values: { user: 'NEW' } }, ...provide.rows],
    steps: provide.steps.with(1, { ...step, matrix: { ...matrix, rows: step.matrix?.rows ?? [] } }),
  };
  const all = byId(journeys([more]));
  const itsOwn = Object.entries(alone).filter(([id]) => !id.includes('-tenant-'));
  for (const [id, journey] of itsOwn) expect(all[id]).toEqual(journey);
});

test('whatever one tenant is refused is tried by the others: once at each place, and where all is tried with each value', () => {
  const metAt = (depth: 'standard' | 'thorough', by: 'place' | 'kind') => {
    const spoilt = provide.steps.map((step) =>
      step.matrix ? { ...step, matrix: { ...step.matrix, cases: by } } : step,
    );
    const met = journeys([{ ...provide, rows: [], steps: spoilt }], { depth }).flatMap(({ id, tenant, steps }) =>
      steps.flatMap((step) => {
        const defect = step.kind === 'call' ? step.request.defect : undefined;
        return defect ? [{ id, tenant, place: `${defect.kind} ${defect.at}`, value: JSON.stringify(defect) }] : [];
      }),
    );
    const pairs = (of: 'place' | 'value') => new Set(met.map((each) => `${each.tenant} ${each[of]}`)).size;
    const each = (of: 'place' | 'value') => 2 * new Set(met.map((one) => one[of])).size;
    const others = [...new Set(met.flatMap(({ id }) => (id.includes('-tenant-') ? id.split('~')[1] : [])))];
    return { isEveryPlace: pairs('place') === each('place'), isEveryValue: pairs('value') === each('value'), others };
  };

  for (const by of ['place', 'kind'] as const)
    expect(metAt('standard', by)).toMatchObject({ isEveryPlace: true, others: ['each-tenant-1', 'each-tenant-2'] });
  expect(metAt('thorough', 'place')).toMatchObject({ isEveryPlace: true, isEveryValue: true });
  const all = metAt('thorough', 'kind');
  expect(all).toMatchObject({ isEveryPlace: true, isEveryValue: true });
  expect(all.others).toEqual(['each-tenant-1', 'each-tenant-2', 'omit-tenant-1', 'bad-token-tenant-2', 'set-tenant-2']);
});

test('what may be accepted, and what the author of an own scenario refuses, is tried by nobody else', () => {
  const others = (one: Scenario) => journeys([one], { depth: 'thorough' }).filter(({ id }) => id.includes('-tenant-'));
  const open = { answers: [{ status: '2xx' }] };
  const spoilt = provide.steps.map((step) =>
    step.matrix
      ? {
          ...step,
          matrix: { ...step.matrix, derive: [], rows: step.matrix.rows.map((row) => ({ ...row, expect: open })) },
        }
      : step,
  );
  expect(others({ ...provide, steps: spoilt })).toEqual([]);
  expect(others(provide)).not.toEqual([]);
  expect(others({ ...provide, isOwn: true })).toEqual([]);
});

test('picking cases does not change them', () => {
  const id = 'orders/provide-new#work~omit:/body/id';
  expect(journeys([cease, provide], { only: [id] })).toEqual([byId(journeys([provide]))[id]]);
});

test('another seed gives other people, another nonce other ids', () => {
  const [first] = journeys([provide]);
  const [seeded] = journeys([provide], { seed: 8 });
  const [again] = journeys([provide], { nonce: 'run-2' });
  expect(seeded?.values.customer).not.toEqual(first?.values.customer);
  expect(seeded?.values.ids).toEqual(first?.values.ids);
  expect(again?.values.customer).toEqual(first?.values.customer);
  expect(again?.values.ids).not.toEqual(first?.values.ids);
});

test('ids are unique within the run and stay in the range of the target', () => {
  const ids = { from: 500, to: 699 };
  const chosen = journeys([provide, cease], { target: { ...target, ids } }).flatMap(({ values }) =>
    Object.values(values.ids as Record<string, number>),
  );
  expect(new Set(chosen).size).toBe(chosen.length);
  expect(chosen.filter((id) => id < 500 || id > 699)).toEqual([]);
});

test('a depth leaves out what is deeper, and says how many; only a whole certification is one', () => {
  const deep: Scenario = { ...cease, id: 'orders/deep', depth: 'thorough' };
  const at = (more = {}) => plan([provide, cease, deep], more).plan;
  const standard = at();
  const quick = at({ depth: 'quick' });
  const thorough = at({ depth: 'thorough' });
  expect(quick.journeys.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['orders/provide-new#home', 'orders/provide-new#home~omit:/body', 'orders/cease']),
  );
  expect(quick.journeys.every(({ id }) => !id.includes('#work') && !id.includes('~omit:/body/id'))).toBe(true);
  expect(quick).toMatchObject({ depth: 'quick', leftOut: thorough.journeys.length - quick.journeys.length });
  expect(standard.leftOut).toBe(thorough.journeys.length - standard.journeys.length);
  expect([quick.whole, standard.whole?.cases, thorough.whole?.cases]).toEqual([
    undefined,
    standard.journeys.length,
    thorough.journeys.length,
  ]);
  // What no certificate needs changes nothing of the others, and is walked where it is named.
  expect(thorough.journeys.slice(0, standard.journeys.length)).toEqual(standard.journeys);
  expect(standard.journeys.filter(({ id }) => id.startsWith('orders/deep'))).toEqual([]);
  const only = ['orders/deep', 'orders/deep~order.omit:/body'];
  const named = at({ only });
  expect(named.journeys.length).toBe(2);
  expect(named.journeys).toEqual(thorough.journeys.filter(({ id }) => only.includes(id)));
  // What is one combination more is not of who names its scenario.
  const rows = ['orders/provide-new#home', 'orders/provide-new#work'];
  const ofRows = (more: object) => at({ only: ['orders/provide-new'], ...more }).journeys.map(({ id }) => id);
  expect(ofRows({}).filter((id) => !id.includes('~'))).toEqual(rows);
  expect(ofRows({ depth: 'thorough' }).length).toBeGreaterThan(ofRows({}).length);
  // No other scenario was planned, so that it does not know of what it is a part.
  expect(named.whole).toBeUndefined();
});

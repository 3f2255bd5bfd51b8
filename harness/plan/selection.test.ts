import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareJourney } from '../journey/bare.ts';
import type { Journey, Plan, World } from '../model.ts';
import { pickOnly, shardOf } from './selection.ts';

const ids = [
  'orders/cease',
  'orders/cease~omit:/body/id',
  'orders/new#home',
  'orders/new#home~omit:/body/id',
  'orders/new#work',
  'token/issue',
];
const journeys = ids.map((id) => ({ id, scenario: id.split(/[#~]/)[0] }) as Journey);
const picked = (...only: string[]) => pickOnly(journeys, only).journeys.map(({ id }) => id);

test('a case id picks that case alone', () => {
  expect(picked('orders/new#home')).toEqual(['orders/new#home']);
  expect(picked('orders/cease')).toEqual(['orders/cease']);
});

test('a scenario that is no case of its own picks all its cases', () => {
  expect(picked('orders/new')).toEqual(['orders/new#home', 'orders/new#home~omit:/body/id', 'orders/new#work']);
});

test('a star stands for any text, and the rest is taken literally', () => {
  expect(picked('orders/cease*')).toEqual(['orders/cease', 'orders/cease~omit:/body/id']);
  expect(picked('*~omit:*')).toEqual(['orders/cease~omit:/body/id', 'orders/new#home~omit:/body/id']);
  expect(picked('orders/.*e*')).toEqual([]);
});

test('a folder picks all in it', () => {
  expect(picked('token')).toEqual(['token/issue']);
  expect(picked('token/')).toEqual(['token/issue']);
  expect(picked('tok')).toEqual([]);
});

test('several names pick each case once, in the order of the plan', () => {
  expect(picked('token', 'orders/cease', 'orders/cease*')).toEqual([
    'orders/cease',
    'orders/cease~omit:/body/id',
    'token/issue',
  ]);
});

test('a name that picks nothing is a problem, with the nearest one', () => {
  expect(pickOnly(journeys, ['orders/ceese']).problems).toEqual([
    {
      severity: 'error',
      message: 'no case is named "orders/ceese"',
      why: 'a name is a case id, a scenario or its file, a folder of scenarios, or a pattern with *',
      fix: 'did you mean "orders/cease"?',
    },
  ]);
});

const SPAN = { file: 'x.yaml', line: 1, col: 1, length: 1, excerpt: '' };

const WORLD: World = {
  world: 'small',
  title: 'A small world',
  timeZone: 'UTC',
  service: {},
  roles: {
    line: { use: 'exclusive', sites: [{ id: '1', type: 'A' }] },
    // The same site as a role of its own.
    port: { use: 'once', sites: [{ id: '1', type: 'A' }] },
    anyone: { use: 'shared', sites: [{ id: '2', type: 'A' }] },
  },
};

function journey(id: string, steps: number, more: Partial<Journey> = {}): Journey {
  const waits = Array.from(
    { length: steps },
    (_, i) => ({ kind: 'wait', name: `wait-${i}`, forMs: 1, span: SPAN }) as const,
  );
  return bareJourney(id, SPAN, { tenant: 't', steps: waits, ...more });
}

function planOf(journeys: readonly Journey[]): Plan {
  return { version: 1, seed: 1, nonce: 'n', now: 0, journeys };
}

const idsOf = ({ journeys }: Plan): readonly string[] => journeys.map(({ id }) => id);
const leasing = (role: string): Partial<Journey> => ({ leases: [{ name: 'site', role, pick: 0 }] });

test('every journey is in one shard, in the order of the plan and as it was, and no shard is longer by more than a journey', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 9 }), (steps, of) => {
      const plan = planOf(steps.map((each, i) => journey(`j${i}`, each)));

      const shards = Array.from({ length: of }, (_, i) => shardOf(plan, { nth: i + 1, of }, WORLD));

      const places = shards.flatMap(({ shard }) => shard?.places ?? []);
      expect(places.toSorted((a, b) => a - b)).toEqual(steps.map((_, i) => i));
      for (const { journeys, shard } of shards)
        expect(journeys).toEqual(shard?.places.map((place) => plan.journeys[place]));
      const weights = shards.map(({ journeys }) => journeys.reduce((sum, each) => sum + each.steps.length, 0));
      expect(Math.max(...weights) - Math.min(...weights)).toBeLessThanOrEqual(Math.max(...steps));
    }),
  );
});

test('journeys that take turns with one site stay together, under whatever role', () => {
  const plan = planOf([journey('a', 3, leasing('line')), journey('b', 3), journey('c', 3, leasing('port'))]);

  expect(idsOf(shardOf(plan, { nth: 1, of: 2 }, WORLD))).toEqual(['a', 'c']);
  expect(idsOf(shardOf(plan, { nth: 2, of: 2 }, WORLD))).toEqual(['b']);
});

test('a site that many may use at once ties nobody', () => {
  const plan = planOf([journey('a', 3, leasing('anyone')), journey('b', 3, leasing('anyone'))]);

  expect(idsOf(shardOf(plan, { nth: 1, of: 2 }, WORLD))).toEqual(['a']);
});

test('attempts at one case stay together', () => {
  const again = { attempt: { of: 'a', number: 2 } };
  const plan = planOf([journey('a', 2), journey('b', 2), journey('a@2', 2, again)]);

  expect(idsOf(shardOf(plan, { nth: 1, of: 2 }, WORLD))).toEqual(['a', 'a@2']);
});

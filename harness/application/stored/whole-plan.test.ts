import { expect, test } from 'vitest';
import { isWhole } from '../../journey/whole.ts';
import type { Journey, Step } from '../../model.ts';
import { WHOLE } from '../../testing/whole.ts';
import { planAgain } from '../cases/plan-again.ts';
import { planRun } from '../cases/plan-run.ts';
import type { ExecuteOptions } from '../certify/execute.ts';
import { loadInputs } from '../inputs.ts';
import { type Transport, VIRTUAL_START } from '../open/transport.ts';
import { VERSION } from '../version.ts';
import { mergeRuns } from './merge-runs.ts';
import type { StoredRun } from './stored-run.ts';
import { shortOfWhole } from './whole-plan.ts';

const loaded = loadInputs({ target: 'fake' }, []);
const inputs = { ...loaded, target: { ...loaded.target, baseUrl: 'http://gateway.test' } };
const { contract, profile, world, target } = inputs;
const doorAt = (at: number) =>
  ({ target, isVirtual: false, clock: { now: () => VIRTUAL_START + at } }) as unknown as Transport;
const optionsOf = (choice: Partial<ExecuteOptions>) =>
  ({ seed: 7, nonce: 'build-71', only: [], ...choice }) as unknown as ExecuteOptions;

function stored(plan: StoredRun['plan']): StoredRun {
  const run = { contract, profile, world, target, command: 'npx assay certify', assay: VERSION };
  return JSON.parse(JSON.stringify({ folder: 'run', plan, inputs: run, record: [] })) as StoredRun;
}

const DAY = 86_400_000;

test('shards that were planned at other times are whole when they are joined, and not before', () => {
  const shards = [1, 2].map((nth) =>
    stored(planRun(inputs, doorAt(nth * DAY), optionsOf({ shard: { nth, of: 2 }, repeatEach: 2 }))),
  );
  const [first] = shards;
  expect(first && shortOfWhole(first)[0]?.why).toMatch(new RegExp(`^[\\d,]+ of ${WHOLE} are missing: `));
  const joined = mergeRuns(shards);
  expect(isWhole(joined.plan)).toBe(true);
  expect(shortOfWhole({ folder: 'joined', ...joined })).toEqual([]);
});

test('a run that was taken up again, each time with data of its own for what was left, is whole', () => {
  const options = optionsOf({ shuffle: true });
  let { plan } = stored(planRun(inputs, doorAt(0), options));
  for (const [day, left] of [
    [1, 300],
    [2, 100],
  ] as const) {
    const ids = new Set(plan.journeys.slice(-left).map(({ id }) => id));
    plan = planAgain(plan, ids, { inputs, transport: doorAt(day * DAY), options });
  }
  expect(shortOfWhole(stored(plan))).toEqual([]);
});

const plan = planRun(inputs, doorAt(0), optionsOf({}));

const expectingNothing = (step: Step): Step =>
  step.kind === 'call' ? { ...step, expect: { ...step.expect, answers: [] } } : step;

const FORMS: Readonly<Record<string, (journey: Journey) => object>> = {
  'orders/minimal-order': ({ steps }) => ({ steps: steps.map(expectingNothing) }),
  'orders/cease': () => ({ excused: { outcome: 'not-applicable', reason: 'not-promised', detail: 'it is not' } }),
  'orders/modify': () => ({ leases: undefined }),
};

test('cases that expect less, are excused or lack something are named, and those of one’s own, which nobody else can plan again', () => {
  const names = plan.journeys.map(({ id }) => id).filter((id) => id in FORMS);
  expect(names).toHaveLength(3);
  const changed = plan.journeys.map((each) => ({ ...each, ...FORMS[each.id]?.(each) }));
  const own = plan.journeys.slice(0, 1).map((each) => ({ ...each, id: 'mine/fibre' }));
  const told = shortOfWhole(stored({ ...plan, journeys: [...changed, ...own] })).map(({ why }) => why);
  expect(told).toEqual([
    `3 of ${WHOLE} are not as its inputs lead to them: ${names.join(', ')}`,
    '1 of its cases do not come with Assay: mine/fibre',
  ]);
});

test('a contract that asks for less is named', () => {
  const run = stored(plan);
  const text = JSON.stringify(run.inputs).replace('"SUPPLIER_FAULT"', '"SUPPLIER_FAULTY"');
  const inputs = JSON.parse(text) as StoredRun['inputs'];
  expect(shortOfWhole({ ...run, inputs }).map(({ why }) => why)).toEqual([
    'its contract is not the one that comes with this Assay',
  ]);
});

test('a secret that was taken out of the plan changes no case', () => {
  const text = JSON.stringify(plan).replaceAll('RESIDENTIAL', '[secret]');
  expect(shortOfWhole(stored(JSON.parse(text) as StoredRun['plan']))).toEqual([]);
  const short = text.replaceAll('[secret]', '[secret]x');
  expect(shortOfWhole(stored(JSON.parse(short) as StoredRun['plan']))[0]?.why).toMatch(/are not as its inputs lead/);
});

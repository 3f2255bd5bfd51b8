import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withTags } from '../application/cases/pick.ts';
import { planRun } from '../application/cases/plan-run.ts';
import type { ExecuteOptions } from '../application/certify/execute.ts';
import { loadInputs } from '../application/inputs.ts';
import { type Transport, VIRTUAL_START } from '../application/open/transport.ts';
import { shippedPath } from '../home.ts';
import { isWhole } from '../journey/whole.ts';
import type { Plan } from '../model.ts';
import { emptyFolder } from '../testing/command.ts';

/** What a run with these words would be, of how much, and whether that is all. */
function scopeOf(
  paths: readonly string[],
  { tags, ...choice }: Partial<ExecuteOptions> & { readonly tags?: readonly string[] } = {},
): readonly [cases: number, of: number | undefined, isWhole: boolean] {
  const inputs = loadInputs({ target: 'fake' }, paths);
  const transport = {
    target: inputs.target,
    isVirtual: true,
    clock: { now: () => VIRTUAL_START },
  } as unknown as Transport;
  const options = { seed: 1, only: [], ...choice } as unknown as ExecuteOptions;
  const plan: Plan = planRun({ ...inputs, scenarios: withTags(inputs.scenarios, tags) }, transport, options);
  return [new Set(plan.journeys.map(({ id, attempt }) => attempt?.of ?? id)).size, plan.whole?.cases, isWhole(plan)];
}

/** A copy of a scenario of Assay in a folder of one's own, as it is or with other words. */
function copyOf(scenario: string, edit: (text: string) => string = (text) => text): string {
  const folder = join(emptyFolder(), 'scenarios');
  const file = join(folder, `${scenario}.yaml`);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, edit(readFileSync(shippedPath(`scenarios/${scenario}.yaml`), 'utf8')));
  return folder;
}

const ALL = scopeOf([])[0];
const other = (text: string): string => `${text}\n# of mine\n`;

test('on the fake in real time, cases that would have to wait for longer than it may are not planned', () => {
  const inputs = loadInputs({ target: 'fake' }, [shippedPath('scenarios/appointments'), shippedPath('scenarios/kci')]);
  const planned = (isVirtual: boolean) => {
    const deadlines = { ...inputs.target.deadlines, waitMs: 2_000 };
    const transport = { target: { ...inputs.target, deadlines }, isVirtual, clock: { now: () => VIRTUAL_START } };
    return planRun(inputs, transport as unknown as Transport, { seed: 1, only: [] }).journeys.map(({ id }) => id);
  };
  const left = new Set(planned(false));
  const leftOut = planned(true).filter((id) => !left.has(id));
  expect(leftOut).toContain('appointments/reservation-expires');
  expect(leftOut).toContain('kci/refused-twice-comes-again');
  expect(left.size).toBeGreaterThan(leftOut.length);
});

describe('the whole certification is', () => {
  test.each([
    ['a run of all scenarios', [], {}],
    ['the same in another order', [], { shuffle: true }],
    ['the same with every case walked twice', [], { repeatEach: 2 }],
    ['the same against a fake that misbehaves', [], { faults: ['service-open-to-bare-requests'] }],
    ['the folder of Assay named, or a pattern that all fit', [shippedPath('scenarios')], { only: ['*'] }],
  ] as const)('%s', (_, paths, choice) => {
    expect(scopeOf(paths, choice)).toEqual([ALL, ALL, true]);
  });

  test('a copy of all scenarios that nobody edited', () => {
    const folder = join(emptyFolder(), 'scenarios');
    cpSync(shippedPath('scenarios'), folder, { recursive: true });
    expect(scopeOf([folder])).toEqual([ALL, ALL, true]);
  });
});

describe('a part of it is', () => {
  test.each([
    ['a folder', [shippedPath('scenarios/token')], {}, 103],
    ['a case', [], { only: ['orders/minimal-order'] }, 1],
    ['a tag', [], { tags: ['smoke'] }, 24],
    ['a case that is walked twice', [], { only: ['orders/minimal-order'], repeatEach: 2 }, 1],
  ] as const)('%s', (_, paths, choice, cases) => {
    expect(scopeOf(paths, choice)).toEqual([cases, ALL, false]);
  });

  test('a shard; all shards together have all cases', () => {
    const parts = [1, 2, 3].map((nth) => scopeOf([], { shard: { nth, of: 3 } }));
    expect(parts.map(([, of, whole]) => [of, whole])).toEqual([1, 2, 3].map(() => [ALL, false]));
    expect(parts.reduce((sum, [cases]) => sum + cases, 0)).toBe(ALL);
  });

  test('a scenario of one’s own, which is then to be passed as well', () => {
    const mine = copyOf('orders/minimal-order', other);
    expect(scopeOf([mine])).toEqual([1, ALL + 1, false]);
  });

  test('a copy of all scenarios of which one was edited', () => {
    const folder = copyOf('orders/minimal-order', other);
    cpSync(shippedPath('scenarios'), folder, {
      recursive: true,
      filter: (path) => !path.endsWith('minimal-order.yaml'),
    });
    expect(scopeOf([folder])).toEqual([ALL, ALL + 1, false]);
  });
});

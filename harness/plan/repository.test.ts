import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadTarget } from '../contract/target.ts';
import { loadWorld } from '../contract/world.ts';
import type { Json, Step, Target, World } from '../model.ts';
import { references } from '../values/bind.ts';
import { isObject } from '../values/pointer.ts';
import { plan, scenario } from './testing/sample.ts';

/** The scenarios of this repository, planned for the fake. */

const folder = join(import.meta.dirname, '../../scenarios');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(?!traffic|client|fragments).*\.yaml$/.test(file))
  .toSorted();
const scenarios = files.map((file) =>
  scenario(file.slice(0, -'.yaml'.length), readFileSync(join(folder, file), 'utf8')),
);
const world = loadWorld('fake').world as World;
const target = loadTarget('fake', {}).target as Target;
const { plan: made, problems } = plan(scenarios, { world, target });

test('all of them expand, and the fake can run every case', () => {
  expect(problems).toEqual([]);
  expect(made.journeys.filter(({ excused }) => excused).map(({ id, excused }) => `${id}: ${excused?.detail}`)).toEqual(
    [],
  );
  expect(made.journeys.length).toBeGreaterThan(scenarios.length);
});

test('whatever a request still leaves open is saved by an earlier step', () => {
  const callsOf = (step: Step) => (step.kind === 'parallel' ? step.steps : step.kind === 'call' ? [step] : []);
  const open = made.journeys.flatMap(({ id, steps, values, leases }) => {
    const names = new Set([...Object.keys(values), ...leases.map(({ name }) => name)]);
    return steps.flatMap((step) => {
      const used = callsOf(step).flatMap(({ request }) => references(request as unknown as Json));
      for (const each of [step, ...callsOf(step)]) if ('as' in each && each.as !== undefined) names.add(each.as);
      return used.filter((name) => !names.has(name)).map((name) => `${id}, ${step.name}: $${name}`);
    });
  });
  expect(open).toEqual([]);
});

test('no two cases touch the same address or choose the same id, and no tenant sends a request id twice', () => {
  const repeated = (values: readonly unknown[]) =>
    [...Map.groupBy(values, (each) => each)].flatMap(([value, all]) => (all.length > 1 ? [value] : []));
  const calls = made.journeys.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'call' ? [step] : [])));
  expect(repeated(made.journeys.flatMap(({ values }) => Object.values(values.ids ?? {})))).toEqual([]);
  expect(
    repeated(
      calls.flatMap(({ tenant, request: { headers } }) =>
        headers['X-Request-ID'] === undefined ? [] : [`${tenant} ${headers['X-Request-ID']}`],
      ),
    ),
  ).toEqual([]);
  const sites = made.journeys.flatMap(({ values }) =>
    Object.entries(values).flatMap(([name, value]) =>
      // A row has a name of its own, and what it likes.
      name !== 'row' && isObject(value) && 'id' in value && 'type' in value ? [value.id] : [],
    ),
  );
  expect(repeated(sites)).toEqual([]);
});

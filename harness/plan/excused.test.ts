import { expect, test } from 'vitest';
import type { ExpandOptions } from './expand.ts';
import { journeys, scenario, target, world } from './testing/sample.ts';

const excuseOf = (text: string, more: Partial<ExpandOptions> = {}) => journeys([scenario('x', text)], more)[0]?.excused;

test('a role that the world lacks', () => {
  expect(excuseOf('scenario: S\ngiven: { site: $world.castle }\nsteps: [availability: { address: $site }]')).toEqual({
    outcome: 'inconclusive',
    reason: 'world-lacks-role',
    detail: 'the world "small" has no role "castle"',
    role: 'castle',
  });
});

test('a role that the target declares its network lacks', () => {
  const text = 'scenario: S\ngiven: { site: $world.castle }\nsteps: [availability: { address: $site }]';
  expect(excuseOf(text, { target: { ...target, lacks: ['castle'] } })).toEqual({
    outcome: 'not-applicable',
    reason: 'capability-declared-absent',
    detail: 'the target "acme" declares that it lacks castle',
  });
});

test('a role whose range is used up; a small one is lent while the journeys run', () => {
  const range = (to: number) => ({ use: 'once', range: { type: 'UPRN', from: 1, to, digits: 12 } }) as const;
  const excuseWith = (to: number) => {
    const names = Array.from({ length: to + 1 }, (_, i) => `s${i}: $world.road`);
    const text = `scenario: S\ngiven: { ${names.join(', ')} }\nsteps: [availability: { address: $s0 }]`;
    return excuseOf(text, { world: { ...world, roles: { road: range(to) } } });
  };
  expect(excuseWith(1_001)).toEqual({
    outcome: 'inconclusive',
    reason: 'world-exhausted',
    detail: 'the world "small" has no site of the role "road" left',
    role: 'road',
  });
  expect(excuseWith(2)).toBeUndefined();
});

test('a capability that the target declares it lacks', () => {
  expect(excuseOf('scenario: S\nrequires: [amendments, orders]\nsteps: [token: ]')).toEqual({
    outcome: 'not-applicable',
    reason: 'capability-declared-absent',
    detail: 'the target "acme" declares that it lacks amendments',
  });
});

test('a tenant that the target does not have', () => {
  expect(excuseOf('scenario: S\nsteps:\n  - token:\n    tenant: 3')).toEqual({
    outcome: 'inconclusive',
    reason: 'world-lacks-role',
    detail: 'the target "acme" has no tenant 3; it has "northwind", "harbour"',
  });
  expect(excuseOf('scenario: S\ntenant: harbour\nsteps: [token: ]')).toBeUndefined();
});

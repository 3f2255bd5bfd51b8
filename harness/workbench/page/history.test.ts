import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { loads } from './history.ts';

test('loads are listed by when they were made, whatever days they simulated', () => {
  const made = (name: string, startedAt: number, writtenAt: number) => ({ name, startedAt, writtenAt });
  const all = [made('first', 9_000, 1), made('second', 1, 2), made('third', 5, 3)].map((each) => ({
    kind: 'load' as const,
    traffic: 'spike',
    target: 'fake',
    outcome: 'held' as const,
    cases: { passed: 1, failed: 0, inconclusive: 0, 'not-applicable': 0 },
    ...each,
  }));
  const page = render(loads(all as unknown as Parameters<typeof loads>[0]) as VNode);
  expect([...page.matchAll(/href="#run[^"]*?(first|second|third)"/g)].map(([, name]) => name)).toEqual([
    'third',
    'second',
    'first',
  ]);
});

import { expect, test } from 'vitest';
import { readScreen, type ScreenRoute, screenHref } from './route.ts';

test.for([
  { to: 'choose' },
  { to: 'load' },
  { to: 'watch' },
  { to: 'run', name: '2026-01-02T03-04-05-fake' },
  { to: 'run', name: 'of / many #kinds%' },
  { to: 'compare' },
  { to: 'compare', before: 'a', after: 'b/c' },
] satisfies ScreenRoute[])('the address of %j leads there', (route) => {
  expect(readScreen(screenHref(route))).toEqual(route);
});

test.for(['', '#', '#nowhere', '#run', '#run/%zz', '#compare//'])('%s leads somewhere', (hash) => {
  expect(['choose', 'runs', 'compare']).toContain(readScreen(hash).to);
});

import { expect, test } from 'vitest';
import { selected } from './pick.ts';

test('what leaves nothing out picks the very scenarios that are certified, so that their plan is kept', () => {
  const { inputs } = selected([], { target: 'fake', tag: [], excludeTag: [] });
  expect(inputs.scenarios).toBe(inputs.certification.shipped);
  const smoke = selected([], { target: 'fake', tag: ['smoke'] }).inputs;
  const rest = selected([], { target: 'fake', excludeTag: ['smoke'] }).inputs;
  expect(smoke.scenarios.length + rest.scenarios.length).toBe(inputs.scenarios.length);
  expect(rest.scenarios.some(({ tags }) => tags.includes('smoke'))).toBe(false);
});

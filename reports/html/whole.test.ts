import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { Journey } from '../../harness/model.ts';
import { runStory } from '../story/run-story.ts';
import { Sample } from '../testing/sample.ts';
import { call, owed, parallel } from '../testing/sample-journey.ts';
import { caseBody } from './case.ts';
import { tellingOf } from './journey/telling.ts';
import { inOutline, inWhole } from './whole.ts';

const ID = 'orders/sample';

test('a case in which nothing was found reads the same from what a page holds of it', () => {
  const run = new Sample();
  run.exchange(ID, 'placed', { id: 41 }, 202);
  run.deliver({ what: 'STARTED', of: 41, number: 1 });
  run.together(ID, ['first', 'second']);
  const kci = [owed('placed', ['STARTED', 'FINISHED']), owed('id.other', 'STARTED')];
  const { pattern, span } = owed('placed', 'STARTED');
  const steps: Journey['steps'] = [
    call('placed', { as: 'placed', steer: { outcome: 'LATE' } }, { headers: { 'X-Conversation-ID': 'talk' } }),
    parallel(call('first', { role: 'negative' }, { defect: { kind: 'omit', at: '/body/id' } }), call('second')),
    { kind: 'await', name: 'await', for: '$placed', pattern, withinMs: 1, span },
    call('unsent'),
  ];
  const values = { ids: { placed: 41 }, id: { other: 41 }, site: { facts: ['many'] } };
  run.case(ID, 'An order', 'passed', { journey: { steps, kci, values } });
  const input = run.end();
  const [story] = runStory(input).stories;
  if (!story?.journey) throw new Error('there is no story');
  const held = { ...story, journey: inOutline(story.journey), moments: story.moments.map(inWhole) };
  const [whole, told] = [story, held].map((each) => render(caseBody(each, tellingOf(input, 'whole')) as VNode));
  expect(told).toBe(whole);
  expect(told).toContain('asked to end as LATE');
  expect(JSON.stringify(held)).not.toContain('many');
});

import { expect, test } from 'vitest';
import { Sample } from '../testing/sample.ts';
import { call } from '../testing/sample-journey.ts';
import { arrivalIdentities, exchangeIdentities } from './identities.ts';
import { runStory } from './run-story.ts';

const ID = 'orders/sample';
const UUID = '7f8cbf73-0d43-4ea8-a2ad-0b7c7a1e0c55';

test('an exchange is found by the headers that the plan gave it, the ids it sends, and those of its answer', () => {
  const run = new Sample();
  run.exchange(ID, 'booked', { id: 9 }, 200, { reference: 'APT-7' });
  run.exchange(ID, 'placed', { id: 41, reservationReference: 'APT-7', note: 'APT-7' }, 422, { uuid: UUID, code: 'X' });
  const template = { body: { id: 41, reservationReference: '$booked.reference', note: 'APT-7' } };
  const steps = [call('booked'), call('placed', {}, template)];
  run.case(ID, 'An order', 'failed', { journey: { steps, values: { ids: { booked: 9, placed: 41 } } } });
  const [story] = runStory(run.end()).stories;
  const moment = story?.moments.at(-1);
  expect(moment?.kind === 'exchange' && exchangeIdentities(moment, story)).toEqual([
    { name: 'X-Conversation-ID', value: `talk-${ID}` },
    { name: 'placed id', value: '41' },
    { name: 'placed reservationReference', value: 'APT-7' },
    { name: 'answer uuid', value: UUID },
  ]);
});

test('a delivery is found by its order, the same headers, and its number', () => {
  const run = new Sample();
  run.exchange(ID, 'placed', { id: 41 }, 202);
  run.deliver({ what: 'STARTED', of: 41, number: 1 }, 10, [['x-conversation-id', 'talk']]);
  run.case(ID, 'An order', 'failed', { journey: { steps: [call('placed')] } });
  const [story] = runStory(run.end()).stories;
  const moment = story?.moments.at(-1);
  expect(moment?.kind === 'arrival' && arrivalIdentities(moment, story)).toEqual([
    { name: 'order', value: '41' },
    { name: 'X-Conversation-ID', value: 'talk' },
    { name: 'number of the event', value: '1' },
  ]);
});

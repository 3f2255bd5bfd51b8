import { expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { FIXTURES } from '../contract/fixture.ts';
import { compileContract } from '../contract/validators.ts';
import { loadWorld } from '../contract/world.ts';
import { NEW_LINE } from './testing/journeys.ts';
import { trial } from './testing/trial.ts';

const validators = compileContract(loadContract(`${FIXTURES}/contract`).contract);

test('of a site of which a world says no more than that it exists, the answer is as the specification has it', async () => {
  const { world } = loadWorld('example-sandbox');
  const { status, body } = await trial(world ? { world } : {}).ask('availability', { query: { address: NEW_LINE } });

  expect(validators.response('availability', status, body).violations).toEqual([]);
  expect(body).toMatchObject({
    address: { identifier: NEW_LINE },
    serviceSpecifications: [world?.service],
    unavailabilityReasons: [],
  });
});

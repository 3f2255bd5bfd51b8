import { loadContract } from '../../contract/contract.ts';
import { FIXTURES } from '../../contract/fixture.ts';
import { loadProfile } from '../../contract/profile.ts';
import { loadTarget } from '../../contract/target.ts';
import { compileContract, type Validators } from '../../contract/validators.ts';
import { loadWorld } from '../../contract/world.ts';
import type { Fault } from '../../fake/fault.ts';
import { expand } from '../../plan/expand.ts';
import { loadScenarios } from '../../scenario/load.ts';
import type { Stage } from '../certification.ts';

/** Test support: the shipped fixtures as a stage for trials. */

/** A Monday morning in winter. */
const NOW = Date.UTC(2026, 2, 16, 9, 0, 0);

/** A stage with the shipped data and the cases that match these patterns; `now` is when its runs begin. */
export function sampleStage(
  only: readonly string[],
  now = NOW,
): { readonly stage: Stage; readonly validators: Validators } {
  const { contract } = loadContract(`${FIXTURES}/contract`);
  const profile = present(loadProfile('supplier').profile);
  const world = present(loadWorld('fake').world);
  const target = { ...present(loadTarget('fake', {}).target), baseUrl: 'http://fake.invalid' };
  const { scenarios } = loadScenarios([`${FIXTURES}/../scenarios`]);
  const given = { contract, profile, world, target, seed: 1, nonce: 'seed-1', now };
  const { plan, problems } = expand(scenarios, { ...given, only });
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('; '));
  const stage = { contract, profile, world, target, plan, secrets: [], assay: 'test' };
  return { stage, validators: compileContract(contract) };
}

/** Sample faults as in files, by their purpose. */
export const SAMPLE_FAULTS = {
  unmet: {
    fault: 'nobody-without-identifier',
    title: 'The address of an availability result for a tenant that is not there has no identifier',
    breaks: ['AVL-11'],
    where: { verb: 'availability', tenant: 'nobody' },
    do: [{ remove: '/body/address/identifier' }],
  },
  lostCompletion: {
    fault: 'lost-completion',
    title: 'The last event of an order is lost',
    breaks: ['KCI-03'],
    where: { event: 'COMPLETED' },
    do: [{ lose: true }],
  },
  ownId: {
    fault: 'own-id',
    title: 'The booked appointment has another id than the client chose',
    breaks: ['APT-10'],
    where: { verb: 'book', status: '2xx' },
    do: [{ shift: { at: '/body/id', by: 1 } }],
  },
  created: {
    fault: 'legal-created',
    title: 'A booking is answered with 201',
    breaks: [],
    legal: true,
    where: { verb: 'book', status: 200 },
    do: [{ set: { at: '/status', to: 201 } }],
  },
  repeated: {
    fault: 'legal-repeated',
    title: 'Every event is delivered three times',
    breaks: [],
    legal: true,
    where: { event: '*' },
    do: [{ again: { times: 2 } }],
  },
} as const satisfies Readonly<Record<string, Fault>>;

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it does not come with Assay');
  return value;
}

import { loadContract } from '../../contract/contract.ts';
import { FIXTURES } from '../../contract/fixture.ts';
import { loadProfile } from '../../contract/profile.ts';
import { loadTarget } from '../../contract/target.ts';
import { loadWorld } from '../../contract/world.ts';
import { writeEvent } from '../../kci/write.ts';
import type { DeliveryReceived, KciProfile, Target, World } from '../../model.ts';

/** Test support: the fixtures shipped with Assay, and an event of their profile. */

export const { contract } = loadContract(`${FIXTURES}/contract`);
export const profile: KciProfile = shipped(loadProfile('supplier').profile);
export const world: World = shipped(loadWorld('fake').world);
/** The fake, at an unreachable address. */
export const target: Target = { ...shipped(loadTarget('fake', {}).target), baseUrl: 'http://fake.invalid' };

function shipped<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the shipped fixtures cannot be loaded');
  return value;
}

/** A delivery of the first event of an order. */
export function deliveryOf(order: number, more: Partial<DeliveryReceived> = {}): DeliveryReceived {
  const { headers, body } = writeEvent(profile, {
    name: 'ACKNOWLEDGED',
    kind: 'provide',
    sequence: 1,
    issuedAt: 0,
    deliveryId: 'd1',
    status: 'ACKNOWLEDGED',
    order: { id: order },
    tenant: 'northwind-broadband',
    request: { id: 'r', conversation: 'c' },
    delivery: { requestId: 'd' },
  });
  const text = JSON.stringify(body);
  return {
    type: 'delivery-received',
    seq: 500,
    at: 0,
    delivery: 1,
    method: 'POST',
    path: '/hook',
    expectedPath: true,
    headers,
    body: { text, sizeBytes: text.length },
    answered: 200,
    ...more,
  };
}

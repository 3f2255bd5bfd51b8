import { expect, test } from 'vitest';
import type { Step } from '../model.ts';
import { call, order, REAL, SPAN } from '../testing/record-builder.ts';
import { type AddressUse, addressUseOf } from './address-use.ts';

const pause: Step = { kind: 'wait', name: 'wait', forMs: 2_000, span: SPAN };
const asking = (outcome: string): Step => order(1, { steer: { outcome } });

test.each<[string, readonly Step[], AddressUse]>([
  ['asks for availability', [call('availability'), pause], 'reads'],
  ['books', [call('book')], 'books'],
  ['orders', [order(1)], 'orders'],
  ['orders, and lets time pass', [order(1), pause], 'completes'],
  ['orders what waits, and lets time pass', [asking('ORDER_PENDING'), pause], 'completes'],
  ['orders what stays open, and lets time pass', [asking('ORDER_IN_PROGRESS'), pause], 'orders'],
  ['orders what stays open, and what does not', [asking('ORDER_IN_PROGRESS'), order(2), pause], 'completes'],
])('what a case that %s does to its address', (_, steps, use) => {
  expect(addressUseOf({ steps, kci: [] }, REAL.profile)).toBe(use);
});

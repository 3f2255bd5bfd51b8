import { expect, test } from 'vitest';
import type { Fault } from '../fake/fault.ts';
import { aimsAt } from './selection.ts';
import { sampleStage } from './testing/stage.ts';

const { stage } = sampleStage(['appointments/book', 'orders/cease', 'orders/cease-refusals~omit*', 'orders/start']);
const aiming = (fault: Pick<Fault, 'where' | 'do'>) =>
  stage.plan.journeys.filter((journey) => aimsAt(fault, journey)).map(({ id }) => id);

test('a journey aims at a fault that lets its defect pass', () => {
  const fault = {
    where: { verb: 'order', orderType: 'CEASE' },
    do: [{ accept: { kinds: ['omit'], at: ['/body/serviceId'] } }],
  } as const satisfies Pick<Fault, 'where' | 'do'>;
  expect(aiming(fault)).toEqual(['orders/cease-refusals~omit:/body/serviceId']);
});

test('a journey aims at a fault of its type of order, and of what it sends', () => {
  expect(aiming({ where: { verb: 'order', orderType: 'START' }, do: [{ error: 'SUPPLIER_FAULT' }] })).toEqual([
    'orders/start',
  ]);
  expect(aiming({ where: { verb: 'book', request: { body: { purpose: 'MODIFY' } } }, do: [{ delay: '1s' }] })).toEqual([
    'appointments/book#modify',
  ]);
});

test('nobody aims at a fault that strikes whatever is sent, or another tenant', () => {
  expect(aiming({ where: { verb: 'book' }, do: [{ remove: '/body/id' }] })).toEqual([]);
  expect(aiming({ where: { verb: 'book', tenant: 'nobody' }, do: [{ remove: '/body/id' }] })).toEqual([]);
});

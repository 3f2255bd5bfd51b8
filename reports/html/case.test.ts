import { expect, test } from 'vitest';
import { titleParts } from './case.ts';

const REFUSED = 'A cease order with one fault is refused';

test.each([
  ['orders/cease~omit:/body/id', `${REFUSED}: order without body/id`, REFUSED, 'order without body/id'],
  ['orders/new#business', 'A line is installed: business', 'A line is installed', 'business'],
  [
    'orders/new#business~omit:/body',
    `${REFUSED}: business: order without body`,
    REFUSED,
    'business: order without body',
  ],
])('the title of %s says first what it shares, then what is its own', (id, title, shared, own) => {
  expect(titleParts(id, title)).toEqual({ shared, own });
});

test('a title is all its own where the case is the scenario, or the row says how it is called', () => {
  expect(titleParts('orders/cease', 'Ceased: at once')).toEqual({ own: 'Ceased: at once' });
  expect(titleParts('orders/new#business', 'A business line is installed')).toEqual({
    own: 'A business line is installed',
  });
});

import { expect, test } from 'vitest';
import { certifyFake } from '../testing/certify.ts';

const SCENARIOS = ['cancellations/frees-the-slot', 'appointments/ordered-slot-stays-taken'];

const failedOf = async (fault: string, only: readonly string[]): Promise<string[]> => {
  const { verdict } = await certifyFake({ only, faults: [fault] });
  return verdict.cases.flatMap(({ findings }) =>
    findings.filter(({ result }) => result.outcome === 'failed').map(({ check }) => check),
  );
};

test('a slot that takes one booking and takes another is a failure, whatever its case is about', async () => {
  expect(await failedOf('booking-double', SCENARIOS)).toEqual(['http.status', 'http.status']);
});

test('a slot that the cancellation of another order gave away is a failure', async () => {
  expect(await failedOf('booking-freed-next-to-a-cancelled-order', SCENARIOS)).toEqual(['booking.held']);
});

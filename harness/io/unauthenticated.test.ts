import { expect, test } from 'vitest';
import type { IncomingDelivery } from '../model.ts';
import { sampleUnauthenticated } from './receiver.ts';

const ours: IncomingDelivery = {
  method: 'POST',
  path: '/[secret:webhook-path-1]',
  expectedPath: true,
  headers: [],
  body: { text: '', sizeBytes: 0 },
  answered: 204,
};

test('a million calls of strangers are accounted for in eleven thousand, and none of the target is lost', () => {
  const told: IncomingDelivery[] = [];
  const take = sampleUnauthenticated((delivery) => void told.push(delivery));
  for (let i = 0; i < 1_000_000; i += 1) {
    take(i % 2 === 0 ? { ...ours, expectedPath: false, answered: 404 } : { ...ours, unproven: 'no', answered: 401 });
    if (i % 100_000 === 0) take(ours);
  }
  const strangers = told.filter((each) => each !== ours);
  expect(told.length - strangers.length).toBe(10);
  expect(strangers).toHaveLength(1_000 + 9_990);
  expect(strangers.reduce((sum, { untold = 0 }) => sum + 1 + untold, 0)).toBe(1_000_000);
});

test('what is taken says how it is turned away', () => {
  expect(sampleUnauthenticated(() => ({ with: 503 }))(ours)).toEqual({ with: 503 });
});

import { expect, test } from 'vitest';
import type { Fault } from '../fake/fault.ts';
import { shippedFaults } from '../fake/faults.ts';
import { socketSample } from './socket-sample.ts';

const candidate = (fault: string, more: Partial<Fault>) => ({
  fault: { fault, title: fault, breaks: [], do: [{ remove: '/body/id' }], ...more } satisfies Fault,
});
const CANDIDATES = [
  candidate('plain-1', {}),
  candidate('cut', { do: [{ break: 'truncated' }] }),
  candidate('plain-2', {}),
  candidate('chunked', { do: [{ set: { at: '/headers/transfer-encoding', to: 'chunked' } }] }),
  candidate('second', { where: { every: 2 } }),
  candidate('slow', { do: [{ delay: '5s' }] }),
  candidate('slower', { do: [{ delay: '7s' }] }),
  candidate('copies-much-later', { do: [{ again: { times: 1, do: [{ delay: '10m' }] } }] }),
  candidate('both-at-once', { where: { 'at-once': true } }),
  candidate('plain-3', {}),
];
const chosen = (most: number) => socketSample(CANDIDATES, most).map(({ fault }) => fault.fault);

test('what is about the connection is always in the sample', () => {
  expect(chosen(0)).toEqual(['cut', 'chunked']);
});

test('the other places go to what strikes now and then, to timing, and to all the rest', () => {
  expect(chosen(5)).toEqual(['plain-1', 'cut', 'chunked', 'second', 'slow']);
});

test('what would take long on real time, or needs two requests at once, is left to the other trials', () => {
  expect(chosen(99)).toEqual(['plain-1', 'cut', 'plain-2', 'chunked', 'second', 'slow', 'plain-3']);
});

test('the faults that come with Assay give it all kinds', () => {
  const faults = shippedFaults().faults.map((fault) => ({ fault }));
  const sample = socketSample(faults, 24).map(({ fault }) => fault.fault);
  expect(sample).toEqual(expect.arrayContaining(['answer-cut-short', 'answer-not-http', 'legal-chunked']));
  expect(sample.length).toBe(24);
});

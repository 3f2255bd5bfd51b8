import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('no more are inside than there are places, and the others come in the order they came', async () => {
  const gate = createGate(2);
  const log: string[] = [];
  const visit = async (name: string): Promise<void> => {
    await gate.enter();
    log.push(`${name} in`);
    await Promise.resolve();
    log.push(`${name} out`);
    gate.leave();
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(visit));
  expect(log).toEqual(['a in', 'b in', 'a out', 'b out', 'c in', 'd in', 'c out', 'd out']);
});

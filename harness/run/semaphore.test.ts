import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

test('no more are inside than there are places, and the others come in the order they came', async () => {
  const semaphore = createSemaphore(2);
  const log: string[] = [];
  const visit = async (name: string): Promise<void> => {
    await semaphore.enter();
    log.push(`${name} in`);
    await Promise.resolve();
    log.push(`${name} out`);
    semaphore.leave();
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(visit));
  expect(log).toEqual(['a in', 'b in', 'a out', 'b out', 'c in', 'd in', 'c out', 'd out']);
});

test('who was inside before goes ahead of all who have not been', async () => {
  const semaphore = createSemaphore(1);
  const log: string[] = [];
  await semaphore.enter();
  const entered = [
    semaphore.enter().then(() => log.push('new')),
    semaphore.enterAgain().then(() => log.push('back')),
    semaphore.enter().then(() => log.push('newer')),
  ];
  for (const each of ['back', 'new', 'newer']) {
    semaphore.leave();
    await Promise.resolve();
    expect(log.at(-1)).toBe(each);
  }
  await Promise.all(entered);
});

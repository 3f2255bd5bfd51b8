import { expect, test } from 'vitest';
import { virtualClock } from '../../io/virtual-clock.ts';
import type { Target } from '../../model.ts';
import { operatorOf } from './operator.ts';

const target = { steering: { by: ['headers', 'operator'] }, deadlines: { operatorMs: 60_000 } } as unknown as Target;
const never = new Promise<string>(() => {});

/** An operator who answers so, question by question, then never. */
function answering(...answers: readonly (string | undefined)[]) {
  const asked: string[] = [];
  const left = [...answers];
  const controller = new AbortController();
  const operator = operatorOf(target, virtualClock(0), controller.signal, (question) => {
    asked.push(question);
    return left.length > 0 ? Promise.resolve(left.shift()) : never;
  });
  return { ask: operator as NonNullable<typeof operator>, asked, controller };
}

test('who presses Enter has done what was asked; anything else is why not', async () => {
  const { ask } = answering('', 'done', 'n', 'it is being upgraded');
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(ask))).toEqual([
    undefined,
    undefined,
    'they said that it cannot be done',
    'they said "it is being upgraded"',
  ]);
});

test('who does not answer in time is asked nothing more', async () => {
  const { ask, asked } = answering('');
  expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual([
    undefined,
    'nobody answered within 1 min',
    'nobody answered within 1 min',
  ]);
  expect(asked).toEqual(['a', 'b']);
});

test('who leaves is asked nothing more, and an interrupted run waits for nobody', async () => {
  const left = answering(undefined);
  expect(await Promise.all(['a', 'b'].map(left.ask))).toEqual(['nobody is there any more', 'nobody is there any more']);
  const { ask, controller } = answering();
  controller.abort();
  expect(await ask('a')).toBe('the run was interrupted');
});

test('no other target asks anybody', () => {
  const headers = { ...target, steering: { by: 'headers' } } as Target;
  expect(operatorOf(headers, virtualClock(0), new AbortController().signal, () => never)).toBeUndefined();
});

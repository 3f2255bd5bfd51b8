import { expect, test } from 'vitest';
import type { Target } from '../../model.ts';
import { targetWithoutSecrets, withoutSecrets } from './secrets.ts';

test('secrets are replaced wherever they stand in a text, the longest first', () => {
  const plan = { form: { password: 'hunter2-long' }, url: 'https://x/?k=hunter2', list: ['a hunter2-long b', 7, null] };
  expect(withoutSecrets(plan, ['hunter2', 'hunter2-long'])).toEqual({
    form: { password: '[secret]' },
    url: 'https://x/?k=[secret]',
    list: ['a [secret] b', 7, null],
  });
});

test('a secret that JSON must escape is found, too', () => {
  expect(withoutSecrets({ at: 'quo"te\\d' }, ['quo"te\\d'])).toEqual({ at: '[secret]' });
});

test('names of members stay, and so do texts that hold a very short secret by chance', () => {
  const plan = { abcd: 'the cat' };
  expect(withoutSecrets(plan, ['cat', 'abcd'])).toEqual(plan);
});

test('of the path of a webhook only this is kept: whether it is the same in each run', () => {
  const target = (webhook: object): Target => ({ tenants: [], webhook }) as unknown as Target;
  expect(targetWithoutSecrets(target({ pathSecret: 'hush-hush' }), []).webhook).toEqual({ pathSecret: '[secret]' });
  expect(targetWithoutSecrets(target({}), []).webhook).toEqual({});
});

test('the call that gives addresses back is kept without its secrets', () => {
  const call = { method: 'POST', url: 'http://a.test', headers: { 'X-Api-Key': 'hush-hush' } };
  const target = { tenants: [], webhook: {}, restore: { by: ['reset'], call } } as unknown as Target;
  expect(targetWithoutSecrets(target, ['hush-hush']).restore?.call?.headers).toEqual({ 'X-Api-Key': '[secret]' });
});

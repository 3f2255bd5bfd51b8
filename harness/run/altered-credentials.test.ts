import { expect, test } from 'vitest';
import { ALTERATIONS } from '../scenario/vocabulary.ts';
import { basicOf } from '../wire/basic.ts';
import { alterCredentials } from './altered-credentials.ts';

const of = { clientId: 'client', clientSecret: 'Se:cret+%ü', token: 'abcdwxyz.1', anothersSecret: 'other' };
const decoded = (header = '') =>
  new TextDecoder().decode(Uint8Array.from(atob(header.slice(6)), (c) => c.charCodeAt(0)));

test('no way but that of small letters leaves credentials as they were', () => {
  for (const auth of ['basic', 'bearer'] as const) {
    const right = auth === 'basic' ? basicOf(of.clientId, of.clientSecret) : `Bearer ${of.token}`;
    const made = ALTERATIONS.map((how) => [how, alterCredentials(how, auth, of)?.authorization] as const);
    expect(made.filter(([, header]) => header === right)).toEqual([]);
    const unmade = made.flatMap(([how, header]) => (header === undefined ? how : []));
    // What surrounds a token is of its header.
    expect(unmade).toEqual(auth === 'basic' ? [] : ['blank-before', 'blank-behind']);
    expect(made.find(([how]) => how === 'small-scheme')?.[1]?.toLowerCase()).toBe(right.toLowerCase());
  }
});

test('a secret is altered as it is, whatever its characters, and so is a client id', () => {
  expect(decoded(alterCredentials('cut-short', 'basic', of)?.authorization)).toBe('client:Se:cret+%');
  expect(decoded(alterCredentials('one-changed', 'basic', of, 'client-id')?.authorization)).toBe('cliant:Se:cret+%ü');
  expect(decoded(alterCredentials('anothers-secret', 'basic', of)?.authorization)).toBe('client:other');
});

test('what is left of a secret is a secret', () => {
  expect(alterCredentials('half', 'basic', of)?.secrets).toEqual(['Se:cr']);
  expect(alterCredentials('one-more', 'bearer', of)?.secrets).toEqual(['abcdwxyz.1x']);
});

test('of hex digits no other case is tried, which a gateway may read as the same', () => {
  const authorization = (token: string) => alterCredentials('other-case', 'bearer', { ...of, token })?.authorization;
  expect(authorization('abcdwxyz')).toBe('Bearer ABCDWXYZ');
  expect(authorization('00ff-00ff')).toBe('Bearer 00ffa00ff');
});

test('nobody has the secret of another where there is no other', () => {
  const { anothersSecret: _, ...alone } = of;
  expect(alterCredentials('anothers-secret', 'basic', alone)).toBeUndefined();
});

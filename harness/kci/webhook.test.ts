import { expect, test } from 'vitest';
import type { KciProfile } from '../model.ts';
import { isGivenTo, ofTenant } from './webhook.ts';

const profile = (path: string) => ({ wire: { contentType: 'application/json', path } }) as KciProfile;
const kcis = profile('/kcis?v=2');

test('a tenant has an address of its own, by which a delivery is known to be for it', () => {
  const url = ofTenant('/secret/kcis?v=2', kcis, 'acme & co');
  expect(url).toBe('/secret/acme%20%26%20co/kcis?v=2');
  expect(isGivenTo(url, kcis, 'acme & co')).toBe(true);
  expect(isGivenTo(url, kcis, 'globex')).toBe(false);
  expect(ofTenant('/elsewhere', kcis, 'acme')).toBe('/elsewhere');
});

test.each<[string, string, boolean]>([
  ['/kcis', '/secret', true],
  ['/kcis', '/secret/', true],
  ['/kcis', '/secret/kcis/', true],
  ['/kcis', '/secret/acme', true],
  ['/kcis', '/secret/acme/kcis?more=1', true],
  ['/kcis', '/secret/kci', false],
  ['/kcis', '/secret/acme/kci', false],
  ['/kcis?v=2', '/secret/kcis', false],
  ['/globex', '/secret/globex', true],
  ['', '/secret/acme', true],
  ['', '/secret/globex', false],
])('to an address that ends with "%s" a delivery at %s may have gone: %s', (ending, path, isRight) => {
  expect(isGivenTo(path, profile(ending), 'acme')).toBe(isRight);
});

import { Command } from 'commander';
import { afterEach, expect, test, vi } from 'vitest';
import { flag } from './command.ts';
import { several, wholeNumber } from './flag-values.ts';

afterEach(() => vi.unstubAllEnvs());

function read(variables: Readonly<Record<string, string>>, words: readonly string[] = []): Record<string, unknown> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return new Command()
    .addOption(flag('--token-life <s>', 'a number', wholeNumber, 60))
    .addOption(flag('-t, --tag <tag>', 'texts', several))
    .addOption(flag('-q, --quiet', 'a switch'))
    .parse(words, { from: 'user' })
    .opts();
}

test('a flag is also set by its environment variable, and the flag given wins', () => {
  expect(read({ ASSAY_TOKEN_LIFE: '5', ASSAY_TAG: 'smoke, slow', ASSAY_QUIET: '1' })).toEqual({
    tokenLife: 5,
    tag: ['smoke', 'slow'],
    quiet: true,
  });
  expect(read({ ASSAY_TOKEN_LIFE: '5' }, ['--token-life', '7'])).toMatchObject({ tokenLife: 7 });
});

test('an empty variable counts as not set, and 0 or false switches a switch off', () => {
  expect(read({ ASSAY_TOKEN_LIFE: '', ASSAY_TAG: '', ASSAY_QUIET: '' })).toEqual({ tokenLife: 60 });
  expect(read({ ASSAY_TOKEN_LIFE: '0', ASSAY_QUIET: '0' })).toEqual({ tokenLife: 0 });
  expect(read({ ASSAY_QUIET: 'false' })).not.toHaveProperty('quiet');
});

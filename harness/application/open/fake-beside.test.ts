import { expect, test } from 'vitest';
import { startAssay } from '../../testing/command.ts';

const REACHED = `fetch(process.env.FAKE_URL + '/_fake/health').then(async (each) => {
  console.log(process.env.FAKE_URL, (await each.json()).status);
  process.exit(7);
})`;

test('a fake for one command is there as long as it runs, and ends as it does', async () => {
  const words = ['fake', '--port', '0', '--', process.execPath, '--eval', REACHED];
  const { code, stdout, stderr } = await startAssay(words, { withinMs: 60_000 }).ended;
  expect(code).toBe(7);
  const [, url = ''] = /^(http:\S+) up\n$/.exec(stdout) ?? [];
  expect(stderr).toContain(`the fake gateway answers at ${url}`);
  await expect(fetch(`${url}/_fake/health`)).rejects.toThrow();
});

test('a command that there is not ends the fake, too', async () => {
  const { code, stderr } = await startAssay(['fake', '--port', '0', '--', './nothing'], { withinMs: 60_000 }).ended;
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('cannot start ./nothing') });
});

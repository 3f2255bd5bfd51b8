import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { httpSend } from '../io/http.ts';
import type { Observation, Send } from '../model.ts';
import { assay, emptyFolder } from '../testing/command.ts';
import { verdictIn } from '../testing/run-folder.ts';
import { servedFake, serving, targetFileFor } from '../testing/target.ts';
import { isFault } from '../wire/wire.ts';

const ORDER = 'scenarios/orders/provide-new-without-appointment.yaml';

test('a gateway that does not know our webhook is not blamed: the run ends with 3, and says where to look', async () => {
  const out = join(emptyFolder(), 'run');
  const target = targetFileFor(await servedFake(), (text) =>
    text.replace(/ {2}registration:\n(?: {4}.*\n)+/, '').replace('kci: 30s', 'kci: 500ms'),
  );
  const { code, stdout } = await assay(['run', ORDER, '--target', target, '--out', out, '--allow-inconclusive'], {
    withinMs: 60_000,
  });

  expect(stdout).toMatch(/INCONCLUSIVE {2}\d+ cases?: no event came to our webhook receiver \(nothing-delivered\)/);
  expect(stdout).toContain('  fix: see that the gateway knows the URL of the webhook');
  expect(code).toBe(3);
  const { outcome, counts } = verdictIn(out);
  expect([outcome, counts.cases.failed, counts.cases.passed, counts.deliveries]).toEqual(['inconclusive', 0, 0, 0]);
});

/** What stands before a gateway and gives its answers the time of a clock that is wrong. */
async function behindTheTimes(url: string, byMs: number): Promise<string> {
  const { host } = new URL(url);
  const client = httpSend({ responseMs: 10_000, allowHosts: [host] });
  const send: Send = async (request) => {
    const to = request.url.replace(/^https?:\/\/[^/]+/, url);
    const headers = request.headers.filter(([name]) => !/^(host|connection|content-length)$/i.test(name));
    const answer = await client.send({ ...request, url: to, headers });
    if (isFault(answer)) return answer;
    const date = new Date(Date.now() + byMs).toUTCString();
    return { ...answer, headers: [...answer.headers.filter(([name]) => !/^connection$/i.test(name)), ['date', date]] };
  };
  return serving(send);
}

test('a clock that is wrong is told, and what arrived over a socket is dated with how sure that is', async () => {
  const out = join(emptyFolder(), 'run');
  const target = targetFileFor(await behindTheTimes(await servedFake(), -95_000));
  const { code, stdout } = await assay(['run', ORDER, '--target', target, '--out', out], { withinMs: 60_000 });

  expect(stdout).toContain('  clock     the gateway’s is 1 min 35 s behind ours, give or take 1 s\n');
  expect(code).toBe(0);
  const lines = readFileSync(join(out, 'record.ndjson'), 'utf8').trimEnd().split('\n');
  const arrived = lines
    .map((line) => JSON.parse(line) as Observation)
    .filter((each) => each.type === 'response-received' || each.type === 'delivery-received');
  expect(arrived.length).toBeGreaterThan(2);
  expect(arrived.every(({ uncertaintyMs = -1 }) => uncertaintyMs >= 0)).toBe(true);
});

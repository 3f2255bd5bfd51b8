import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { httpSend } from '../../io/http.ts';
import type { LoadVerdict, Send } from '../../model.ts';
import { assay, emptyFolder, startAssay } from '../../testing/command.ts';
import { answering, servedFake, serving, targetFileFor } from '../../testing/target.ts';
import { trafficNames } from './traffic.ts';

const NATIVE = ['load', 'smoke', '--engine', 'native'];
const notFound = (): Promise<string> => answering(404, [['content-type', 'application/json']], '{}');
const verdictIn = (folder: string): LoadVerdict =>
  JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as LoadVerdict;

describe('a load is not begun', () => {
  test('of a profile that nobody knows', async () => {
    for (const command of ['load', 'simulate']) {
      const { code, stdout, stderr } = await assay([command, 'smoek']);

      expect(stderr).toBe(
        `unknown traffic profile "smoek"\n  a traffic profile is ${trafficNames().slice(0, -1).join(', ')} or ${trafficNames().at(-1)}, or the path of a file\n  fix: did you mean "smoke"?\n`,
      );
      expect([code, stdout]).toEqual([2, '']);
    }
  });

  test('against a target that does not allow it, and nothing is sent there', async () => {
    let requests = 0;
    const url = await serving(() => {
      requests += 1;
      return Promise.resolve({ status: 200, headers: [], body: new Uint8Array(), tookMs: 0 });
    });
    const target = targetFileFor(url, (text) => text.replace('load: allowed\n', ''));

    for (const words of [NATIVE, ['load', 'smoke'], ['simulate', 'smoke']]) {
      const { code, stderr } = await assay([...words, '--target', target]);

      expect(stderr).toBe(
        'target "fake-http" does not allow load\n  its file does not say so, and load can bring a gateway down for everybody\n  fix: ask its owner, and then write "load: allowed" into the target file\n',
      );
      expect(code).toBe(2);
    }
    expect(requests).toBe(0);
  });

  test('with outputs of k6 where k6 does not send', async () => {
    const { code, stderr } = await assay([...NATIVE, '--k6-out', 'json=points.json']);

    expect(stderr).toBe(
      '--k6-out is for k6\n  another engine sends here, and has no such outputs\n  fix: leave it out, or send with k6\n',
    );
    expect(code).toBe(2);
  });

  test('of more requests than its target takes', async () => {
    let requests = 0;
    const url = await serving(() => {
      requests += 1;
      return Promise.resolve({ status: 200, headers: [], body: new Uint8Array(), tookMs: 0 });
    });
    const target = targetFileFor(url, (text) =>
      text.replace('requests-per-second: unlimited', 'requests-per-second: 5'),
    );

    for (const words of [NATIVE, ['load', 'smoke'], ['simulate', 'smoke'], ['load', 'smoke', '--print-script', 'x']]) {
      const { code, stderr } = await assay([...words, '--target', target]);

      expect(stderr).toMatch(
        /^"smoke" sends up to \d+\.\d requests a second, and target "fake-http" takes 5\n {2}its "limits" say so, or say nothing, which is 5; a load that is held back would measure itself\n {2}fix: ask its owner, and then raise "requests-per-second" in the target file, or send fewer journeys\n$/,
      );
      expect(code).toBe(2);
    }
    expect(requests).toBe(0);
  });

  test('in segments where a step tells the receiver what to turn away', async () => {
    const folder = emptyFolder();
    const traffic = join(folder, 'refusing.yaml');
    writeFileSync(
      traffic,
      'traffic: A test\nmix: { kci/refused-twice-comes-again: 100 }\narrivals: [{ for: 1s, rate: 1/s }]\nthresholds: { failed: 0 }\n',
    );
    const target = targetFileFor('http://127.0.0.1:9');
    const words = ['load', traffic, '--target', target, '--segment', '1/2', '--nonce', 'n'];

    const { code, stderr } = await assay(words);

    expect(stderr).toBe(
      '"refusing" cannot be sent in segments\n  kci/refused-twice-comes-again: a step has the receiver turn deliveries away, which only a whole load can\n  fix: leave --segment out, or mix other scenarios\n',
    );
    expect(code).toBe(2);
  });

  test('against a target that refuses connections', async () => {
    const out = join(emptyFolder(), 'load');
    // Nobody listens on the port any more when the load begins.
    const target = targetFileFor('http://127.0.0.1:9');

    const { code, stderr } = await assay([...NATIVE, '--target', target, '--out', out]);

    expect(stderr).toContain('127.0.0.1:9');
    expect(code).toBe(3);
  });

  test('against what is no gateway', async () => {
    const target = targetFileFor(await notFound());

    const { code, stderr } = await assay([...NATIVE, '--target', target]);

    expect(stderr).toMatch(/404/);
    expect(code).toBe(3);
  });

  test('where the port of the receiver is taken', async () => {
    const taken = new URL(await notFound()).port;
    const url = await servedFake();
    const target = targetFileFor(url, (text) => text.replace('listen: 127.0.0.1:0', `listen: 127.0.0.1:${taken}`));

    const { code, stderr } = await assay([...NATIVE, '--target', target]);

    expect(stderr).toContain(`127.0.0.1:${taken}`);
    expect(code).toBe(3);
  });
});

test.for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a load with %i, and what was measured so far is judged and reported', async ([signal, status]) => {
  const out = join(emptyFolder(), 'load');
  const client = httpSend({ responseMs: 5_000, allowHosts: ['127.0.0.1'] });
  const fake = await servedFake();
  let requests = 0;
  let isUnderWay = (): void => {};
  const underWay = new Promise<void>((resolve) => {
    isUnderWay = resolve;
  });
  const behind: Send = (request, cancelled) => {
    requests += 1;
    if (requests === 30) isUnderWay();
    const { pathname, search } = new URL(request.url, fake);
    return client.send({ ...request, url: `${fake}${pathname}${search}` }, cancelled);
  };
  const target = targetFileFor(await serving(behind));
  const load = startAssay([...NATIVE, '--target', target, '--out', out]);
  await Promise.race([underWay, load.ended]);

  const { code, stdout, stderr } = await load.stop(signal);
  await client.close();

  expect(stderr).toContain('interrupted: what was recorded so far is being judged; once more ends at once\n');
  expect(stdout).toContain('INCOMPLETE  A few seconds of everything: ');
  expect(code).toBe(status);
  expect(readdirSync(out)).toEqual(expect.arrayContaining(['index.html', 'junit.xml', 'load.json']));
  const verdict = verdictIn(out);
  expect([verdict.outcome, verdict.note]).toEqual(['incomplete', 'interrupted']);
  expect(verdict.metrics.counts.requests).toBeGreaterThanOrEqual(20);
  expect(verdict.cases.passed).toBeGreaterThan(0);
  expect([verdict.cases.failed, verdict.errors]).toEqual([0, {}]);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFake, playedBy } from '../application/open/make-fake.ts';
import { realClock } from '../io/real-clock.ts';
import { readRecord } from '../io/record-file.ts';
import { assay, emptyFolder } from '../testing/command.ts';
import { verdictIn } from '../testing/run-folder.ts';
import { serving, targetFileFor } from '../testing/target.ts';
import { bytesOf, decodeUtf8, isFault } from '../wire/wire.ts';

test('what is wrong with the first answers of a gateway is judged, and they have numbers of their own', async () => {
  let granted = 0;
  const made = { seed: 1, kciDelay: 0, tokenLife: 3_600_000 };
  const deliver = () => Promise.resolve({ status: 204, headers: [], body: bytesOf(''), tookMs: 0 });
  const fake = makeFake(playedBy({ target: 'fake' }), made, { clock: realClock, deliver });
  const url = await serving(async (request) => {
    const came = await fake.answer(request);
    if (isFault(came) || !request.url.includes('/oauth/token')) return came;
    granted += 1;
    if (granted > 1) return came;
    const { scope, ...others } = JSON.parse(decodeUtf8(came.body) ?? '');
    expect(scope).toBeDefined();
    const headers = came.headers.filter(([name]) => !/^content-length$/i.test(name));
    return { ...came, headers, body: bytesOf(JSON.stringify(others)) };
  });
  const out = join(emptyFolder(), 'run');
  const { code, stdout } = await assay([
    ...['certify', '--target', targetFileFor(url), '--only', 'availability/new-line', '--out', out],
  ]);
  expect(stdout).toContain('FAILED  AUT-07  the run as a whole');
  expect(code).toBe(1);
  expect(verdictIn(out).counts.cases.failed).toBe(0);
  const { observations } = readRecord(join(out, 'record.ndjson'));
  const numbers = observations.flatMap((each) => (each.type === 'request-sent' ? each.exchange : []));
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.slice(0, 2)).toEqual([1, 2]);
});

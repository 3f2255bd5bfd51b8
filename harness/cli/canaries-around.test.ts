import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Aftermath, commands, echoing, leaksIn, type Output, SECRETS, withSecrets } from '../testing/aftermath.ts';
import { filesBelow } from '../testing/canaries.ts';
import { emptyFolder } from '../testing/command.ts';
import { targetFileFor } from '../testing/target.ts';
import { startWorkbench } from '../testing/workbench.ts';

const TRAFFIC = `traffic: Little
mix: { orders/minimal-order: 50, appointments/book-two: 50 }
arrivals: [{ for: 2s, rate: 10/s }]
drain: 1s
thresholds: { failed: 0 }
`;

const SCENARIOS = ['orders/minimal-order', 'appointments/book-two', 'token/refusals'].map(
  (each) => `scenarios/${each}.yaml`,
);

/** A target file for a gateway that repeats everything, and of which no process has asked anything yet. */
async function afresh(gateways: { issued: readonly string[] }[]): Promise<string> {
  const gateway = await echoing();
  gateways.push(gateway);
  return targetFileFor(gateway.url, withSecrets);
}

/** What commands do in a folder, each against a gateway that nothing has asked before. */
interface Place {
  readonly command: ReturnType<typeof commands>['command'];
  at(name: string): string;
  target(): Promise<readonly string[]>;
}
type Act = (place: Place) => Promise<void>;

async function aftermathOf(acts: readonly Act[], { isRedacted }: { readonly isRedacted: boolean }): Promise<Aftermath> {
  const folder = emptyFolder();
  const gateways: { issued: readonly string[] }[] = [];
  const { printed, command } = commands({ isRedacted });
  const target = async (): Promise<readonly string[]> => ['--target', await afresh(gateways)];
  for (const act of acts) await act({ command, at: (name) => join(folder, name), target });
  const issued = gateways.reduce((sum, each) => sum + each.issued.length, 0);
  return { told: [...printed, ...filesBelow(folder)], issued };
}

const lookAhead: Act = async ({ command, target }) => {
  const aimed = await target();
  for (const words of [['plan'], ['list', '--json'], ['coverage', '--json']])
    await command(...words, ...SCENARIOS.slice(0, words[0] === 'coverage' ? 0 : undefined), ...aimed);
  await command('doctor', ...aimed, '--register', '--json-lines');
};

const runBefore =
  (times: number): Act =>
  async ({ command, at, target }) => {
    await command('run', ...SCENARIOS, ...(await target()), '--repeat-each', String(times), '--out', at('before'));
    await command('defects', at('before'), '--out', at('defects.md'));
  };

const runAfter: Act = async ({ command, at, target }) => {
  const words = ['--repeat-each', '6', '--out', at('after'), '--compare-with', at('before')];
  await command('run', ...SCENARIOS, ...(await target()), ...words);
  await command('diff', at('before'), at('after'), '--json');
  await command('defects', at('after'));
  await command('profile', 'test', 'supplier', join(at('after'), 'record.ndjson'), '--json');
  await command('history', 'import', at('before'), at('after'), '--db', at('history.db'));
  await command('history', '--db', at('history.db'), '--json');
};

const runInShards: Act = async ({ command, at, target }) => {
  for (const nth of [1, 2]) {
    const shard = ['--shard', `${nth}/2`, '--nonce', 'build-1', '--out', at(`shard-${nth}`)];
    await command('run', ...SCENARIOS, ...(await target()), ...shard);
  }
  await command('report', 'merge', at('shard-1'), at('shard-2'), '--out', at('joined'));
};

const makeLoad: Act = async ({ command, at, target }) => {
  writeFileSync(at('little.yaml'), TRAFFIC);
  const load = ['load', at('little.yaml'), '--engine', 'native', ...(await target())];
  await command(...load, '--dry-run');
  await command(...load, '--json-lines', '--out', at('load'));
};

test('no secret is in what is made around runs: plans, comparisons, defect reports, shards, histories, loads as they go', async () => {
  const acts = [lookAhead, runBefore(6), runAfter, runInShards, makeLoad];
  const aftermath = await aftermathOf(acts, { isRedacted: true });

  const names = aftermath.told.filter(({ text }) => text !== '').map(({ name }) => name);
  for (const printed of ['plan', 'list', 'coverage', 'diff', 'defects', 'profile test', 'history', 'report merge'])
    expect(names).toContainEqual(expect.stringMatching(new RegExp(`^${printed}.*: stdout$`)));
  for (const file of ['after/diff.json', 'defects.md', 'history.db', 'joined/index.html', 'load/load.json'])
    expect(names).toContain(file);
  expect(aftermath.issued).toBeGreaterThan(200);
  expect(leaksIn(aftermath).slice(0, 5)).toEqual([]);
});

test('where nothing takes secrets out, they are found there', async () => {
  const leaks = leaksIn(await aftermathOf([runBefore(2), runInShards, makeLoad], { isRedacted: false }));

  const places = new Set(leaks.map(({ where }) => where));
  for (const place of ['before/record.ndjson', 'defects.md', 'joined/verdict.json', 'load/failed.ndjson'])
    expect(places).toContain(place);
});

const POLL = { timeout: 60_000, interval: 500 };

test('nor is one in what the workbench answers, streams and leaves behind', async () => {
  const runs = emptyFolder();
  const gateways: { issued: readonly string[] }[] = [];
  const first = await afresh(gateways);
  const bench = await startWorkbench(runs, ['--target', first, ...SCENARIOS], { env: SECRETS });
  const told: Output[] = [];
  const call = async (path: string, body?: object): Promise<string> => {
    const answer = await bench.call(path, body && { method: 'POST', body: JSON.stringify(body) });
    const text = await answer.text();
    told.push({ name: path, text });
    return text;
  };
  const live = { name: 'live', text: '' };
  const { body } = await bench.call('/api/live');
  // It goes on until the workbench ends, and breaks off then.
  const heard = (async () => {
    for await (const chunk of body ?? []) live.text += Buffer.from(chunk).toString();
  })().catch(() => {});
  await call('/api/choices');
  await call(`/api/cases?target=${encodeURIComponent(first)}`);
  const names: string[] = [];
  for (const target of [first, await afresh(gateways)]) {
    // Refused as long as another is under way.
    await expect.poll(async () => names.push((await bench.start({ target })) ?? '') && names.at(-1), POLL).toBeTruthy();
    const name = names.at(-1) ?? '';
    await expect.poll(() => call('/api/runs'), POLL).toMatch(new RegExp(`"name":"${name}"[^{]*"kind":"run"`));
    await call(`/api/run?name=${name}`);
  }
  const [before, after] = names.filter((name) => name !== '');
  expect(await call(`/api/compare?before=${before}&after=${after}`)).toContain('"newFailures"');
  await call('/api/history', {});
  await call('/api/history');
  const ended = await bench.stop('SIGINT');
  await heard;
  told.push(live, { name: 'stdout', text: ended.stdout }, { name: 'stderr', text: ended.stderr });

  expect(live.text.match(/"type":"ended"/g)).toHaveLength(2);
  expect(leaksIn({ told: [...told, ...filesBelow(runs)], issued: 0 }).slice(0, 5)).toEqual([]);
});

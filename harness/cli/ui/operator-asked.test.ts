import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openClient } from '../../application/open/client.ts';
import { ownCommands } from '../../application/ui/own-commands.ts';
import type { Send } from '../../model.ts';
import { assay, emptyFolder } from '../../testing/command.ts';
import { verdictIn } from '../../testing/run-folder.ts';
import { servedFake, serving, targetFileFor } from '../../testing/target.ts';

const CASE = 'orders/rejected';

/** A gateway that is steered by hand alone: what its operator sets is what the next order gets. */
async function steeredByHand() {
  const fake = await servedFake();
  const client = await openClient({ responseMs: 10_000, allowHosts: ['127.0.0.1'] });
  onTestFinished(client.close);
  const hand: { next?: string } = {};
  const send: Send = (request) => {
    const { pathname, search } = new URL(request.url);
    const kept = request.headers.filter(([name]) => !/^(host|connection|content-length|x-scenario)$/i.test(name));
    const isOrder = request.method === 'POST' && pathname.endsWith('/service-orders') && hand.next !== undefined;
    const headers = isOrder ? [...kept, ['X-Scenario', hand.next ?? ''] as const] : kept;
    if (isOrder) delete hand.next;
    return client.send({ ...request, url: `${fake}${pathname}${search}`, headers });
  };
  const target = targetFileFor(await serving(send), (text) =>
    text.replace(/steering:\n(?: {2}.*\n)+/, 'steering: { by: operator, values: { ORDER_REJECTED: turned-down } }\n'),
  );
  const out = join(emptyFolder(), 'run');
  return { hand, out, words: ['run', `--only=${CASE}`, '--target', target, '--out', out] };
}

test('whoever runs the gateway is asked, does it, and the run goes on', async () => {
  const { hand, out, words } = await steeredByHand();
  const asked: (string | null)[] = [];
  const running = ownCommands(words, undefined, (question) => {
    asked.push(question);
    if (question === null) return;
    hand.next = 'ORDER_REJECTED';
    running.answer('');
  });
  expect(await running.ended).toMatchObject({ code: 0 });
  expect(asked).toEqual([
    expect.stringMatching(/^have the next order end as turned-down \(id \d+, address \d+\)$/),
    null,
  ]);
  expect(verdictIn(out).counts.cases).toMatchObject({ passed: 1, inconclusive: 0 });
});

test('what the operator cannot do is inconclusive, and so is what they did not do', async () => {
  const cannot = await steeredByHand();
  const running = ownCommands(cannot.words, undefined, (question) => question !== null && running.answer('no'));
  expect((await running.ended).code).toBe(4);
  expect(verdictIn(cannot.out).cases).toMatchObject([
    {
      outcome: 'inconclusive',
      reason: 'not-steerable',
      detail: expect.stringContaining('they said that it cannot be done'),
    },
  ]);
  const idle = await steeredByHand();
  const ignoring = ownCommands(idle.words, undefined, (question) => question !== null && ignoring.answer(''));
  expect((await ignoring.ended).code).toBe(4);
  expect(verdictIn(idle.out).cases).toMatchObject([{ outcome: 'inconclusive', reason: 'steering-ignored' }]);
});

test('where nobody sits, as in CI, nobody is asked and the case says so', async () => {
  const { out, words } = await steeredByHand();
  expect((await assay(words)).code).toBe(4);
  expect(verdictIn(out).cases).toMatchObject([
    {
      outcome: 'inconclusive',
      reason: 'not-steerable',
      detail: expect.stringContaining('nobody is there to be asked'),
    },
  ]);
});

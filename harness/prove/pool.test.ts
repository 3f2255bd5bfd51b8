import { afterEach, describe, expect, test } from 'vitest';
import { jobRunner } from './job.ts';
import { createPool, type Pool } from './pool.ts';
import { SAMPLE_FAULTS, sampleStage } from './testing/stage.ts';

describe('a thread', () => {
  const { stage } = sampleStage(['orders/cease']);
  const fault = SAMPLE_FAULTS.ownId;
  let pool: Pool | undefined;
  afterEach(() => pool?.close());

  /** A pool of one thread that runs this. */
  const poolThat = (does: string, longestJobMs?: number): Pool => {
    const script = new URL(
      `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; parentPort.postMessage('ready'); ${does}`)}`,
    );
    pool = createPool(stage, 1, { script, ...(longestJobMs === undefined ? {} : { longestJobMs }) });
    return pool;
  };

  test('that throws is named with what it was at, and those that wait do not wait for ever', async () => {
    const { runJob } = poolThat("parentPort.on('message', () => { throw new Error('out of luck'); });");
    const ended = await Promise.allSettled([runJob({ fault, only: ['a', 'b'] }), runJob({})]);
    const reason = new Error('a thread broke with fault "own-id" and 2 cases: out of luck');
    expect(ended).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    await expect(runJob({})).rejects.toThrow(reason);
  });

  test('that ends without a word is named too', async () => {
    const { runJob } = poolThat("parentPort.on('message', () => process.exit(7));");
    await expect(runJob({ fault })).rejects.toThrow(
      'a thread broke with fault "own-id" and the whole plan: it ended by itself, with status 7',
    );
  });

  test('that cannot even begin is named', async () => {
    const { runJob } = poolThat("throw new Error('no stage');");
    await expect(runJob({})).rejects.toThrow(/^a thread broke .*: no stage$/);
  });

  test('that stalls is given up in time, and its place is taken by another', async () => {
    const { runJob } = poolThat("parentPort.on('message', () => { for (;;); });", 50);
    const both = await Promise.all([runJob({ fault }), runJob({})]);
    expect(both.map(({ isEndless }) => isEndless)).toEqual([true, true]);
  });

  test('that is at work when the pool is closed keeps nobody waiting', async () => {
    const { runJob, close } = poolThat("parentPort.on('message', () => { for (;;); });");
    const [ended] = await Promise.allSettled([runJob({}), close()]);
    expect(ended).toEqual({ status: 'rejected', reason: new Error('the pool is closed') });
  });
});

test('a pool of threads makes the same of a job as one thread', async () => {
  const { stage, validators } = sampleStage(['appointments/book', 'orders/cease']);
  const jobs = [{}, { fault: SAMPLE_FAULTS.lostCompletion }, { fault: SAMPLE_FAULTS.ownId }];
  const pool = createPool(stage, 2);
  try {
    const inThreads = await Promise.all(jobs.map(pool.runJob));
    const here = await Promise.all(jobs.map(jobRunner(stage, validators)));
    expect(inThreads).toEqual(here);
    expect(inThreads.map(({ cases }) => cases.failed > 0)).toEqual([false, true, true]);
  } finally {
    await pool.close();
  }
});

test('a run that does not end is given up, and the pool goes on', async () => {
  const { stage } = sampleStage(['orders/cease']);
  const endless = {
    ...SAMPLE_FAULTS.repeated,
    where: { event: 'ACKNOWLEDGED' },
    // biome-ignore lint/suspicious/noThenProperty: the name of a action
    do: [{ then: ['ACKNOWLEDGED'] }],
  };
  const pool = createPool(stage, 1, { longestJobMs: 3_000 });
  try {
    const [given, next] = await Promise.all([pool.runJob({ fault: endless }), pool.runJob({})]);
    expect(given.isEndless).toBe(true);
    expect(next.cases.passed).toBe(1);
  } finally {
    await pool.close();
  }
});

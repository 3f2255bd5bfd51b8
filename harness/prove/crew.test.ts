import { afterEach, describe, expect, test } from 'vitest';
import { createAttempt } from './attempt.ts';
import { type Crew, createCrew } from './crew.ts';
import { SAMPLE_FAULTS, sampleStage } from './sample.ts';

// A thread runs the files themselves, which needs a Node that strips types.
const canStripTypes = process.features.typescript !== false && process.features.typescript !== undefined;

describe('a thread', () => {
  const { stage } = sampleStage(['orders/cease']);
  const fault = SAMPLE_FAULTS.ownId;
  let crew: Crew | undefined;
  afterEach(() => crew?.close());

  /** A crew of one thread that runs this. */
  const crewThat = (does: string, longestJobMs?: number): Crew => {
    const script = new URL(
      `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${does}`)}`,
    );
    crew = createCrew(stage, 1, { script, ...(longestJobMs === undefined ? {} : { longestJobMs }) });
    return crew;
  };

  test('that throws is named with what it was at, and those that wait do not wait for ever', async () => {
    const { attempt } = crewThat("parentPort.on('message', () => { throw new Error('out of luck'); });");
    const ended = await Promise.allSettled([attempt({ fault, only: ['a', 'b'] }), attempt({})]);
    const reason = new Error('a thread broke with fault "own-id" and 2 cases: out of luck');
    expect(ended).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    await expect(attempt({})).rejects.toThrow(reason);
  });

  test('that ends without a word is named too', async () => {
    const { attempt } = crewThat("parentPort.on('message', () => process.exit(7));");
    await expect(attempt({ fault })).rejects.toThrow(
      'a thread broke with fault "own-id" and the whole plan: it ended by itself, with status 7',
    );
  });

  test('that cannot even begin is named', async () => {
    const { attempt } = crewThat("throw new Error('no stage');");
    await expect(attempt({})).rejects.toThrow(/^a thread broke .*: no stage$/);
  });

  test('that stalls is given up in time, and its place is taken by another', async () => {
    const { attempt } = crewThat("parentPort.on('message', () => { for (;;); });", 50);
    const both = await Promise.all([attempt({ fault }), attempt({})]);
    expect(both.map(({ isEndless }) => isEndless)).toEqual([true, true]);
  });

  test('that is at work when the crew is closed keeps nobody waiting', async () => {
    const { attempt, close } = crewThat("parentPort.on('message', () => { for (;;); });");
    const [ended] = await Promise.allSettled([attempt({}), close()]);
    expect(ended).toEqual({ status: 'rejected', reason: new Error('the crew has gone home') });
  });
});

test.runIf(canStripTypes)('a crew of threads makes the same of a job as one thread', async () => {
  const { stage, validators } = sampleStage(['appointments/book', 'orders/cease']);
  const jobs = [{}, { fault: SAMPLE_FAULTS.lostCompletion }, { fault: SAMPLE_FAULTS.ownId }];
  const crew = createCrew(stage, 2);
  try {
    const inThreads = await Promise.all(jobs.map(crew.attempt));
    const here = await Promise.all(jobs.map(createAttempt(stage, validators)));
    expect(inThreads).toEqual(here);
    expect(inThreads.map(({ cases }) => cases.failed > 0)).toEqual([false, true, true]);
  } finally {
    await crew.close();
  }
});

test.runIf(canStripTypes)('a run that does not end is given up, and the crew goes on', async () => {
  const { stage } = sampleStage(['orders/cease']);
  const endless = {
    ...SAMPLE_FAULTS.repeated,
    where: { event: 'ACKNOWLEDGED' },
    // biome-ignore lint/suspicious/noThenProperty: the name of a deed
    do: [{ then: ['ACKNOWLEDGED'] }],
  };
  const crew = createCrew(stage, 1, { longestJobMs: 4_000 });
  try {
    const [given, next] = await Promise.all([crew.attempt({ fault: endless }), crew.attempt({})]);
    expect(given.isEndless).toBe(true);
    expect(next.cases.passed).toBe(1);
  } finally {
    await crew.close();
  }
});

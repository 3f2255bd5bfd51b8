import { expect, test } from 'vitest';
import { createAttempt } from './attempt.ts';
import { createCrew } from './crew.ts';
import { SAMPLE_FAULTS, sampleStage } from './sample.ts';

// A thread runs the files themselves, which needs a Node that strips types.
const canStripTypes = process.features.typescript !== false && process.features.typescript !== undefined;

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
  const crew = createCrew(stage, 1, 4_000);
  try {
    const [given, next] = await Promise.all([crew.attempt({ fault: endless }), crew.attempt({})]);
    expect(given.isEndless).toBe(true);
    expect(next.cases.passed).toBe(1);
  } finally {
    await crew.close();
  }
});

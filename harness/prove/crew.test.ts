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

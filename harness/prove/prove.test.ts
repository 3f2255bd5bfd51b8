import { beforeAll, describe, expect, test } from 'vitest';
import type { Proof, Trial } from '../verdict/proof.ts';
import { concludeProof, shortcomings } from './conclude.ts';
import { jobRunner } from './job.ts';
import { prove } from './prove.ts';
import { certifyFaultless } from './selection.ts';
import { SAMPLE_FAULTS, sampleStage } from './testing/stage.ts';
import { baselineOf } from './trial.ts';

const { stage, validators } = sampleStage([
  'availability/new-line*',
  'appointments/book#provide',
  'appointments/book#modify',
  'orders/provide-new-without-appointment',
  'orders/cease',
]);
const { unmet, lostCompletion, ownId, created, repeated } = SAMPLE_FAULTS;

describe('three faults and two legal variants, in one process', () => {
  const seen: string[] = [];
  let trials: readonly Trial[] = [];
  let proof: Proof;
  beforeAll(async () => {
    const faultless = await certifyFaultless(stage, validators);
    trials = await prove([unmet, lostCompletion, ownId, created, repeated], {
      contract: stage.contract,
      seed: stage.plan.seed,
      runJob: jobRunner(stage, validators),
      faultless,
      isWhole: true,
      onTrial: ({ fault }) => seen.push(fault),
    });
    proof = concludeProof({ stage, isWhole: true, baseline: baselineOf(faultless.result), trials });
  });

  test('end as they should, in the order of the faults', () => {
    expect(trials.map(({ fault, outcome }) => `${fault} ${outcome}`)).toEqual([
      'nobody-without-identifier survived',
      'lost-completion killed',
      'own-id killed',
      'legal-created clean',
      'legal-repeated clean',
    ]);
    expect(seen.toSorted()).toEqual(trials.map(({ fault }) => fault).toSorted());
  });

  test('a fault that never showed is told from one that showed and was missed', () => {
    expect(trials.map(({ isIdle }) => isIdle)).toEqual([true, false, false, false, false]);
  });

  test('what killed a fault rests on what it breaks, and names its case', () => {
    const causes = trials.flatMap(({ reds }) => reds.filter(({ isCause }) => isCause));
    expect(causes.map(({ check, rows, example }) => `${check} ${rows.join()} ${example.case}`)).toContain(
      'booking.echo APT-10 appointments/book#provide',
    );
  });

  test('a reader of each run is told its cause first, and of at most two kinds of failure', () => {
    expect(trials.map(({ told }) => told.isCauseFirst)).toEqual([false, true, true, false, false]);
    expect([proof.rates.causeFirst.hits, proof.rates.causeFirst.of, proof.medianKinds]).toEqual([2, 2, 1]);
    const { told } = trials.find(({ fault }) => fault === 'lost-completion') ?? {};
    expect(told?.first?.rows).toContain('KCI-03');
  });

  test('the figures follow, and what is wanting is told', () => {
    expect([proof.baseline.outcome, proof.rates.kill.hits, proof.rates.kill.of]).toEqual(['clean', 2, 3]);
    expect([proof.rates.falseAlarm.hits, proof.rates.falseAlarm.of]).toEqual([0, 2]);
    expect(proof.checks.find(({ check }) => check === 'booking.echo')?.faults).toEqual(['own-id']);
    expect(proof.rows.find(({ id }) => id === 'APT-10')?.facets).toEqual([{ id: '', faults: ['own-id'] }]);
    expect(shortcomings({ ...proof, isWhole: false })).toEqual(['survived: nobody-without-identifier']);
    expect(shortcomings(proof)[1]).toMatch(/^never failed: http\.no-answer, /);
  });

  test('the same trials give the same bytes', async () => {
    const runJob = jobRunner(stage, validators);
    const job = { fault: lostCompletion, isDigest: true } as const;
    const [once, twice] = await Promise.all([runJob(job), runJob(job)]);
    expect(once.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(once).toEqual(twice);
    expect(await runJob({ fault: lostCompletion })).toEqual(await runJob({ fault: lostCompletion }));
  });
});

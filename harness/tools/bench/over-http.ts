import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Inputs } from '../../application/inputs.ts';
import { announce } from '../../application/open/reach.ts';
import { journeysOf, loop, openBareWebhook } from './bare-client.ts';
import { startFake } from './fake-process.ts';
import { planOf, targetAt } from './journeys.ts';
import { median } from './median.ts';
import { hotspots, type Share } from './profile.ts';
import { runPlan } from './runner.ts';

/** Journeys per second of the runner and of the bare loop, medians over the rounds, and what stands out in the runner. */
interface OverHttp {
  readonly runner: number;
  readonly bare: number;
  readonly ratio: number;
  readonly requests: number;
  readonly hotspots: readonly Share[];
}

const WARM_UP = 300;
/** Events come after the cancellation that each journey ends with. */
const PACE = ['--kci-delay', '50ms'];

/**
 * The runner and the bare loop in turn, in this process, each against a fake in a process of its own. The loop sends
 * what the runner has just sent, to the other of two fakes that have done the same work so far; each round they swap.
 */
export async function overHttp(inputs: Inputs, rounds: number, journeys: number): Promise<OverHttp> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const fakes = await Promise.all([startFake(...PACE), startFake(...PACE)]);
  const webhook = await openBareWebhook();
  try {
    const runner: number[] = [];
    const bare: number[] = [];
    const ratios: number[] = [];
    let requests = 0;
    const round = async (count: number, nonce: string, turn: number): Promise<readonly [number, number]> => {
      const [one, other] = turn % 2 === 0 ? fakes : fakes.toReversed();
      const target = targetAt(inputs, one?.url ?? '');
      const plan = planOf(inputs, target, count, nonce);
      const ran = await runPlan(inputs, target, plan, folder);
      const sent = journeysOf(ran.record);
      requests = sent.reduce((sum, each) => sum + each.requests.length, 0) / sent.length;
      const refused = await announce(targetAt(inputs, other?.url ?? ''), webhook.url, inputs.profile);
      if (refused) throw new Error(refused.message);
      const looped = await loop({ ...inputs, target }, other?.url ?? '', sent);
      const owed = requests * sent.length;
      if (sent.length !== count || looped.succeeded !== owed) {
        throw new Error(
          `${looped.succeeded} of ${owed} requests of the bare loop succeeded, in ${sent.length} journeys`,
        );
      }
      return [count / ran.seconds, count / looped.seconds];
    };
    for (let turn = 0; turn < 2; turn++) await round(WARM_UP, `warm-up-${turn}`, turn);
    for (let turn = 0; turn < rounds; turn++) {
      const [fast, bareFast] = await round(journeys, `round-${turn}`, turn);
      runner.push(fast);
      bare.push(bareFast);
      ratios.push(fast / bareFast);
    }
    const target = targetAt(inputs, fakes[0]?.url ?? '');
    const found = await hotspots(() => runPlan(inputs, target, planOf(inputs, target, journeys, 'profile'), folder));
    return { runner: median(runner), bare: median(bare), ratio: median(ratios), requests, hotspots: found };
  } finally {
    await webhook.close();
    await Promise.all(fakes.map(({ stop }) => stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

import { join } from 'node:path';
import { walkPlan } from '../../application/certify/walk.ts';
import type { Inputs } from '../../application/inputs.ts';
import { announce } from '../../application/open/reach.ts';
import { openReceiver } from '../../application/open/receiver.ts';
import { openTransport } from '../../application/open/transport.ts';
import { listenForInterrupt } from '../../application/signals.ts';
import type { Observation, Plan, Target } from '../../model.ts';

const PATH_SECRET = 'bench-webhook-path';

/** What a run took, and what it recorded. */
interface Ran {
  readonly seconds: number;
  readonly record: readonly Observation[];
}

/**
 * Walks the plan with the shipped runner, as `assay run` puts it together: HTTP client, leases, tokens, redaction, the
 * record on disk, and the receiver on a socket. Planning and judging are not in the time.
 */
export async function runPlan(inputs: Inputs, target: Target, plan: Plan, folder: string): Promise<Ran> {
  const aim = { ...inputs, target };
  const transport = await openTransport(aim, { seed: plan.seed, faults: [] });
  const receiver = await openReceiver({ target, profile: inputs.profile, pathSecret: PATH_SECRET, isInProcess: false });
  const refused = await announce(target, receiver.url, inputs.profile);
  if (refused) throw new Error(refused.message);
  const { contract, validators, profile } = inputs;
  const judged = { plan, contract, validators, profile, target };
  const interrupt = listenForInterrupt();
  const startedAt = performance.now();
  const record = await walkPlan({
    inputs: aim,
    transport,
    plan,
    receiver,
    pathSecret: PATH_SECRET,
    folder: join(folder, plan.nonce),
    interrupt,
    judged,
    quiet: true,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  interrupt.release();
  await receiver.close();
  await transport.close();
  return { seconds, record };
}

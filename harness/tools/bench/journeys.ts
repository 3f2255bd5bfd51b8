import { readFileSync } from 'node:fs';
import { type Inputs, loadAim, loadSpec } from '../../application/inputs.ts';
import { shippedPath } from '../../home.ts';
import type { Plan, Scenario, Target } from '../../model.ts';
import { expand } from '../../plan/expand.ts';
import { parseScenario } from '../../scenario/parse.ts';

const FILE = 'harness/tools/bench/journey.yaml';
const CONCURRENCY = 16;

/** The inputs of a run of the bench's one scenario against the fake on a socket. */
export function benchInputs(): Inputs {
  const spec = loadSpec();
  const aim = loadAim({ target: 'fake-http' }, spec);
  const { scenario } = parseScenario(readFileSync(shippedPath(FILE), 'utf8'), FILE, 'bench/journey');
  if (!scenario) throw new Error(`${FILE} cannot be read`);
  return { ...aim, scenarios: [scenario] };
}

/** The target at this address: nothing is waited for at the end, and the fake keeps its own pace of events. */
export function targetAt({ target }: Inputs, url: string): Target {
  const { kciDelaySeconds: _, ...rest } = target;
  const limits = { requestsPerSecond: null, concurrency: CONCURRENCY };
  return { ...rest, baseUrl: url, limits, deadlines: { ...target.deadlines, settleMs: 0 } };
}

/** So many journeys of the scenario. Plans of different nonces share no id and no address. */
export function planOf(inputs: Inputs, target: Target, count: number, nonce: string): Plan {
  const [scenario] = inputs.scenarios as [Scenario];
  const copies = Array.from({ length: count }, (_, i) => ({ ...scenario, id: `bench/journey-${i}` }));
  const { plan, problems } = expand(copies, { ...inputs, target, seed: 1, nonce, now: Date.now() });
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return plan;
}

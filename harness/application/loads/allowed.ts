import { peakOf } from '../../load/k6/stages.ts';
import { stagesFrom } from '../../load/week.ts';
import type { Problem, Scenario, ScenarioStep, Target, TrafficProfile } from '../../model.ts';
import { flatSteps } from '../../scenario/uses.ts';
import type { Inputs } from '../inputs.ts';
import { problem, Refusal } from '../say.ts';

/**
 * Ends the command if the target does not allow the load: it must say that it takes load, and how many requests a second.
 * No request is ever held back to stay within that limit: the load would then measure Assay itself.
 */
export function refuseUnlessAllowed(inputs: Inputs, traffic: TrafficProfile): void {
  const { target } = inputs;
  if (target.baseUrl === 'embedded') return;
  const found = notAllowed(target) ?? tooMuch(target, traffic, peak(inputs, traffic).requests);
  if (found) throw new Refusal([found]);
}

/** The most journeys that begin in a second at any time, and how many requests they make on average. */
export function peak(
  { scenarios, world }: Pick<Inputs, 'scenarios' | 'world'>,
  traffic: TrafficProfile,
): { readonly journeys: number; readonly requests: number } {
  const journeys = peakOf(stagesFrom(traffic, world, A_MONDAY));
  return { journeys, requests: journeys * requestsEach(traffic, scenarios) };
}

/** Any Monday: weights repeat each week, so the peak is the same. */
const A_MONDAY = Date.UTC(2026, 0, 5);

/** What the target needs that k6 cannot do, by name; the native engine can. */
export function beyondK6({ tls, proxy, token, headers = {} }: Target, secrets: readonly string[]): Problem | undefined {
  const isSecret = Object.values(headers).some((value) => secrets.some((each) => value.includes(each)));
  const wants = [
    ...(tls?.cert === undefined ? [] : ['a client certificate (tls: cert)']),
    ...(proxy === undefined ? [] : ['a proxy (proxy)']),
    ...(token.credentials === 'form' ? ['credentials in the form (token: credentials)'] : []),
    ...(isSecret ? ['headers that hold a secret (headers)'] : []),
  ];
  if (wants.length === 0) return undefined;
  const why = 'the script that k6 runs is handed on, and is given none of these';
  return problem(`k6 cannot send with ${wants.join(', ')}`, why, 'send the load with --engine native');
}

/** Problem for arguments that only k6 takes. */
export function onlyK6(args: readonly string[]): Problem | undefined {
  if (args.length === 0) return undefined;
  return problem(
    '--k6-out is for k6',
    'another engine sends here, and has no such outputs',
    'leave it out, or send with k6',
  );
}

/** A warning of what k6 cannot send, if load is allowed at all. */
export function k6Warnings({ target, secrets }: Pick<Inputs, 'target' | 'secrets'>): readonly Problem[] {
  const beyond = target.load === 'allowed' ? beyondK6(target, secrets) : undefined;
  return beyond === undefined ? [] : [{ ...beyond, severity: 'warning' }];
}

function notAllowed({ target, load }: Target): Problem | undefined {
  if (load === 'allowed') return undefined;
  return problem(
    `target "${target}" does not allow load`,
    `its file does not say so, and load can bring a gateway down for everybody`,
    'ask its owner, and then write "load: allowed" into the target file',
  );
}

function tooMuch({ target, limits }: Target, { id }: TrafficProfile, perSecond: number): Problem | undefined {
  const { requestsPerSecond } = limits;
  if (requestsPerSecond === null || perSecond <= requestsPerSecond) return undefined;
  return problem(
    `"${id}" sends up to ${perSecond.toFixed(1)} requests a second, and target "${target}" takes ${requestsPerSecond}`,
    'its "limits" say so, or say nothing, which is 5; a load that is held back would measure itself',
    'ask its owner, and then raise "requests-per-second" in the target file, or send fewer journeys',
  );
}

/** Requests of a journey, on average. */
function requestsEach({ mix }: TrafficProfile, scenarios: readonly Scenario[]): number {
  const byId = new Map(scenarios.map(({ id, steps }) => [id, requestsIn(steps)]));
  return mix.reduce((sum, { scenario, percent }) => {
    const [id = ''] = scenario.split('#', 1);
    return sum + ((byId.get(id) ?? 0) * percent) / 100;
  }, 0);
}

function requestsIn(steps: readonly ScenarioStep[]): number {
  return flatSteps(steps).filter(({ kind }) => kind === 'call').length;
}

/** Whether a scenario has the receiver turn deliveries away. */
export function turnsAway(scenarios: readonly Scenario[]): boolean {
  return scenarios.some(({ steps }) => flatSteps(steps).some(({ receiver }) => receiver !== undefined));
}

import { loadClientContract } from '../../contract/client.ts';
import { underReadings } from '../../contract/readings.ts';
import { displayPath } from '../../home.ts';
import { caseIdsOf } from '../../journey/whole.ts';
import type { Depth, Journey, Plan, Problem } from '../../model.ts';
import { createPools } from '../../plan/context.ts';
import { expand } from '../../plan/expand.ts';
import { count, thousands } from '../../words/text.ts';
import { clientCases } from '../cases/client-cases.ts';
import { occasionsOf } from '../cases/plan-again.ts';
import { loadSpec, shippedScenarios } from '../inputs.ts';
import { problem } from '../say.ts';
import { VERSION } from '../version.ts';
import type { StoredRun } from './stored-run.ts';

const MAX_NAMED = 3;

/**
 * What keeps a stored run from being a whole certification. Plans all cases again from the shipped scenarios and the run's
 * inputs: the run's plan must have exactly these journeys, whatever it says of itself.
 */
export function shortOfWhole({ folder, plan, inputs }: Pick<StoredRun, 'folder' | 'plan' | 'inputs'>): Problem[] {
  const { target, assay } = inputs;
  const what =
    plan.side === 'client'
      ? 'the client with all scenarios: "assay certify-client"'
      : 'the gateway with all scenarios: "assay certify"';
  const fix = assay === VERSION ? `certify ${what}` : `use Assay ${assay}, which made it`;
  const short = (why: string): Problem => problem(`${displayPath(folder)} is no whole certification`, why, fix);
  const ofGateways = underReadings(loadSpec().contract, target.readings, target.token);
  const contract = plan.side === 'client' ? loadClientContract(ofGateways) : ofGateways;
  if (!isAlike(inputs.contract, contract)) return [short('its contract is not the one that comes with this Assay')];
  const made = madeBy(plan, { ...inputs, contract });
  const stored = new Map(plan.journeys.map((journey) => [journey.id, journey]));
  const missing = [...made.keys()].filter((id) => !stored.has(id));
  const strange = plan.journeys.filter(({ id }) => !made.has(id));
  const changed = plan.journeys.filter((each) => made.get(each.id)?.every((one) => !isAlike(each, one)) ?? false);
  const all = count(caseIdsOf([...made.values()].flatMap(([first]) => first ?? [])).length, 'case');
  const told = (ids: readonly string[], what: string): Problem[] =>
    ids.length === 0 ? [] : [short(`${what}: ${named(ids)}`)];
  const lost = caseIdsOf(missing.flatMap((id) => made.get(id)?.[0] ?? []));
  return [
    ...told(lost, `${thousands(lost.length)} of ${all} are missing`),
    ...told(caseIdsOf(changed), `${thousands(caseIdsOf(changed).length)} of ${all} are not as its inputs lead to them`),
    ...told(caseIdsOf(strange), `${thousands(caseIdsOf(strange).length)} of its cases do not come with Assay`),
  ];
}

/** The journeys of a certification by the same inputs, by id: as planned at first, and each time the run was resumed. */
function madeBy(
  plan: Plan,
  { contract, target, profile, world }: StoredRun['inputs'],
): ReadonlyMap<string, readonly Journey[]> {
  if (plan.side === 'client') {
    const { journeys } = clientCases([], { contract, target, profile, world });
    return Map.groupBy(journeys, ({ id }) => id);
  }
  const scenarios = shippedScenarios();
  const repeatEach = Math.max(1, ...plan.journeys.map(({ attempt }) => attempt?.number ?? 1));
  const depth: Depth = plan.depth === 'thorough' ? 'thorough' : 'standard';
  const made = (plan.parts ?? [plan]).flatMap((part) => {
    const pools = createPools(target.ids, world);
    return occasionsOf({ ...part, nonce: plan.nonce }).flatMap((occasion) => {
      const input = { contract, target, profile, world, seed: plan.seed, ...occasion, pools, repeatEach, depth };
      return expand(scenarios, input).plan.journeys;
    });
  });
  return Map.groupBy(made, ({ id }) => id);
}

function named(ids: readonly string[]): string {
  const rest = ids.length - MAX_NAMED;
  return `${ids.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/**
 * Whether `made` would be stored as `stored`. A hidden secret matches any text. Where a scenario is written does not
 * matter, since its path differs between machines. Undefined members are not stored.
 */
function isAlike(stored: unknown, made: unknown): boolean {
  if (typeof stored === 'string' && typeof made === 'string') {
    if (!stored.includes(HIDDEN)) return stored === made;
    const parts = stored.split(HIDDEN).map(RegExp.escape);
    return new RegExp(`^${parts.join('.{4,}')}$`, 's').test(made);
  }
  if (Array.isArray(stored) && Array.isArray(made)) {
    return stored.length === made.length && stored.every((each, i) => isAlike(each, made[i]));
  }
  if (!isMembers(stored) || !isMembers(made)) return stored === made;
  for (const name in stored) if (name !== 'span' && !isAlike(stored[name], made[name])) return false;
  for (const name in made) if (name !== 'span' && made[name] !== undefined && !(name in stored)) return false;
  return true;
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const HIDDEN = '[secret]';

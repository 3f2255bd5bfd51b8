import type { Json, Scenario, Target } from '../model.ts';
import { flatSteps } from '../scenario/flat-steps.ts';
import type { Excuse } from './context.ts';

/** The tenant that acts: its name and, where the target has no such tenant, why the case cannot run. */
export interface Tenant {
  readonly name: string;
  readonly excused?: Excuse;
}

/** Finds a tenant of the target by name, or by number from 1; the first where none is named. */
export function tenantOf(target: Target, wanted: Json = 1): Tenant {
  const names = target.tenants.map(({ name }) => name);
  const name = typeof wanted === 'number' ? names[wanted - 1] : names.find((each) => each === wanted);
  if (name !== undefined) return { name };
  const has = names.length === 0 ? 'it has none' : `it has ${names.map((each) => `"${each}"`).join(', ')}`;
  const detail = `the target "${target.target}" has no tenant ${JSON.stringify(wanted)}; ${has}`;
  return { name: names[0] ?? '', excused: { outcome: 'inconclusive', reason: 'world-lacks-role', detail } };
}

/** The tenant of a scenario, excused when that of any of its steps is missing. */
export function tenantOfScenario({ tenant, steps }: Pick<Scenario, 'tenant' | 'steps'>, target: Target): Tenant {
  const main = tenantOf(target, tenant);
  const others = flatSteps(steps).flatMap((step) => step.tenant ?? []);
  const excused = main.excused ?? others.map((each) => tenantOf(target, each).excused).find((each) => each);
  return { name: main.name, ...(excused ? { excused } : {}) };
}

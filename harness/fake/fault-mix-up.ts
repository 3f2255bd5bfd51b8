import type { Deed } from './fault.ts';
import type { Answered } from './fault-answer.ts';
import type { Occasion } from './fault-where.ts';

/** Remembers what each operation last answered each tenant, for the fault that hands it to another. */
export interface MixUp {
  /** The answer that the caller gets: its own, or another tenant's where a deed says so and there is one. */
  through(answered: Answered, occasion: Occasion, deeds: readonly Deed[]): Answered;
}

/** Nothing was answered yet. Refusals are not handed on: whose they are would not show. */
export function createMixUp(): MixUp {
  const last = new Map<string, Map<string, Answered>>();
  return {
    through: (answered, { verb = '', tenant = '' }, deeds) => {
      const isAccepted = answered.status >= 200 && answered.status < 300;
      if (!isAccepted) return answered;
      const byTenant = last.get(verb) ?? new Map<string, Answered>();
      last.set(verb, byTenant);
      const another = [...byTenant].findLast(([name]) => name !== tenant)?.[1];
      byTenant.delete(tenant);
      byTenant.set(tenant, answered);
      return deeds.some((deed) => 'crossed' in deed) ? (another ?? answered) : answered;
    },
  };
}

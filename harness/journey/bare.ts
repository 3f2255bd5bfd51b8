import type { Journey, Span } from '../model.ts';

/** A journey with a name and what `more` says: it sends nothing and claims nothing. */
export function bareJourney(id: string, span: Span, more: Partial<Journey> = {}): Journey {
  return {
    id,
    scenario: id,
    title: id,
    covers: [],
    tags: [],
    tenant: '',
    values: {},
    leases: [],
    steps: [],
    kci: [],
    span,
    ...more,
  };
}

import type { Journey, Span } from '../model.ts';

/** A journey that is no more than its name and `more` say: that sends nothing, and of which nothing is claimed. */
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

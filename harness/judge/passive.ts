import type { Check, Plan } from '../model.ts';

/**
 * What nobody can tell who only looks on: whether the webhook went where the target was told and proved to be its own, what
 * the world was like before, and what others did meanwhile whose traffic was not seen.
 */
const UNSEEN: ReadonlySet<string> = new Set([
  ...['kci.path', 'kci.authentication', 'kci.retry'],
  ...['world.facts', 'world.state', 'booking.ordered', 'booking.freed'],
  // A gateway may have more than its specification.
  'client.operation',
]);

/** Whether what a check found counts. Of traffic that others made it does only where seeing it is enough. */
export function isVisibleIn({ watched }: Plan): (check: Check) => boolean {
  if (!watched) return () => true;
  return ({ check, result }) =>
    !UNSEEN.has(check) &&
    // An order may have been placed before anybody looked.
    !(check === 'kci.unexpected' && result.outcome !== 'passed') &&
    // Nobody owes a control.
    !(result.outcome === 'inconclusive' && result.reason === 'control-refused');
}

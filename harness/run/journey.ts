import { addressUseOf, isWaiting } from '../journey/address-use.ts';
import { CHANGES } from '../kci/course.ts';
import type { Journey, JsonObject, Step } from '../model.ts';
import { type Caller, createCaller, type PlacedOrder } from './call.ts';
import type { Learnt } from './learning.ts';
import type { Ports, Stop } from './ports.ts';
import { createWatcher, type Watcher } from './watch.ts';

/** What a journey left behind: its orders, its values and captures, and why it ended early. */
export interface JourneyResult {
  readonly placed: readonly PlacedOrder[];
  readonly scope: JsonObject;
  readonly stop?: Stop;
}

/**
 * Walks one journey from its leases to its last event, and gives its addresses back. The record gets its observations; the
 * result is for cleaning up.
 */
export async function walkJourney(journey: Journey, ports: Ports): Promise<JourneyResult> {
  const { record, signal, semaphore, leases, restorer } = ports;
  const lent = await leases.take(journey.leases, {
    use: addressUseOf(journey, ports.profile),
    tenant: journey.tenant,
    // If addresses can be reset, waiting journeys begin first: others go on meanwhile.
    isFirst: isWaiting(journey) && ports.target.restore?.by.includes('reset') === true,
  });
  const learnt = (await restorer?.learn(journey, lent)) ?? { sites: lent };
  const { sites } = learnt;
  await semaphore.enter();
  if (signal.aborted) {
    semaphore.leave();
    leases.give(journey.leases, lent);
    return { placed: [], scope: {} };
  }
  record({ type: 'journey-started', journey: journey.id });
  for (const [i, { name, role }] of journey.leases.entries()) {
    record({ type: 'site-leased', journey: journey.id, name, role, site: sites[i] ?? null });
  }
  const { forget, ...walked } = await walkSteps(journey, learnt, ports);
  record({ type: 'journey-ended', journey: journey.id, ...(walked.stop ?? { ended: 'finished' }) });
  semaphore.leave();
  const returned = await restorer?.giveBack(journey, sites, walked.placed);
  if (!walked.stop) forget();
  leases.give(journey.leases, lent, returned);
  return walked;
}

async function walkSteps(
  journey: Journey,
  { sites, stop: unlearnt }: Learnt,
  ports: Ports,
): Promise<JourneyResult & { readonly forget: () => void }> {
  const leased = Object.fromEntries(journey.leases.map(({ name }, i) => [name, sites[i] ?? null]));
  const caller = createCaller(journey.id, { ...journey.values, ...leased }, ports);
  const watcher = createWatcher(journey.id, caller, ports);
  const missing = journey.leases.find((_, i) => !sites[i]);
  const aside = missing && ports.restorer?.setAside(missing.role);
  const whose = missing && ports.leases.areOthers(missing.role, journey.tenant) ? othersOf(journey) : '';
  const why = aside === undefined ? '' : `, and set aside was ${aside}`;
  const stop: Stop | undefined = missing
    ? { ended: 'stopped', reason: 'world-exhausted', detail: `no site left of role ${missing.role}${whose}${why}` }
    : (unlearnt ?? (await takeSteps(journey, caller, watcher, ports)));
  return { placed: caller.placed(), scope: caller.scope(), forget: watcher.forget, ...(stop ? { stop } : {}) };
}

const othersOf = ({ tenant }: Journey): string =>
  ` with a line of tenant ${JSON.stringify(tenant)}: those left have lines of others`;

/** Whether a journey stopped because an amendment or cancellation was not answered as expected. */
function isRefusedChange(step: Step, { ended, reason }: Stop): boolean {
  const calls = step.kind === 'parallel' ? step.steps : step.kind === 'call' ? [step] : [];
  return ended === 'stopped' && reason === undefined && calls.some(({ request }) => request.verb in CHANGES);
}

async function takeSteps(
  journey: Journey,
  caller: Caller,
  watcher: Watcher,
  { signal }: Ports,
): Promise<Stop | undefined> {
  const take = (step: Step): Promise<Stop | undefined> => {
    switch (step.kind) {
      case 'call':
        return caller.call(step);
      case 'parallel':
        return caller.callTogether(step);
      case 'await':
        return watcher.awaitEvents(step);
      case 'wait':
        return watcher.wait(step);
    }
  };
  for (const step of journey.steps) {
    const stop: Stop | undefined = signal.aborted ? { ended: 'interrupted' } : await take(step);
    // Before the address is given back: later events of its orders no longer belong to the case.
    if (stop && isRefusedChange(step, stop)) await watcher.watchEnds();
    if (stop) return stop;
  }
  return watcher.watchOwed(journey.kci);
}

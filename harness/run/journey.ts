import type { Journey, Reason, Site, Step } from '../model.ts';
import { createCaller } from './call.ts';
import type { Ports } from './ports.ts';
import { createWatcher } from './watch.ts';

/** Why a journey ended before its last step. */
export interface Stop {
  readonly ended: 'stopped' | 'interrupted';
  readonly reason?: Reason;
  readonly detail?: string;
}

/** Walks one journey from its leases to its last event. Observations are all it leaves behind. */
export async function walkJourney(journey: Journey, ports: Ports): Promise<void> {
  const { record, signal, gate, leases } = ports;
  const sites = await leases.take(journey.leases);
  await gate.enter();
  if (!signal.aborted) {
    record({ type: 'journey-started', journey: journey.id });
    for (const [i, { name, role }] of journey.leases.entries()) {
      record({ type: 'site-leased', journey: journey.id, name, role, site: sites[i] ?? null });
    }
    const stop = await walkSteps(journey, sites, ports);
    record({ type: 'journey-ended', journey: journey.id, ...(stop ?? { ended: 'finished' }) });
  }
  gate.leave();
  leases.give(journey.leases, sites);
}

async function walkSteps(journey: Journey, sites: readonly (Site | null)[], ports: Ports): Promise<Stop | undefined> {
  const missing = journey.leases.find((_, i) => !sites[i]);
  if (missing) return { ended: 'stopped', reason: 'world-exhausted', detail: `no site left of role ${missing.role}` };
  const leased = Object.fromEntries(journey.leases.map(({ name }, i) => [name, sites[i] ?? null]));
  const caller = createCaller(journey.id, { ...journey.values, ...leased }, ports);
  const watcher = createWatcher(journey.id, caller, ports);
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
    const stop: Stop | undefined = ports.signal.aborted ? { ended: 'interrupted' } : await take(step);
    if (stop) return stop;
  }
  for (const [i, owed] of journey.kci.entries()) {
    const stop = await watcher.watchOrder(i === 0 ? 'kci' : `kci:${i + 1}`, owed);
    if (stop?.ended === 'interrupted') return stop;
    if (stop) return (await watcher.watchRetries()) ?? stop;
  }
  const stop = await watcher.watchRetries();
  if (stop) return stop;
  watcher.forget();
  return undefined;
}

import { sleep } from 'k6';
import exec from 'k6/execution';
import { Counter, Gauge, Trend } from 'k6/metrics';
import type { Feed } from '../port.ts';
import type { Control } from './control-client.ts';
import type { Settings } from './settings.ts';

const lag = new Trend('kci_lag', true);
const events = new Counter('kci_events');
const received = new Counter('kci_received');
const missing = new Counter('kci_missing');
const duplicate = new Counter('kci_duplicate');
const unexpected = new Counter('kci_unexpected');
const pending = new Gauge('kci_pending');
/** How often Assay was asked: without, that nothing is missing would mean nothing. */
const asked = new Counter('kci_feeds');

const POLL_S = 0.25;
/** The last beacon of a journey may be on its way when the feed says that nothing is pending. */
const QUIET_POLLS = 3;
/** An Assay that does not answer any more has ended: then nobody hears of the load. */
const DEAF_POLLS = 40;

/**
 * Makes k6's own metrics of what Assay hears of KCI events, until the load is over and nothing is pending any more, or
 * the time for that has run out: then every order that still waits has lost events.
 */
export function collectEvents(control: Control, { loadMs, graceMs, drainMs, instances }: Settings): void {
  const startedAt = Date.now();
  let quiet = 0;
  let deaf = 0;
  for (;;) {
    const feed = control.feed();
    asked.add(feed ? 1 : 0);
    if (feed) take(feed);
    deaf = feed ? 0 : deaf + 1;
    if (deaf === DEAF_POLLS) exec.test.abort('Assay does not answer any more');
    const passedMs = Date.now() - startedAt;
    // This VU is active itself, and so is its instance.
    const isOver = passedMs >= loadMs && exec.instance.vusActive <= 1 && (feed?.ended ?? 0) >= instances - 1;
    quiet = isOver && feed?.isDrained ? quiet + 1 : 0;
    if (quiet === QUIET_POLLS) return;
    if (passedMs >= loadMs + Math.max(graceMs, drainMs)) {
      missing.add(feed?.pending ?? 1);
      return;
    }
    sleep(POLL_S);
  }
}

function take(feed: Feed): void {
  for (const [event, ms] of feed.lags) {
    lag.add(ms, { event });
    events.add(1, { event });
  }
  received.add(feed.received);
  missing.add(feed.missing);
  duplicate.add(feed.duplicate);
  unexpected.add(feed.unexpected);
  pending.add(feed.pending);
}

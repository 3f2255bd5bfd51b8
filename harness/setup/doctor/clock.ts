import type { Headers } from '../../model.ts';
import { headerOf } from '../../wire/wire.ts';
import { type Line, penFor } from './line.ts';

/** When a request went out and its answer came in, by our clock. */
export interface Span {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Clocks that are further apart make slots, reservations and the times of events look wrong. */
const MOST_SECONDS = 5;

/** How far the gateway's clock is from ours, by its `Date` header (RFC 9110, 6.6.1), which counts in whole seconds. */
export function clockLine(headers: Headers, { sentAt, receivedAt }: Span): Line {
  const pen = penFor('gateway');
  const subject = 'clock';
  const written = headerOf(headers, 'date');
  if (written === undefined) return pen.notChecked(subject, 'its answers carry no Date header');
  const theirs = Date.parse(written);
  if (Number.isNaN(theirs)) return pen.warning(subject, `its Date header is no date: ${written}`);
  // The second it names began when the answer was written, or up to a second before.
  const early = theirs - receivedAt;
  const late = theirs + 1000 - sentAt;
  const apart = early > 0 ? early : Math.min(late, 0);
  const seconds = Math.round(Math.abs(apart) / 1000);
  if (seconds <= MOST_SECONDS) return pen.ok(subject, `within ${MOST_SECONDS} s of this machine's`);
  const fix = 'set both clocks by a time server: slots, reservations and events are judged by their times';
  return pen.warning(subject, `it is ${seconds} s ${apart > 0 ? 'ahead of' : 'behind'} this machine's`, { fix });
}

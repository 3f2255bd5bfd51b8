import type { Check, Pattern } from '../../model.ts';
import { formatDuration } from '../../values/duration.ts';
import { either, failed, inconclusive, type JudgeContext, ofThis, passed, type Subject } from '../check.ts';
import { isSteeringIgnored } from '../lifecycle.ts';
import { type Delivery, nameOf, namesOf, type OrderHistory } from '../orders.ts';
import { type Breach, silenceOf } from '../progress.ts';
import { undelivered } from '../undelivered.ts';
import { at, eachOwed, excuseFor, notWatched, unreachable } from './owed.ts';
import { sequenceFinding } from './sequence-finding.ts';

/** `kci.sequence`: the events that a scenario's `kci` blocks and `await` steps ask for came, in order and in time. */
export function kciSequence(context: JudgeContext): Check[] {
  return eachOwed(context, 'kci.sequence', (looked) => {
    const { owed, progress, subject, order } = looked;
    if (isEmpty(owed.pattern)) return [];
    if (progress.hasSequence) return [passed(subject)];
    const breach = progress.breaches.find(({ kind }) => kind === 'sequence');
    if (!breach?.arrival) {
      const excuse = excuseFor(looked, context);
      if (excuse) return [inconclusive(subject, ...excuse)];
    }
    if (breach && isSteeringIgnored(context.profile, order)) return [ignored(subject, order)];
    const missing: Breach<Delivery> = { kind: 'sequence', before: order.stream, next: progress.next };
    return [failed(at(subject, breach), sequenceFinding(order, owed, breach ?? missing, context.profile))];
  });
}

/** `kci.never`: none of the events came that must not come. */
export function kciNever(context: JudgeContext): Check[] {
  return eachOwed(context, 'kci.never', ({ owed, progress, subject, order }) => {
    const breach = progress.breaches.find(({ kind }) => kind === 'never');
    if (owed.never.length === 0 || (!breach && order.stream.length === 0)) return [];
    if (!breach?.arrival) return [passed(subject)];
    if (isSteeringIgnored(context.profile, order)) return [ignored(subject, order)];
    return [
      failed(at(subject, breach), {
        ...ofThis(order, `${nameOf(breach.arrival)} came, which must not`),
        expected: `never ${either(owed.never)}`,
        actual: namesOf(order.stream),
      }),
    ];
  });
}

function ignored(subject: Subject, order: OrderHistory): Check {
  return inconclusive(subject, 'steering-ignored', `order ${order.id} took its usual course: ${namesOf(order.stream)}`);
}

/** `kci.silence`: nothing at all came while silence is owed. */
export function kciSilence(context: JudgeContext): Check[] {
  return eachOwed(context, 'kci.silence', (looked) => {
    const { owed, progress, subject, order } = looked;
    const silentMs = silenceOf(owed, context.target.deadlines.kciMs);
    if (silentMs === undefined) return [];
    const breach = progress.breaches.find(({ kind }) => kind === 'silence');
    if (breach?.arrival) {
      return [
        failed(at(subject, breach), {
          summary: `order ${order.id}: ${nameOf(breach.arrival)} came where silence is owed`,
          kind: 'an event came where silence is owed',
          expected: `no event within ${formatDuration(silentMs)}`,
          actual: namesOf(order.deliveries),
        }),
      ];
    }
    const isWatched = order.until >= order.since + silentMs;
    const excuse = isWatched ? (unreachable(context) ?? undelivered(context, order)) : notWatched(looked);
    return [excuse ? inconclusive(subject, ...excuse) : passed(subject)];
  });
}

/** `kci.once`: the events came once that must come exactly once. */
export function kciOnce(context: JudgeContext): Check[] {
  return eachOwed(context, 'kci.once', (looked) => {
    const { owed, progress, subject, order } = looked;
    if (owed.exactlyOnce.length === 0) return [];
    const breach = progress.breaches.find(({ kind }) => kind === 'once');
    const missing = owed.exactlyOnce.filter((name) => !order.stream.some(({ event }) => event.name === name));
    if (!breach && missing.length === 0) return [passed(subject)];
    const excuse = breach ? undefined : excuseFor(looked, context);
    if (excuse) return [inconclusive(subject, ...excuse)];
    if (isSteeringIgnored(context.profile, order)) return [ignored(subject, order)];
    return [
      failed(at(subject, breach), {
        ...ofThis(
          order,
          breach ? `${breach.arrival?.event.name} came more than once` : `${either(missing)} did not come`,
        ),
        expected: `${owed.exactlyOnce.join(', ')}: exactly once`,
        actual: namesOf(order.stream),
      }),
    ];
  });
}

function isEmpty(pattern: Pattern): boolean {
  return pattern.kind === 'seq' && pattern.of.length === 0;
}

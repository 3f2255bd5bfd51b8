import { callsOf } from '../../harness/journey/calls.ts';
import type { Journey, Json } from '../../harness/model.ts';
import { bind } from '../../harness/values/bind.ts';
import { jsonOf } from '../../harness/wire/wire.ts';
import type { ArrivalMoment, Exchange, Moment } from './moments.ts';

/** The request that a reference such as `$placed` or `$id.first` means; of several tries the accepted one. */
export function placedAs(reference: string, journey: Journey, moments: readonly Moment[]): Exchange | undefined {
  const step = callsOf(journey).findLast(({ as }) => as !== undefined && reference === `$${as}`);
  const id = step === undefined ? String(bind(reference, journey.values).value) : undefined;
  const tries = moments.filter(
    (each): each is Exchange =>
      each.kind === 'exchange' && (id === undefined ? each.request.step === step?.name : scalarsOf(each).includes(id)),
  );
  return tries.find(({ response }) => response !== undefined && response.status < 300) ?? tries.at(-1);
}

/** Whether a delivery is about what a request placed: it names a top-level value of it, and proved whose it is. */
export function isAbout(placed: Exchange, { delivery, event }: ArrivalMoment): boolean {
  const { orderId } = event;
  if (orderId === undefined || !delivery.expectedPath || delivery.unproven !== undefined) return false;
  return scalarsOf(placed).includes(orderId);
}

/** The values of a request that stand at the top of its body, as texts: ids, types. */
export function scalarsOf({ request }: Pick<Exchange, 'request'>): readonly string[] {
  const { json } = jsonOf(request.body);
  const values: readonly Json[] = typeof json === 'object' && json !== null ? Object.values(json) : [];
  return values.flatMap((each) => (typeof each === 'number' || typeof each === 'string' ? [String(each)] : []));
}

/** The order's id: the number in its request that the plan chose as an id, or as its events have it. */
export function orderIdOf(
  placed: Exchange | undefined,
  arrivals: readonly ArrivalMoment[],
  { values }: Journey,
): string | undefined {
  const chosen = new Set(Object.values((values.ids ?? {}) as Readonly<Record<string, Json>>).map(String));
  return (placed && scalarsOf(placed).find((each) => chosen.has(each))) ?? arrivals[0]?.event.orderId;
}

/** Writes canonical events as deliveries, as a KCI profile's `emit` says: the inverse of read.ts. */

import type { Headers, Json, JsonObject, KciEventRule, KciProfile } from '../model.ts';
import { type FillText, templateOf } from '../values/bind.ts';
import { merge } from '../values/members.ts';
import { oncePer, remembered } from '../values/once.ts';
import { withEvent } from './body.ts';

/** An event that the fake is about to send. Times are ms; dates are texts as they will be written. */
export interface EventToWrite {
  /** Canonical. */
  readonly name: string;
  /** `kind` of the order's lifecycle. */
  readonly kind: string;
  readonly sequence: number;
  readonly issuedAt: number;
  /** The same for every attempt to deliver the event. */
  readonly deliveryId: string;
  /** Canonical status of the order after the event. */
  readonly status: string;
  readonly problemCode?: string;
  readonly text?: string;
  readonly committedDate?: string;
  readonly targetDate?: string;
  readonly amendmentId?: Json;
  readonly cancellationId?: Json;
  /** The body of the amendment or cancellation that the event answers. */
  readonly answered?: JsonObject;
  /** The order as the client sent it, with what was added since (`supplierOrderReference`, dates, characteristics). */
  readonly order: JsonObject;
  readonly tenant: string;
  /** The request whose conversation the event repeats (`delivery.repeatsConversation`). */
  readonly request: { readonly id: string; readonly conversation: string };
  /** `requestId`: new for every attempt. */
  readonly delivery: { readonly requestId: string };
}

/** Writes an event by the profile's `emit`, which must exist; members without a value are left out. */
export function writeEvent(
  profile: KciProfile,
  written: EventToWrite,
): { readonly headers: Headers; readonly body: Json } {
  const { name, kind, order, tenant, request, delivery, answered, ...rest } = written;
  const rule = profile.events[name];
  const wireStatus = wireStatusOf(profile, written.status);
  const scope = {
    event: {
      ...rest,
      name,
      wireName: wireNameOf(name, rule),
      wireStatus,
      issuedAt: writtenTime(profile, written.issuedAt),
    },
    order: { ...order, status: wireStatus },
    tenant,
    request,
    delivery,
    ...(answered === undefined ? {} : { answered }),
  };
  const writer = writerOf(profile);
  const filling = { scope: scope as unknown as JsonObject, missing: [] };
  const headers = { 'Content-Type': profile.wire.contentType, ...(writer.headers(filling) as JsonObject) };
  return {
    headers: Object.entries(headers).map(([header, value]) => [header, String(value)] as const),
    body: withEvent(profile.wire, writer.around(filling) ?? {}, writer.body(kind, name)(filling) ?? {}),
  };
}

/** The templates of a profile's events. */
interface Writer {
  readonly headers: FillText;
  readonly around: FillText;
  readonly body: (kind: string, name: string) => FillText;
}

const MAX_NAMES = 1_000;

const writerOf = oncePer(({ profile, emit, events }: KciProfile): Writer => {
  if (emit === undefined) throw new Error(`the KCI profile "${profile}" has no "emit" to write events by`);
  const bodiesOf = remembered(MAX_NAMES, (kind: string) =>
    remembered(MAX_NAMES, (name: string) => templateOf(bodyFor(emit, kind, events[name]), true)),
  );
  return {
    headers: templateOf(emit.headers),
    around: templateOf(emit.around ?? {}, true),
    body: (kind, name) => bodiesOf(kind)(name),
  };
});

/** The template of an event's body. */
function bodyFor(
  { body, bodyByKind }: NonNullable<KciProfile['emit']>,
  kind: string,
  rule: KciEventRule | undefined,
): JsonObject {
  return merge(merge(body, bodyByKind?.[kind] ?? {}), rule?.emit ?? {});
}

function wireNameOf(name: string, rule: KciEventRule | undefined): string {
  return rule?.when.find((each) => typeof each === 'string') ?? name;
}

function wireStatusOf(profile: KciProfile, status: string): string {
  return Object.entries(profile.statuses).find(([, canonical]) => canonical === status)?.[0] ?? status;
}

function writtenTime(profile: KciProfile, ms: number): Json {
  if (profile.times === 'iso-8601') return new Date(ms).toISOString();
  return profile.times === 'epoch-ms' ? ms : Math.floor(ms / 1000);
}

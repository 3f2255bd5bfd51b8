import { writeBody } from '../kci/body.ts';
import { type EventToWrite, writeEvent } from '../kci/write.ts';
import type { Json, JsonObject, KciProfile, WireRequest } from '../model.ts';
import { random, uuid } from '../values/seed.ts';
import { bytesOf } from '../wire/wire.ts';
import type { Deed, Edit } from './fault.ts';
import { edited, isEdit, placeOf } from './fault-edits.ts';
import { type Encoded, sentAs } from './fault-wire.ts';

/** Writes events as webhook requests, with whatever faults make of them. */

/** Edits of an event as such are the same for every profile; others change what a profile has made of it. */
const isOfEvent = (edit: Edit): boolean => placeOf(edit).startsWith('/event');

function plainRequest(profile: KciProfile, told: EventToWrite, url: string): WireRequest {
  const { headers, body } = writeEvent(profile, told);
  return {
    method: 'POST',
    url,
    headers,
    body: bytesOf(writeBody(profile.wire, body)),
  };
}

/** The request that delivers an event on its n-th attempt: the same but for the id of the request. */
export function requestFor(
  profile: KciProfile,
  event: EventToWrite,
  to: { readonly url: string; readonly attempt: number; readonly seed: string },
  deeds: readonly Deed[],
  others: JsonObject,
): WireRequest {
  const requestId = uuid(random(`${to.seed}/delivery/${event.deliveryId}/${to.attempt}`));
  const told = { ...event, delivery: { requestId } };
  if (deeds.length === 0) return plainRequest(profile, told, to.url);
  const edits = deeds.filter(isEdit);
  const scope = { ...others, event: told as unknown as JsonObject };
  const changed = edits
    .filter(isOfEvent)
    .reduce<Json>((view, edit) => edited(view, edit, scope), { event: told as unknown as JsonObject });
  const { headers, body } = writeEvent(profile, (changed as { event: unknown }).event as EventToWrite);

  const written = { method: 'POST', url: to.url, headers: Object.fromEntries(headers), body };
  const view = edits
    .filter((edit) => !isOfEvent(edit))
    .reduce<Json>((done, edit) => edited(done, edit, { ...scope, ...written }), written) as JsonObject;
  const encoded: Encoded = {
    headers: Object.entries((view.headers ?? {}) as JsonObject).map(([name, value]) => [name, String(value)]),
    body: view.body === undefined ? new Uint8Array() : bytesOf(writeBody(profile.wire, view.body)),
  };
  const wired = sentAs(encoded, deeds);
  return { method: String(view.method), url: String(view.url), headers: wired.headers, body: wired.body };
}

import type { CapturedBody, Json } from '../../harness/model.ts';
import { bodyJson } from '../../harness/wire/wire.ts';

/** Reports do not parse bodies larger than any usual one: they show them raw, and cut. */
const MAX_READ_BYTES = 60_000;

/** A body as JSON, if it is not too large for a report; the record and the judge have no such limit. */
export function readBody(body: CapturedBody | null | undefined): { readonly json?: Json; readonly problem?: string } {
  if (body === null || body === undefined || body.sizeBytes > MAX_READ_BYTES) return {};
  return bodyJson(body);
}

import type { CapturedBody, Json } from '../../harness/model.ts';
import { jsonOf } from '../../harness/wire/wire.ts';

/** What is longer than any body of this trade is not looked into: a report shows it as it came, and cut. */
const MOST_READ_BYTES = 60_000;

/** A body as JSON, as far as a report looks into it; the record and the judge know no such bound. */
export function readBody(body: CapturedBody | null | undefined): { readonly json?: Json; readonly problem?: string } {
  if (body === null || body === undefined || body.sizeBytes > MOST_READ_BYTES) return {};
  return jsonOf(body);
}

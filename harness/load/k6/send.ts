import http, { type RefinedResponse } from 'k6/http';
import type { Answer, WireFault, WireRequest, WireResponse } from '../../model.ts';
import { faultOf } from './fault.ts';
import { ownBuffer } from './globals.ts';

/** What k6 is told of a request beside the request. */
export interface Labels {
  /** By which k6 groups what it measures. */
  readonly tags: Readonly<Record<string, string>>;
  /** Answers that count as right; none: any. */
  readonly answers: readonly Answer[];
  readonly timeoutMs: number;
  /** Sent at the same time as others of its VU. */
  readonly isTogether: boolean;
}

type Callback = ReturnType<typeof http.expectedStatuses>;
const callbacks = new Map<string, Callback>();

/** Sends a request by k6, which measures it, and says what came as bytes. */
export async function sendByK6(
  { method, url, headers, body }: WireRequest,
  { tags, answers, timeoutMs, isTogether }: Labels,
): Promise<WireResponse | WireFault> {
  const params = {
    headers: Object.fromEntries(headers),
    tags: { ...tags },
    responseCallback: expected(answers),
    responseType: 'binary' as const,
    redirects: 0,
    timeout: timeoutMs,
  };
  const payload = body && ownBuffer(body);
  // Alone, the one that holds up its VU is cheaper.
  const send = isTogether ? http.asyncRequest : http.request;
  return resultOf(await send(method, url, payload, params));
}

function resultOf(response: RefinedResponse<'binary'>): WireResponse | WireFault {
  const { status, error, error_code, timings, headers, body } = response;
  // The duration of k6 does not count the making of the connection.
  const tookMs = timings.blocked + timings.duration;
  const fault = faultOf(status, error_code, error);
  if (fault) return { fault, detail: error, tookMs };
  // k6 has lost their order, and gives them in another one each time.
  return { status, headers: Object.entries(headers).sort(), body: new Uint8Array(body ?? new ArrayBuffer(0)), tookMs };
}

/** Tells k6 which statuses are no failure: those that the step expects, so that a refusal that is due is none. */
function expected(answers: readonly Answer[]): Callback {
  const key = answers.map(({ status }) => status).join();
  let callback = callbacks.get(key);
  if (!callback) {
    callback = http.expectedStatuses(...(answers.length === 0 ? [{ min: 100, max: 599 }] : answers.map(range)));
    callbacks.set(key, callback);
  }
  return callback;
}

function range({ status }: Answer): { readonly min: number; readonly max: number } {
  const [from, to] = [status.replaceAll('x', '0'), status.replaceAll('x', '9')];
  return { min: Number(from), max: Number(to) };
}

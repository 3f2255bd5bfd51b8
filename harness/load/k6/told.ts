import { callsByName } from '../../journey/calls.ts';
import type { ExchangeRef, FaultKind, Journey, Unrecorded } from '../../model.ts';
import { captureText } from '../../wire/capture.ts';
import { parseJson } from '../../wire/wire.ts';
import type { Measured, TimedObservation, WalkedJourney } from '../port.ts';
import type { Exchange, JourneyReport } from './runtime.ts';
import type { EndedWait } from './script-journey.ts';

/**
 * The script's report of a journey, as if its walk had been observed here. `journey` is null for what came before the
 * first.
 */
export function walkedBy(
  { index, offsetMs, startedAt, endedAt, did, stop }: JourneyReport,
  journey: Journey | null,
): Pick<WalkedJourney, 'index' | 'observed'> {
  const id = journey?.id ?? '';
  const calls = callsByName(journey ?? { steps: [] });
  const observed: (TimedObservation | Measured)[] = [];
  const note = (at: number, each: Unrecorded): void => void observed.push({ ...each, at: at + offsetMs });
  if (journey) {
    note(startedAt, { type: 'journey-started', journey: id });
    for (const { name, role } of journey.leases)
      note(startedAt, { type: 'site-leased', journey: id, name, role, site: null });
  }
  for (const [i, each] of did.entries()) {
    if ('wait' in each) {
      const { wait, startedAt: since, at, ended } = each;
      note(at, { type: 'wait-ended', journey: id, wait, startedAt: since + offsetMs, ended: ended as 'met' });
      continue;
    }
    const [step, tokenOf, sentAt, at, tookMs, status, request, response] = each;
    const { tenant = '', request: planned } = calls.get(step) ?? {};
    // Tokens that all journeys share belong to no journey.
    const of: ExchangeRef =
      step === ''
        ? { exchange: i + 1, journey: '', step: 'token', tenant: tokenOf, verb: 'token' }
        : { exchange: i + 1, journey: id, step, tenant, verb: planned?.verb ?? 'http' };
    if (!request || !response) {
      observed.push(measured(of, sentAt + offsetMs, at + offsetMs, tookMs, status));
      continue;
    }
    const [method, url, headers, body] = request;
    const [answered, answer, error, errorCode] = response;
    note(sentAt, {
      type: 'request-sent',
      ...of,
      method,
      url,
      headers: Object.entries(headers ?? planned?.headers ?? {}).map(([name, value]) => [name, String(value)]),
      body: body === null ? null : captureText(body),
    });
    const fault: FaultKind | undefined = k6FaultOf(status, errorCode, error);
    if (fault) note(at, { type: 'exchange-broke', ...of, fault, detail: error, tookMs });
    else
      note(at, {
        type: 'response-received',
        ...of,
        status,
        tookMs,
        // k6 loses their order and gives them in a different one each time.
        headers: Object.entries(answered).sort(),
        body: captureText(answer),
      });
  }
  // Requests that leave at once are recorded before any answer.
  observed.sort((a, b) => a.at - b.at);
  if (journey)
    note(endedAt, { type: 'journey-ended', journey: id, ...((stop as { ended: 'stopped' }) ?? { ended: 'finished' }) });
  return { index, observed };
}

/** Most exchanges are no more than this, so it must be fast: spreading members costs the most. */
function measured(
  { exchange, journey, step, tenant, verb }: ExchangeRef,
  sentAt: number,
  at: number,
  tookMs: number,
  status: number,
): Measured {
  return { type: 'measured', exchange, journey, step, tenant, verb, sentAt, at, tookMs, status };
}

/** Parses a script's report, with its bodies put in place; undefined if it is none. */
export function toldIn(text: string): JourneyReport | undefined {
  const end = `${text}\n`.indexOf('\n');
  const told: unknown = parseJson(text.slice(0, end)).json;
  if (!isTold(told)) return undefined;
  let at = end + 1;
  const next = (length: number): string => {
    at += 1 + length;
    return text.slice(at - length, at);
  };
  const did = told.did.map((each): Exchange | EndedWait => {
    if ('wait' in each) return each;
    const [step, tenant, sentAt, at, tookMs, status, request, response] = each;
    if (!request || !response) return [step, tenant, sentAt, at, tookMs, status];
    const [method, url, headers, sent] = request;
    const [answered, came, error, errorCode] = response;
    const whole = [method, url, headers, sent === null ? null : next(sent)] as const;
    return [step, tenant, sentAt, at, tookMs, status, whole, [answered, next(came), error, errorCode]];
  });
  return { ...told, did };
}

function isTold(value: unknown): value is JourneyReport<number> {
  const { index, did } = (value ?? {}) as Partial<JourneyReport<number>>;
  return Number.isSafeInteger(index) && Number(index) >= -1 && Array.isArray(did);
}

/** Codes for HTTP statuses (`1422`) add nothing to the status. */
const isOfStatus = (code: number): boolean => code >= 1400 && code < 1600;

/** Codes of k6 (javascript-api/error-codes) that are more specific than their hundred. */
const KINDS: Readonly<Record<number, FaultKind>> = {
  1020: 'malformed',
  1050: 'timed-out',
  1110: 'refused',
  1111: 'refused',
  1210: 'refused',
  1211: 'timed-out',
  1212: 'refused',
  1213: 'refused',
  1701: 'malformed',
};
const HUNDREDS: Readonly<Record<number, FaultKind>> = {
  11: 'unresolved',
  12: 'reset',
  13: 'tls',
  16: 'malformed',
};

/** How an exchange broke, from k6's codes; undefined if a response came. */
export function k6FaultOf(status: number, code: number, error: string): FaultKind | undefined {
  if (isOfStatus(code) || (status !== 0 && code === 0)) return undefined;
  const kind = KINDS[code] ?? HUNDREDS[Math.floor(code / 100)];
  if (kind) return kind;
  if (/unexpected EOF/.test(error)) return 'truncated';
  return /malformed|invalid/.test(error) ? 'malformed' : 'reset';
}

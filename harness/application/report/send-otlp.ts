import { say } from '../say.ts';

const DEFAULT_ENDPOINT = 'http://localhost:4318';
const WITHIN_MS = 10_000;

/**
 * Sends lines of OTLP to a collector, each to the path of its kind. The collector is the one named, else that of
 * OpenTelemetry's own variables. If it does not take them, prints a line; the run's result does not change.
 */
export async function sendOtlp(lines: Iterable<string>, named: string | true, env: NodeJS.ProcessEnv): Promise<void> {
  const at = named === true ? (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? DEFAULT_ENDPOINT) : named;
  // OpenTelemetry's format: name=value, separated by commas, encoded as in a URL.
  const said = (env.OTEL_EXPORTER_OTLP_HEADERS ?? '').replaceAll('+', '%2B').replaceAll(',', '&');
  const headers = { 'content-type': 'application/json', ...Object.fromEntries(new URLSearchParams(said)) };
  const bodies = [...lines];
  try {
    for (const body of bodies) {
      const url = `${at.replace(/\/$/, '')}/v1/${body.startsWith('{"resourceSpans"') ? 'traces' : 'metrics'}`;
      const signal = AbortSignal.timeout(WITHIN_MS);
      const answer = await fetch(url, { method: 'POST', headers, body, signal });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    }
  } catch (error) {
    const { cause, message } = error as Error;
    say(`traces and metrics could not be sent to ${at}: ${cause instanceof Error ? cause.message : message}`);
  }
}

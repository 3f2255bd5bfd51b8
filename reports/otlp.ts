import { hash } from 'node:crypto';
import type { CaseVerdict, Json, JsonObject, LoadVerdict, Verdict } from '../harness/model.ts';
import type { RecordedExchange } from '../harness/record/exchange.ts';
import { foldOf, type Walk } from '../harness/record/fold.ts';
import type { ReportInput } from './input.ts';

/** Spans in one request to a collector, which accepts at most 20 MB by default. */
const MAX_SPANS = 2_000;
/** Bucket bounds in seconds: those that OpenTelemetry recommends for durations of HTTP, and some for later events. */
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 60, 600, 3_600, 86_400];

const [INTERNAL, CLIENT] = [1, 3];
const [OK, ERROR] = [1, 2];
const CUMULATIVE = 2;

/**
 * A run for OpenTelemetry, as lines of OTLP in JSON, for its file receiver, or one by one for its HTTP receiver. The run is
 * a trace, each walk of a case a span, each request a client span, and each KCI event an event of its case's span.
 */
export function* otlp({ verdict, record, profile }: ReportInput): Generator<string> {
  const { outcome, seed, startedAt, endedAt, counts, assay } = verdict;
  const traceId = digest(record[0] ?? null, 32);
  const run = digest(traceId, 16);
  const walks = [...foldOf(record, profile).walks.values()].flat();
  const cases = new Map(
    verdict.cases.flatMap((one) =>
      [one.id, ...(one.attempts ?? []).map(({ journey }) => journey)].map((id) => [id, one]),
    ),
  );
  const root = {
    ...spanOf(run, 'assay run', INTERNAL, startedAt, endedAt),
    ...attributes({ 'assay.outcome': outcome, 'assay.seed': seed, 'assay.profile': profile.profile }),
    status: { code: counts.cases.failed > 0 ? ERROR : OK },
  };
  const spans = [root, ...walks.flatMap((walk) => spansOf(walk, cases.get(walk.journey), run))];
  const resource = resourceOf(verdict);
  const scope = { name: 'assay', version: assay };
  for (let at = 0; at < spans.length; at += MAX_SPANS) {
    const some = spans.slice(at, at + MAX_SPANS).map((span) => ({ traceId, ...span }));
    yield `${JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: some }] }] })}\n`;
  }
  const scopeMetrics = [{ scope, metrics: metricsOf(verdict, walks) }];
  yield `${JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics }] })}\n`;
}

/** A load as metrics only: it has no spans for its journeys. */
export function* loadOtlp(verdict: LoadVerdict): Generator<string> {
  const { assay, outcome, traffic, seed, profile, startedAt, endedAt } = verdict;
  const times = { startTimeUnixNano: nanos(startedAt), timeUnixNano: nanos(endedAt) };
  const metrics = gaugesOf(verdict).map(([name, description, samples]) => ({
    name: `assay.load.${name}`,
    description,
    gauge: {
      dataPoints: samples.map(([labels, value]) => ({ ...times, ...attributes(labels), asDouble: value })),
    },
  }));
  const told = { 'assay.outcome': outcome, 'assay.traffic': traffic, 'assay.seed': seed, 'assay.profile': profile };
  const scopeMetrics = [{ scope: { name: 'assay', version: assay }, metrics }];
  yield `${JSON.stringify({ resourceMetrics: [{ resource: resourceOf(verdict, told), scopeMetrics }] })}\n`;
}

/** A gauge: its name, its description, and its samples (labels and a value). */
type Gauge = readonly [
  name: string,
  help: string,
  samples: readonly (readonly [labels: AttributeValues, value: number])[],
];

/** The numbers of a load, each as a gauge. */
function gaugesOf(verdict: LoadVerdict): readonly Gauge[] {
  const { counts, durations } = verdict.metrics;
  const spread = Object.entries(durations).flatMap(([operation, { min, median, p90, p95, p99, max }]) =>
    Object.entries({ min, median, p90, p95, p99, max }).map(
      ([quantile, ms]) => [{ operation, quantile }, ms / 1_000] as const,
    ),
  );
  return [
    ['cases', 'Journeys by outcome', Object.entries(verdict.cases).map(([outcome, n]) => [{ outcome }, n])],
    ['count', 'What was counted', Object.entries(counts).map(([name, n]) => [{ name }, n])],
    ['duration_seconds', 'Times of operations and of events', spread],
    [
      'threshold_held',
      '1 where a threshold held, 0 where it was crossed',
      verdict.thresholds.flatMap(({ text, outcome }) =>
        outcome === 'unmeasured' ? [] : [[{ threshold: text }, outcome === 'passed' ? 1 : 0] as const],
      ),
    ],
  ];
}

/** The resource of a run or a load. */
function resourceOf(
  { assay, target, baseUrl }: Pick<Verdict, 'assay' | 'target' | 'baseUrl'>,
  told: AttributeValues = {},
) {
  return attributes({
    'service.name': 'assay',
    'service.version': assay,
    'assay.target': target,
    'assay.base_url': baseUrl,
    ...told,
  });
}

const digest = (of: unknown, digits: number): string => hash('sha256', JSON.stringify(of)).slice(0, digits);

const nanos = (ms: number): string => `${Math.round(ms * 1_000)}000`;

type AttributeValues = Readonly<Record<string, string | number | undefined>>;

function attributes(values: AttributeValues): { readonly attributes: Json } {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined);
  return {
    attributes: kept.map(([key, value]) => ({
      key,
      value: { [typeof value === 'number' ? 'intValue' : 'stringValue']: String(value) },
    })),
  };
}

const spanOf = (spanId: string, name: string, kind: number, from: number, to: number) => ({
  spanId,
  name,
  kind,
  startTimeUnixNano: nanos(from),
  endTimeUnixNano: nanos(to),
});

/** The spans of a walk and its requests. The runner's own requests have no case; their parent is the run. */
function spansOf(walk: Walk, verdict: CaseVerdict | undefined, run: string): readonly JsonObject[] {
  const { started, ended, journey, exchanges, orders } = walk;
  const own = digest([run, started?.seq ?? 0], 16);
  const requests = exchanges.map((each) => requestSpan(each, run, started ? own : run));
  if (!started) return requests;
  const { outcome } = verdict?.attempts?.find((each) => each.journey === journey) ?? verdict ?? {};
  const arrived = orders.flatMap(({ id, arrivals }) => arrivals.map(({ event, at }) => ({ id, event, at })));
  const end = Math.max(ended?.at ?? started.at, ...arrived.map(({ at }) => at));
  const told: JsonObject = {
    ...spanOf(own, journey, INTERNAL, started.at, end),
    parentSpanId: run,
    ...attributes({
      'test.case.name': journey,
      'test.suite.name': verdict?.scenario,
      'test.case.result.status':
        outcome && { passed: 'pass', failed: 'fail', inconclusive: undefined, 'not-applicable': undefined }[outcome],
      'assay.outcome': outcome,
      'assay.reason': verdict?.reason,
    }),
    events: arrived.map(({ id, event, at }) => ({
      timeUnixNano: nanos(at),
      name: event.name ?? 'unknown KCI event',
      ...attributes({ 'assay.order': id, 'assay.order.status': event.status }),
    })),
    status: outcome === 'failed' ? { code: ERROR } : {},
  };
  return [told, ...requests];
}

/** A span by the conventions for HTTP clients. */
function requestSpan({ sent, response, broke }: RecordedExchange, run: string, parentSpanId: string): JsonObject {
  const { method, url, verb, at, isAgain, step, tenant } = sent;
  const { hostname, port, protocol } = URL.parse(url) ?? {};
  const { status } = response ?? {};
  const error = broke?.fault ?? (status !== undefined && status >= 400 ? String(status) : undefined);
  return {
    ...spanOf(digest([run, sent.seq], 16), `${method} ${verb}`, CLIENT, at, at + ((response ?? broke)?.tookMs ?? 0)),
    parentSpanId,
    ...attributes({
      'http.request.method': method,
      'url.full': url,
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      'http.response.status_code': status,
      'error.type': error,
      'http.request.resend_count': isAgain && 1,
      'assay.step': step,
      'assay.tenant': tenant,
    }),
    status: error === undefined ? {} : { code: ERROR },
  };
}

function metricsOf({ startedAt, endedAt, counts }: Verdict, walks: readonly Walk[]): readonly JsonObject[] {
  const times = { startTimeUnixNano: nanos(startedAt), timeUnixNano: nanos(endedAt) };
  const cases = Object.entries(counts.cases).map(([outcome, n]) => {
    return { ...times, ...attributes({ 'assay.outcome': outcome }), asInt: String(n) };
  });
  const took = walks.flatMap(({ exchanges }) =>
    exchanges.flatMap(({ sent: { method, verb }, response }): MetricSample[] => {
      const of = { 'http.request.method': method, 'assay.operation': verb };
      return response ? [[{ ...of, 'http.response.status_code': response.status }, response.tookMs]] : [];
    }),
  );
  const lags = walks.flatMap(({ orders }) =>
    orders.flatMap(({ acceptedAt, arrivals }) =>
      arrivals.map(
        ({ event, at }): MetricSample => [{ 'assay.event': event.name }, Math.max(0, at - (acceptedAt ?? at))],
      ),
    ),
  );
  return [
    { name: 'assay.cases', sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints: cases } },
    histogram('http.client.request.duration', took, times),
    histogram('assay.kci.lag', lags, times),
  ];
}

type MetricSample = readonly [of: AttributeValues, ms: number];

function histogram(name: string, samples: readonly MetricSample[], times: JsonObject): JsonObject {
  const dataPoints = [...Map.groupBy(samples, ([of]) => JSON.stringify(of))].map(([of, alike]) => {
    const counts = new Array<number>(BOUNDS_S.length + 1).fill(0);
    let sum = 0;
    for (const [, ms] of alike) {
      const within = BOUNDS_S.findIndex((bound) => ms / 1_000 <= bound);
      const bucket = within < 0 ? BOUNDS_S.length : within;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += ms / 1_000;
    }
    const spread = { count: String(alike.length), sum, bucketCounts: counts.map(String), explicitBounds: BOUNDS_S };
    return { ...times, ...attributes(JSON.parse(of) as AttributeValues), ...spread };
  });
  return { name, unit: 's', histogram: { aggregationTemporality: CUMULATIVE, dataPoints } };
}

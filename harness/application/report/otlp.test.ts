import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json, LoadVerdict, Observation } from '../../model.ts';
import { assay } from '../../testing/command.ts';
import { verdictIn } from '../../testing/run-folder.ts';

/** What a collector is told of a run that fails: one run for all tests. */

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly events?: readonly { readonly name: string; readonly timeUnixNano: string }[];
  readonly status: { readonly code?: number };
}
interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string };
}
interface Point {
  readonly attributes: readonly Attribute[];
  readonly asInt?: string;
  readonly count?: string;
  readonly sum?: number;
  readonly bucketCounts?: readonly string[];
}

const received: { readonly path: string; readonly type: string; readonly key: string; readonly text: string }[] = [];
const collector = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  request.on('end', () => {
    const { 'content-type': type = '', 'x-key': key } = request.headers;
    received.push({ path: request.url ?? '', type, key: String(key), text });
    response.end('{}');
  });
});
const RUN = ['run', 'scenarios/orders/provide-new.yaml', '--fault', 'kci-completed-before-committed', '-q'];
let out = '';
let address = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  out = join(mkdtempSync(join(tmpdir(), 'assay-otlp-')), 'run');
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20ours' };
  expect(await assay([...RUN, '--otel', '--out', out], { env })).toEqual({ code: 1, stdout: '', stderr: '' });
});
afterAll(() => {
  collector.close();
  rmSync(join(out, '..'), { recursive: true });
});

const recordIn = (folder: string): readonly Observation[] =>
  readFileSync(join(folder, 'record.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Observation);
const of = (path: string): readonly Json[] =>
  received.filter((each) => each.path === path).map(({ text }) => JSON.parse(text) as Json);
const spans = (): readonly Span[] =>
  of('/v1/traces').flatMap(
    (each) =>
      (each as never as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans[0]?.scopeSpans[0]
        ?.spans ?? [],
  );
const pointsOf = (name: string): readonly Point[] =>
  of('/v1/metrics').flatMap((each) => {
    const { resourceMetrics } = each as never as {
      resourceMetrics: {
        scopeMetrics: {
          metrics: { name: string; sum?: { dataPoints: Point[] }; histogram?: { dataPoints: Point[] } }[];
        }[];
      }[];
    };
    const metric = resourceMetrics[0]?.scopeMetrics[0]?.metrics.find((one) => one.name === name);
    return (metric?.sum ?? metric?.histogram)?.dataPoints ?? [];
  });
const saidOf = ({ attributes }: { readonly attributes: readonly Attribute[] }): Record<string, string | undefined> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

test('the run is a trace, its cases are spans, and requests are spans of a client in these', () => {
  const [root, ...others] = spans();
  expect(root).toMatchObject({ name: 'assay run', kind: 1, status: { code: 2 } });
  expect(new Set(spans().map(({ traceId }) => traceId))).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{32}$/)]));
  expect(new Set(spans().map(({ spanId }) => spanId)).size).toBe(spans().length);
  const cases = others.filter(({ kind }) => kind === 1);
  expect(cases.map(({ name, parentSpanId, status }) => ({ name, parentSpanId, status }))).toEqual(
    ['residential', 'business'].map((row) => ({
      name: `orders/provide-new#${row}`,
      parentSpanId: root?.spanId,
      status: { code: 2 },
    })),
  );
  expect(saidOf(cases[0] as Span)).toMatchObject({
    'test.suite.name': 'orders/provide-new',
    'test.case.result.status': 'fail',
  });
  const requests = others.filter(({ kind }) => kind === 3);
  expect(requests).toHaveLength(recordIn(out).filter(({ type }) => type === 'request-sent').length);
  const ordered = requests.find(({ name }) => name === 'POST order') as Span;
  expect(cases.map(({ spanId }) => spanId)).toContain(ordered.parentSpanId);
  expect(saidOf(ordered)).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': '202',
    'server.address': 'fake.invalid',
    'server.port': '80',
    'url.full': expect.stringMatching(/^http:\/\/fake\.invalid\//),
  });
  for (const { startTimeUnixNano, endTimeUnixNano } of spans())
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
});

test('KCI events are events of the span of their case, when they came', () => {
  const deliveries = recordIn(out).flatMap((each) => (each.type === 'delivery-received' ? [`${each.at}000000`] : []));
  const events = spans().flatMap((span) => span.events ?? []);
  expect(events.map(({ name }) => name).toSorted()).toEqual(['ACKNOWLEDGED', 'ACKNOWLEDGED', 'COMPLETED', 'COMPLETED']);
  expect(events.map(({ timeUnixNano }) => timeUnixNano).toSorted()).toEqual(deliveries.toSorted());
});

test('metrics count cases by outcome, and spread durations and the lag of events over buckets', () => {
  expect(pointsOf('assay.cases').map((point) => [saidOf(point)['assay.outcome'], point.asInt])).toEqual(
    Object.entries(verdictIn(out).counts.cases).map(([outcome, n]) => [outcome, String(n)]),
  );
  const answers = recordIn(out).filter(({ type }) => type === 'response-received').length;
  for (const [name, n] of [
    ['http.client.request.duration', answers],
    ['assay.kci.lag', 4],
  ] as const) {
    const points = pointsOf(name);
    expect(
      points.reduce((sum, { count }) => sum + Number(count), 0),
      name,
    ).toBe(n);
    for (const { count, bucketCounts = [] } of points)
      expect(
        bucketCounts.reduce((sum, each) => sum + Number(each), 0),
        name,
      ).toBe(Number(count));
  }
  const lags = pointsOf('assay.kci.lag').map((point) => [saidOf(point)['assay.event'], point.sum] as const);
  expect(lags.map(([event]) => event)).toEqual(['ACKNOWLEDGED', 'COMPLETED']);
  expect(lags[1]?.[1]).toBeGreaterThan(lags[0]?.[1] ?? 0);
});

test('they come as JSON, with the headers that OpenTelemetry’s variable names, and hold no secret', () => {
  expect(received.map(({ path, type, key }) => [path, type, key])).toEqual([
    ['/v1/traces', 'application/json', 'of ours'],
    ['/v1/metrics', 'application/json', 'of ours'],
  ]);
  for (const { text } of received) expect(text).not.toMatch(/made-up-secret|Bearer|Basic /);
});

test('the same run, sent again from its folder, is told in the same bytes; without a collector a line says so', async () => {
  const before = received.map(({ text }) => text);
  expect(await assay(['report', out, '-q', '--otel', address, '--reporter', 'json'])).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(received.slice(before.length).map(({ text }) => text)).toEqual(before);
  const nowhere = await assay([...RUN, '--otel', 'http://127.0.0.1:1', '--out', join(out, '..', 'other')]);
  expect(nowhere).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^traces and metrics could not be sent to http:\/\/127\.0\.0\.1:1: .*\n$/),
  });
});

test('a load is metrics alone: cases, counts, durations and thresholds of its verdict', async () => {
  received.length = 0;
  const folder = join(out, '..', 'load');
  const told = ['--otel', address, '--reporter', 'json', '-q', '--out', folder];

  expect(await assay(['simulate', 'smoke', ...told])).toEqual({ code: 0, stdout: '', stderr: '' });

  expect(received.map(({ path }) => path)).toEqual(['/v1/metrics']);
  const { resource, scopeMetrics } = (of('/v1/metrics')[0] as never as { resourceMetrics: [Told] }).resourceMetrics[0];
  expect(saidOf(resource)).toMatchObject({ 'assay.target': 'fake', 'assay.outcome': 'held', 'assay.seed': '1' });
  const samples = scopeMetrics.flatMap(({ metrics }) =>
    metrics.flatMap(({ name, gauge }) =>
      gauge.dataPoints.map((point) => [name, ...Object.values(saidOf(point)), point.asDouble].join(' ')),
    ),
  );
  const { cases, metrics, thresholds } = JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as LoadVerdict;
  const named = (gauge: string, of: object): readonly string[] =>
    Object.entries(of).map(([name, value]) => `assay.load.${gauge} ${name} ${value}`);
  const p95s = Object.entries(metrics.durations).map(([name, { p95 }]) => [`${name} p95`, p95 / 1_000]);
  expect(p95s).not.toEqual([]);
  expect(samples).toEqual(
    expect.arrayContaining([
      ...named('cases', cases),
      ...named('count', metrics.counts),
      ...named('duration_seconds', Object.fromEntries(p95s)),
      ...thresholds.flatMap(({ text, outcome }) =>
        outcome === 'unmeasured' ? [] : [`assay.load.threshold_held ${text} ${outcome === 'passed' ? 1 : 0}`],
      ),
    ]),
  );
  expect(samples.length).toBeGreaterThan(20);
});

interface Told {
  readonly resource: Point;
  readonly scopeMetrics: readonly {
    readonly metrics: readonly {
      readonly name: string;
      readonly gauge: { readonly dataPoints: readonly (Point & { readonly asDouble: number })[] };
    }[];
  }[];
}

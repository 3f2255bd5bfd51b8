import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { chart } from './chart.ts';
import type { Graph } from './graphs.ts';

const drawn = (graph: Partial<Graph>): string =>
  render(chart({ title: 'order', unit: 'ms', lines: [], ...graph }, { intervalMs: 10_000 }) as VNode);
const line = (...values: (number | undefined)[]) => ({ name: 'p95', tone: 'first' as const, values });
const pathIn = (svg: string): string => / d="([^"]*)"/.exec(svg)?.[1] ?? 'none';

test('a chart says its largest value in words, and what each interval holds', () => {
  const svg = drawn({ lines: [line(100, 400)] });

  expect(svg).toContain('aria-label="order: p95 at most 400 ms"');
  expect([...svg.matchAll(/<rect[^>]*><title>([^<]*)<\/title>/g)].map(([, tip]) => tip)).toEqual([
    'from 0 ms\np95 100 ms',
    'from 10 s\np95 400 ms',
  ]);
});

test('higher values stand higher, and time goes from left to right', () => {
  const points = pathIn(drawn({ lines: [line(0, 200, 400)] }))
    .split(/[ML]/)
    .slice(1)
    .map((point) => point.split(' ').map(Number) as [number, number]);

  expect(points.map(([x]) => x)).toEqual(points.map(([x]) => x).toSorted((a, b) => a - b));
  expect(points.map(([, y]) => y)).toEqual(points.map(([, y]) => y).toSorted((a, b) => b - a));
});

test('where nothing was measured there is a gap, and a value alone is a dot', () => {
  const path = pathIn(drawn({ lines: [line(1, 2, undefined, 3, undefined)] }));

  expect(path.replaceAll(/[\d.]+ [\d.]+/g, '•')).toBe('M•L•M•h.1');
});

test('a limit above all values is in the picture', () => {
  const svg = drawn({ lines: [line(10)], limit: { at: 2_000, name: 'order: p95 < 2s' } });
  const y = Number(/class="limit"[^>]* y1="([\d.]+)"/.exec(svg)?.[1]);

  expect(svg).toContain('<title>order: p95 &lt; 2s</title>');
  expect(y).toBeGreaterThanOrEqual(8);
});

test('what is counted is labelled in whole numbers, each once', () => {
  const svg = drawn({ unit: 'count', lines: [line(0, 1, 0)] });

  expect([...svg.matchAll(/text-anchor="end">([^<]*)</g)].map(([, label]) => label)).toEqual(['0', '1']);
});

test('a load without intervals has an empty chart', () => {
  const svg = drawn({ lines: [line()] });

  expect(svg).toContain('aria-label="order: p95 at most 0.0 ms"');
  expect(svg).not.toMatch(/NaN|Infinity/);
});

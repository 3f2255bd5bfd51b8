import { expect, test } from 'vitest';
import type { OpenOrder } from '../../harness/model.ts';
import { reporters } from '../index.ts';
import { markupOf } from '../testing/page.ts';
import { START } from '../testing/sample.ts';
import { sampleInput } from '../testing/sample-runs.ts';

const html = reporters.html.render;
const order = (id: number): OpenOrder => ({
  id: String(id),
  orderType: 'NEW',
  tenant: 'northwind',
  journey: 'orders/cease',
  since: START,
  isAccepted: id % 2 === 0,
});

/** What the page says of orders that were left open. */
function saidOf(openOrders: readonly OpenOrder[]): string {
  const input = sampleInput();
  const page = markupOf(html({ ...input, verdict: { ...input.verdict, openOrders } }));
  const [, section = ''] = /<section id="open-orders">([\s\S]*?)<\/section>/.exec(page) ?? [];
  return section
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

test('orders that a run left open are listed, with the command that gets rid of them', () => {
  expect(saidOf([order(41), order(42)])).toBe(
    'Orders left open at the target 2 orders were accepted, or never answered, and nothing that came ends them. npx assay cleanup with the folder of this run asks the target to cancel them; with --dry-run it shows first what it would ask. Order Type Tenant Since Last heard Case 41 NEW northwind 2026-03-02 09:00:00 UTC no answer orders/cease 42 NEW northwind 2026-03-02 09:00:00 UTC its acceptance orders/cease',
  );
});

test('of very many the page shows some, and says how many more there are', () => {
  expect(saidOf(Array.from({ length: 250 }, (_, i) => order(i)))).toMatch(/and 50 more, in verdict\.json$/);
});

test('a run that left none open does not speak of them', () => {
  expect(markupOf(html(sampleInput()))).not.toContain('open-orders');
});

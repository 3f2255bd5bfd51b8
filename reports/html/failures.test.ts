import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { ReportInput } from '../input.ts';
import { alike } from '../story/groups.ts';
import { allFound, runStory } from '../story/run-story.ts';
import { failed, Sample } from '../testing/sample.ts';
import { journeysInput } from '../testing/sample-journey.ts';
import { hostileInput, sampleInput } from '../testing/sample-runs.ts';
import { failingCases, findingCards, observedCards } from './failures.ts';
import { runningHead } from './page.ts';

function cards(input: ReportInput, outcome: 'failed' | 'observed' = 'failed'): string {
  const run = runStory(input);
  const all = allFound(run).filter((one) => one.outcome === outcome);
  const view = outcome === 'failed' ? findingCards(alike(all), 'failure', run) : observedCards(alike(all), run);
  return render(view as VNode);
}

const readable = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&quot;', '"');

test('each cause stands in the table with the first of its cases and how many more', () => {
  const run = new Sample();
  const cases = Array.from({ length: 7 }, (_, i) => `orders/one#${i}`);
  const finding = { summary: 'order answered 500', expected: '202', actual: '500' };
  for (const id of cases) run.case(id, 'An order', 'failed', { findings: [failed(id, 'http.status', finding)] });
  const table = render(failingCases(alike(allFound(runStory(run.end())))) as VNode);
  expect(readable(table)).toContain('1 Order answered 500');
  expect(readable(table)).toContain('orders/one#4 and 2 more');
  expect(table).not.toContain('orders/one#5');
});

test('what stands at the top of a printed page can be nothing but text', () => {
  const head = runningHead('a"b\\c</style>}é');
  expect(head).toContain('content:"a\\22 b\\5c c\\3c \\2f style\\3e \\7d \\e9 "');
});

test('a card tells what was promised, expected and seen, and marks the difference inside the body', () => {
  const html = cards(sampleInput());
  expect(readable(html)).toContain(
    '“Response 202 with no body.” Spec, Endpoints 4. POST service-orders Expected 202 with no body Actual 202 with {"status":"OK"} at /status In the answer 202 to order:',
  );
  expect(html).toContain('<mark>&quot;status&quot;: &quot;OK&quot;</mark><ins>  expected 202 with no body</ins>');
});

test('cases that fail for the same reason are gathered below their scenarios', () => {
  expect(readable(cards(sampleInput()))).toContain(
    '2 other cases for the same reason orders/negatives 2 An order without a required field is refused orders/negatives~omit:/body/tenant',
  );
});

test('what the titles of such cases have in common stands once', () => {
  const run = new Sample();
  for (const kind of ['omit', 'null', 'empty']) {
    const id = `orders/one~${kind}`;
    const finding = { summary: 'order answered 500', expected: '422', actual: '500' };
    run.case(id, `A fault is refused: order with ${kind}`, 'failed', {
      findings: [failed(id, 'http.status', finding)],
    });
  }
  const told = readable(cards(run.end()));
  expect(told).toContain(
    '2 other cases for the same reason A fault is refused orders/one 2 order with null orders/one~null order with empty orders/one~empty',
  );
});

test('a card counts cases, as the first screen does, and not findings', () => {
  expect(readable(cards(sampleInput()))).toContain('An order without a field answered 500 3 cases');
});

test('what it points to is told from the check and the cases', () => {
  expect(readable(cards(journeysInput()))).toContain(
    'What it points to An event came in place of another, or before it. It is the only case that receives FINISHED.',
  );
});

test('a finding about events shows their whole track', () => {
  expect(readable(cards(journeysInput()))).toContain(
    'FINISHED came where CHECKED was due; MIDDLE could have come before Not reached: CHECKED, FINISHED',
  );
});

test('a finding about a lifecycle shows what it let come, and what came', () => {
  const told = readable(cards(journeysInput()));
  expect(told).toContain(
    'Lifecycle of BUILD orders order 51 sequence broken As the KCI profile sample draws it, whatever was asked for · times since the order was answered',
  );
  expect(told).toContain('CHECKED +3 min #2 CHECKED came where MIDDLE was due Not reached: MIDDLE, FINISHED');
});

test('findings alike are counted where there is no other case to lead to', () => {
  const run = new Sample();
  const finding = { summary: 'a delivery cannot be read', expected: 'an event', actual: '{' };
  for (const _ of [1, 2, 3]) run.finding(failed('', 'kci.readable', finding));
  run.case('orders/one', 'One', 'failed', {
    findings: [failed('orders/one', 'http.status', finding), failed('orders/one', 'http.status', finding)],
  });
  const text = readable(cards(run.end()));
  expect(text).toContain('The run as a whole And 2 more findings like it. See it again');
  expect(text).toContain('And 1 more finding like it in the same case. See it again');
});

test('failures have a report for the supplier to copy, observations have none', () => {
  expect(cards(sampleInput())).toContain('<pre class="copy" tabindex="0"># An order without a field answered 500');
  const observed = cards(sampleInput(), 'observed');
  expect(observed).toContain('A conflict answered with code SLOT_GONE');
  expect(observed).not.toContain('supplier');
  expect(observed).not.toContain('What it points to');
});

test('hostile text stays text', () => {
  const html = cards(hostileInput());
  expect(html.match(/<script|<img|<svg/g)).toBeNull();
  expect(html.replace(/[\n\t]/g, '').match(/[\p{Cc}\p{Cf}\p{Cs}]/gu)).toBeNull();
});

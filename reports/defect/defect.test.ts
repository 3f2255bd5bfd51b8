import { expect, test } from 'vitest';
import { alike } from '../story/groups.ts';
import { allFound, runStory } from '../story/run-story.ts';
import { failed, ofCourse, Sample } from '../testing/sample.ts';
import { call, owed } from '../testing/sample-journey.ts';
import { hostileInput, sampleInput } from '../testing/sample-runs.ts';
import { defectReport, defects } from './defect.ts';

/** A run in which two orders are answered with a body where none belongs. */
function twoBodies() {
  const run = new Sample();
  run.row('ORD-04', 'Endpoints 4. POST service-orders', 'Response `202` with no body.', 'breached');
  for (const [id, order] of [
    ['orders/a', 41],
    ['orders/b', 42],
  ] as const) {
    const seq = run.exchange(id, 'placed', { id: order }, 202, { status: 'OK' });
    const finding = {
      summary: `order ${order}: answered 202 with a body`,
      expected: '202 with no body',
      actual: '202 with {"status":"OK"}',
      pointer: '/status',
    };
    run.case(id, 'An order', 'failed', {
      findings: [failed(id, 'http.empty-body', finding, { step: 'placed', seq })],
      journey: { steps: [call('placed')], values: { ids: { placed: order } } },
    });
  }
  return run.end();
}

test('a defect report says what was promised, expected and seen, how to find it, how often it came, and how to see it again', () => {
  const input = twoBodies();
  const run = runStory(input);
  const [group] = alike(allFound(run));
  expect(group && defectReport(group, run)).toMatchInlineSnapshot(`
    "# Answered 202 with a body

    **Promised**

    > Response \`202\` with no body.
    >
    > Spec, Endpoints 4. POST service-orders (ORD-04)

    **Expected**

    \`\`\`text
    202 with no body
    \`\`\`

    **Actual**, at \`/status\`

    \`\`\`text
    202 with {"status":"OK"}
    \`\`\`

    **To find it in the logs**

    | | |
    |---|---|
    | time (UTC) | \`2026-03-02T09:00:00.032Z\` |
    | request | \`POST https://gateway.example/v1/placed?address=%7B%22id%22%3A%221%22%7D\` |
    | X-Conversation-ID | \`talk-orders/a\` |
    | placed id | \`41\` |

    **How often**: 2 cases of 2 that were judged.

    - A body was sent where the specification leaves none.

    Cases: \`orders/a\`, \`orders/b\`

    **Steps to reproduce**

    \`$TOKEN\` stands for an access token of the tenant, \`$CREDENTIALS\` for its id and secret. Ids that clients choose must be new ones.

    1. placed, as ACME, at 2026-03-02T09:00:00.020Z: was answered 202

       \`\`\`sh
       curl --include --globoff --path-as-is \\
         --request POST \\
         --url 'https://gateway.example/v1/placed?address=%7B%22id%22%3A%221%22%7D' \\
         --header 'Authorization: Bearer '"$TOKEN" \\
         --header 'X-Conversation-ID: talk-orders/a' \\
         --header 'Content-Type: application/json' \\
         --data-raw '{"id":41}'
       \`\`\`

    **The answer**

    \`\`\`json
    {
      "status": "OK"
    }
    \`\`\`

    **Against**

    - gateway acme at \`https://gateway.example\`, build not stated, KCI profile sample
    - check \`http.empty-body\`, contract \`c0ffee00c0ff\`, Assay 0.1.0
    - with Assay: \`npx assay certify --seed 7 --only orders/a\`"
  `);
});

/** An order whose second event came where another was due, by the judge of the whole course or by that of its scenario. */
function leftItsCourse(check: 'kci.sequence' | 'kci.lifecycle', events: readonly string[]) {
  const run = new Sample();
  run.exchange('orders/a', 'placed', { id: 41, orderType: 'BUILD' }, 202);
  const seqs = events.map((what, i) => run.deliver({ what, of: 41, number: i + 1 }, 60_000));
  const kci = owed('placed', ['STARTED', 'MIDDLE+', 'FINISHED']);
  const where = check === 'kci.sequence' ? { span: kci.span } : { seq: seqs[1] ?? 0, order: '41' };
  const words = { summary: 'it came otherwise', expected: 'a', actual: 'b' };
  const is = check === 'kci.lifecycle' ? 'off-course' : events.length < 3 ? 'nothing-more-came' : 'event-out-of-turn';
  const finding = ofCourse(is, words, events[1]);
  run.case('orders/a', 'An order', 'failed', {
    findings: [failed('orders/a', check, finding, where)],
    journey: { steps: [call('placed')], kci: [kci], values: { ids: { placed: 41 } } },
  });
  const input = run.end();
  const lifecycle = { kind: 'some', orders: ['BUILD'], legal: kci.pattern, outcomes: {} };
  const told = { ...input.profile.events, MIDDLE: { when: ['MIDDLE'] } };
  return { ...input, profile: { ...input.profile, events: told, lifecycles: [lifecycle] } };
}

/** The part of the one report that tells of the order's course. */
const courseIn = (input: ReturnType<typeof leftItsCourse>): string | undefined =>
  /\n\n(Expected of|Lifecycle).*?(?=\n\nWhat happened)/s.exec(defects(input) ?? '')?.[0].trim();

test('an order that left its lifecycle is told event by event, with what was expected where it left', () => {
  expect(courseIn(leftItsCourse('kci.lifecycle', ['STARTED', 'FINISHED', 'MIDDLE']))).toMatchInlineSnapshot(`
    "Lifecycle of \`BUILD\` orders (order 41), as the KCI profile sample draws it, whatever was asked for. What came of it, since the order was answered:

    \`\`\`text
    +1 min        STARTED #1
    +2 min        FINISHED #2  came where MIDDLE was due
    +3 min        MIDDLE #3  after that
    \`\`\`"
  `);
});

test('so is one whose course is that of its scenario, also where it left it by silence', () => {
  const missing = courseIn(leftItsCourse('kci.sequence', ['STARTED', 'MIDDLE']));
  expect(missing).toMatchInlineSnapshot(`
    "Expected of \`placed\` (order 41): STARTED, then 1 or more times MIDDLE, then FINISHED; all within 5 d of the order. What came of it, since the order was answered:

    \`\`\`text
    +1 min        STARTED #1
    +2 min        MIDDLE #2
    in 5 d        FINISHED did not come; MIDDLE could have come before
    \`\`\`"
  `);
});

test('each kind of failure has its report, waived ones and observations have none', () => {
  const text = defects(sampleInput()) ?? '';
  expect(text.split('\n')[0]).toBe(
    '3 defects of acme, found 2026-03-02 09:00:00 UTC: not certified, 4 of 9 cases failed, and the run as a whole. Each stands for itself.',
  );
  expect(text.match(/^# .*/gm)).toEqual([
    '# An order without a field answered 500',
    '# Order answered 202 with a body',
    '# A KCI came for an order that nobody placed',
  ]);
});

test('they can be asked for by case, by check and by promise', () => {
  const titles = (...about: string[]) => defects(sampleInput(), about)?.match(/^# .*/gm)?.length;
  expect(titles('http.empty-body')).toBe(1);
  expect(titles('orders/provide-new#business')).toBe(1);
  expect(titles('ERR-03', 'KCI-01')).toBe(2);
  expect(titles('no-such-id')).toBeUndefined();
});

test('a run without failures says so', () => {
  const run = new Sample();
  run.case('orders/a', 'An order', 'passed');
  expect(defects(run.end())).toBe('No defects were found at acme (2026-03-02 09:00:00 UTC): certified, 1 of 1 case.\n');
});

test('hostile text neither leaves its place nor becomes markup', () => {
  const text = defects(hostileInput()) ?? '';
  expect(text.replace(/\n/g, '').match(/[\p{Cc}\p{Cf}\p{Cs}]/gu)).toBeNull();
  let fence = '';
  for (const line of text.split('\n')) {
    const found = /^\s*(`{3,})/.exec(line)?.[1] ?? '';
    if (fence === '') fence = found;
    else if (found.length >= fence.length) fence = '';
    const isCode = fence !== '' || found !== '';
    const bare = isCode ? '' : line.replace(/\\.|(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
    expect(bare).not.toMatch(/<|\]\(/);
  }
  expect(fence).toBe('');
});

test('secrets are variables for the reader to fill in', () => {
  const text = defects(sampleInput()) ?? '';
  expect(text).toContain(`--header 'Authorization: Bearer '"$TOKEN"`);
  expect(text).not.toContain('[secret');
});

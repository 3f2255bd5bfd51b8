import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPattern } from '../kci/pattern.ts';
import type { Observation } from '../model.ts';
import {
  call,
  facetsWith,
  findingsOf,
  kci,
  order,
  outcomesOf,
  REAL,
  rowsWith,
  SITE,
  SPAN,
  type Story,
  TENANT,
  tell,
} from '../testing/record-builder.ts';
import { judge, judgeCases } from './judge.ts';

const FTTP = { id: 'fttp', name: 'FTTP', serviceCharacteristics: [] };
const AVAILABLE = { address: { identifier: SITE }, serviceSpecifications: [FTTP], unavailabilityReasons: [] };
const COMPLETED = readPattern(['ACKNOWLEDGED', 'UPDATE*', 'COMMITTED', 'COMPLETED']).pattern;
const availability = call('availability', { query: { address: SITE } });

function asked(status = 200): Story {
  return tell().journey('a', [availability]).start('a').ask('a', 'availability', status, { body: AVAILABLE }).end('a');
}

describe('a case', () => {
  test('passes when every check of it passed', () => {
    const verdict = asked().finish().judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(['passed']);
    expect(verdict.outcome).toBe('certified');
  });

  test('fails when one check failed, whatever else it lacks', () => {
    const story = tell().journey('a', [{ ...availability, need: { answers: [], body: { none: '~present' } } }]);
    const verdict = story.start('a').ask('a', 'availability', 404).end('a', { stopped: true }).finish().judge();
    expect(findingsOf(verdict)[0]).toBe('http.status failed: availability answered 404 where 200 is expected');
    expect(outcomesOf(verdict)).toEqual(['failed']);
    expect(verdict.outcome).toBe('not-certified');
  });

  test('is inconclusive with the first reason when a prerequisite was missing', () => {
    const need = { answers: [], body: { siteInformation: { newLine: true } } };
    const story = tell().journey('a', [{ ...availability, need }]);
    const verdict = story
      .start('a')
      .ask('a', 'availability', 200, { body: AVAILABLE })
      .end('a', { stopped: true })
      .finish()
      .judge();
    expect(verdict.cases[0]).toMatchObject({
      outcome: 'inconclusive',
      reason: 'need-unmet',
      detail:
        'step availability needs {"newLine":true} at /siteInformation, and for UPRN 10002429380 availability gave nothing',
    });
    expect(verdict.outcome).toBe('inconclusive');
  });

  test('is inconclusive when nothing was checked', () => {
    const step = { kind: 'wait' as const, name: 'wait', forMs: 5, span: SPAN };
    const verdict = tell().journey('a', [step]).start('a').end('a').finish().judge();
    expect(outcomesOf(verdict)).toEqual(['inconclusive no-check']);
  });

  test('is inconclusive when it ended before its last step', () => {
    const story = tell().journey('a', [availability, call('slots')]);
    const verdict = story.start('a').ask('a', 'availability', 200, { body: AVAILABLE }).end('a').finish().judge();
    expect(verdict.cases[0]).toMatchObject({ reason: 'not-run', detail: 'the journey ended before step slots' });
  });

  test.each([
    ['value-missing', 'step order: $booking.id'],
    ['world-exhausted', 'no newLine is left'],
    ['token-unavailable', 'no token for northwind-broadband'],
  ] as const)('is inconclusive with %s where its runner says so', (reason, detail) => {
    const verdict = tell().journey('a', [availability]).start('a').end('a', { reason, detail }).finish().judge();
    expect(verdict.cases[0]).toMatchObject({ outcome: 'inconclusive', reason, detail });
  });

  test('that the plan excused keeps the reason of the plan', () => {
    const excused = { outcome: 'not-applicable', reason: 'capability-declared-absent', detail: 'lacks: swap' } as const;
    const verdict = asked()
      .journey('b', [availability], { excused, covers: ['ORD-54'] })
      .finish()
      .judge();
    expect(outcomesOf(verdict)).toEqual(['passed', 'not-applicable capability-declared-absent']);
    expect(verdict.outcome).toBe('certified');
    // The world of the sample states no facts.
    expect(rowsWith(verdict, 'not-applicable')).toEqual(['ORD-54', 'WLD-01']);
  });
});

describe('a run that was cut off', () => {
  test('leaves what was under way interrupted, the rest not run, and the verdict incomplete', () => {
    const story = asked().journey('b', [availability]).journey('c', [availability]).start('b');
    const verdict = story.judge();
    expect(outcomesOf(verdict)).toEqual(['passed', 'inconclusive interrupted', 'inconclusive not-run']);
    expect(verdict.outcome).toBe('incomplete');
  });

  test('and taken up again counts the last attempt of a journey, and the orders of all', () => {
    const story = tell().journey('o', [order(5)], { kci: [kci(COMPLETED)] });
    story.start('o').breaks('o', 'order', 'aborted').start('o').ask('o', 'order', 202);
    for (const name of ['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED']) story.event(5, name);
    const verdict = story.end('o').finish().judge();
    expect(outcomesOf(verdict)).toEqual(['passed']);
  });
});

describe('a verdict', () => {
  test('counts cases, checks, requests, deliveries and rows', () => {
    const { counts } = asked().finish().judge();
    expect(counts.cases).toEqual({ passed: 1, failed: 0, inconclusive: 0, 'not-applicable': 0 });
    expect(counts.requests).toBe(1);
    expect(counts.deliveries).toBe(0);
    expect(Object.values(counts.rows).reduce((a, b) => a + b)).toBe(REAL.contract.register.length);
  });

  test('proves the rows that were seen to be kept and refutes those that were broken', () => {
    const body = { ...AVAILABLE, siteInformation: { newLine: 'no' } };
    const story = tell().journey('a', [availability]).start('a').ask('a', 'availability', 200, { body }).end('a');
    const verdict = story.finish().judge();
    expect(rowsWith(verdict, 'met')).toEqual(expect.arrayContaining(['AVL-01', 'AVL-10', 'AVL-11']));
    // One operation of several, and nothing that a refusal alone would break.
    expect(facetsWith(verdict, 'HDR-01', 'shown')).toEqual(['availability']);
    expect(rowsWith(verdict, 'not-shown')).toEqual(expect.arrayContaining(['AVL-02', 'HDR-03', 'SLT-01']));
    expect(rowsWith(verdict, 'breached')).toEqual(['AVL-23']);
    expect(verdict.requirements.find(({ id }) => id === 'AVL-23')?.cases).toEqual(['a']);
  });

  test('of an empty record is incomplete', () => {
    const { plan } = tell().journey('a', [availability]);
    const verdict = judge({ ...REAL, plan, record: [] });
    expect(verdict.outcome).toBe('incomplete');
    expect(outcomesOf(verdict)).toEqual(['inconclusive not-run']);
  });

  test('of no case at all certifies nothing', () => {
    expect(tell().finish().judge().outcome).toBe('inconclusive');
  });

  test('is the same to the byte when judged again', () => {
    const story = twoOrders();
    expect(JSON.stringify(story.judge())).toBe(JSON.stringify(story.judge()));
  });

  test('does not depend on how journeys that ran at once were interleaved', () => {
    const story = twoOrders();
    const outcome = summaryOf(story.plan, story.record);
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 20, maxLength: 40 }), (coins) => {
        expect(summaryOf(story.plan, interleave(story.record, coins))).toEqual(outcome);
      }),
      { numRuns: 50 },
    );
  });
});

/** Two orders, one right and one that lacks its commitment, told one after the other. */
function twoOrders(): Story {
  const story = tell();
  for (const [id, number] of [
    ['first', 5],
    ['second', 6],
  ] as const) {
    story.journey(id, [order(number)], { kci: [kci(COMPLETED)], covers: ['ORD-01'] });
    story.start(id).ask(id, 'order', 202).event(number, 'ACKNOWLEDGED');
    if (id === 'first') story.event(number, 'COMMITTED');
    story.event(number, 'COMPLETED').end(id);
  }
  return story.finish();
}

function summaryOf(plan: Story['plan'], record: readonly Observation[]) {
  const verdict = judge({ ...REAL, plan, record });
  const rows = verdict.requirements.map(({ id, outcome }) => `${id} ${outcome}`);
  return { outcome: verdict.outcome, cases: outcomesOf(verdict), findings: findingsOf(verdict), rows };
}

/** Shuffles the two halves of the record into each other, all at their own times, and numbers them anew. */
function interleave(record: readonly Observation[], coins: readonly boolean[]): readonly Observation[] {
  const [first, ...rest] = record;
  const last = rest.pop();
  const cut = rest.findIndex((each) => each.type === 'journey-started' && each.journey === 'second');
  const [left, right] = [rest.slice(0, cut), rest.slice(cut)];
  const merged: Observation[] = [];
  for (let i = 0; left.length > 0 || right.length > 0; i++) {
    const from = (coins[i % coins.length] && left.length > 0) || right.length === 0 ? left : right;
    merged.push(...from.splice(0, 1));
  }
  const all = [first, ...merged, last].filter((each) => each !== undefined);
  return all.map((each, i) => ({ ...each, seq: i + 1 }));
}

test('tokens that the runner fetched for itself are judged once, without a case', () => {
  const story = asked();
  for (const exchange of [90, 91]) {
    const at = { journey: '', step: 'token', verb: 'token', tenant: TENANT } as const;
    const headers = [['Content-Type', 'application/json']] as const;
    const text = '{"access_token":"x","token_type":"Bearer","scope":"all","expires_in":"soon"}';
    story.see({
      type: 'request-sent',
      exchange,
      ...at,
      method: 'POST',
      url: 'http://gateway.test',
      headers: [],
      body: null,
    });
    story.see({
      type: 'response-received',
      exchange,
      ...at,
      status: 200,
      headers,
      body: { text, sizeBytes: 83 },
      tookMs: 1,
    });
  }
  const verdict = story.finish().judge();
  expect(outcomesOf(verdict)).toEqual(['passed']);
  expect(findingsOf(verdict)).toEqual(['http.schema failed: token answered 200 with a wrong body at /expires_in']);
  expect(verdict.outcome).toBe('not-certified');
});

test('the outcomes of cases, and what failed, are the same without the rows', () => {
  const story = tell()
    .journey('a', [availability])
    .journey('b', [availability])
    .journey('c', [{ ...availability, need: { answers: [], body: { siteInformation: { newLine: true } } } }]);
  const record = story
    .start('a')
    .ask('a', 'availability', 200, { body: AVAILABLE })
    .end('a')
    .start('b')
    .ask('b', 'availability', 404)
    .end('b')
    .start('c')
    .ask('c', 'availability', 200, { body: AVAILABLE })
    .end('c', { stopped: true })
    .deliver('no event', { expectedPath: false })
    .deliver('no event', { expectedPath: false })
    .finish();
  const input = { ...REAL, plan: record.plan, record: record.record };

  const { cases, findings } = judge(input);
  const isFailed = ({ result }: { readonly result: { readonly outcome: string } }) => result.outcome === 'failed';
  expect(cases.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'inconclusive']);
  expect(judgeCases(input)).toEqual({
    cases: cases.map(({ id, outcome, reason, detail, findings }) => ({
      id,
      outcome,
      findings: findings.filter(isFailed),
      ...(reason === undefined ? {} : { reason, detail }),
    })),
    findings: findings.filter(isFailed),
  });
});

import { describe, expect, test } from 'vitest';
import { chosenFaults } from '../fake/faults.ts';
import { isVisibleIn, judgeWhole } from '../judge/judge.ts';
import type { Check } from '../model.ts';
import { seenIn } from './seen.ts';
import { lookedOn, overHar, walked } from './testing/looked-on.ts';

const CASES = [
  ...['orders/minimal-order', 'orders/provide-new', 'orders/used-ids', 'orders/cease-refusals~*', 'token/access-token'],
  ...['amendments/refusals~*', 'cancellations/refusals~*', 'availability/refusals~*', 'appointments/book'],
];
const failed = (checks: readonly Check[]): readonly Check[] =>
  checks.filter(({ result }) => result.outcome === 'failed');
const toldBy = (checks: readonly Check[]): readonly string[] =>
  failed(checks).map(
    ({ check, journey, result }) => `${check} ${journey}: ${'finding' in result ? result.finding.summary : ''}`,
  );
const rowsOf = (checks: readonly Check[]): readonly string[] =>
  [
    ...new Set(failed(checks).flatMap(({ check, requirements }) => requirements.map((row) => `${check} ${row}`))),
  ].sort();

describe('traffic of a gateway that keeps its promises', async () => {
  const run = await walked(CASES);
  const { verdict, checks } = lookedOn(overHar(run).seen, run);

  test('breaks none, and shows what can be seen', () => {
    expect(toldBy(checks)).toEqual([]);
    expect(verdict.outcome).toBe('passed');
    expect(verdict.watched).toBe(true);
    const met = verdict.requirements.filter(({ outcome }) => outcome === 'met').map(({ id }) => id);
    expect(met).toEqual(expect.arrayContaining(['KCI-16', 'KCI-23']));
  });

  test('shows nothing that only asking shows', () => {
    const unseen = checks.filter(({ check }) =>
      /^(kci\.(path|authentication|retry|sequence|once)|world\..*)$/.test(check),
    );
    expect(unseen).toEqual([]);
  });

  test.each([0.3, 0.7])('breaks none where the capture begins and ends in the middle (%s)', (part) => {
    const seen = overHar(run).seen;
    const late = seen.slice(Math.floor(seen.length * part));
    const early = seen.slice(0, Math.floor(seen.length * part));
    expect(toldBy(lookedOn(late, run).checks)).toEqual([]);
    expect(toldBy(lookedOn(early, run).checks)).toEqual([]);
  });

  test('breaks none where credentials or webhooks were taken out of it', () => {
    const isKept = ([name]: readonly [string, string]): boolean => !/^authorization$/i.test(name);
    const bare = overHar(run).seen.flatMap((each) =>
      each.type === 'delivery-received'
        ? []
        : [each.type === 'request-sent' ? { ...each, headers: each.headers.filter(isKept) } : each],
    );
    const { checks: found, verdict: judged } = lookedOn(bare, run);
    expect(toldBy(found)).toEqual([]);
    expect(judged.requirements.find(({ id }) => id === 'KCI-01')?.outcome).not.toBe('met');
  });
});

/** Of what scenarios ask, only those who asked know. */
const ASKED = /^(kci\.(sequence|never|once|silence)|http\.(body|headers)|tally)$/;

describe.each([
  ['kci-other-tenant', 'orders/provide-new'],
  ['availability-missing-id-accepted', 'availability/refusals~*'],
  ['cancellation-missing-order-accepted', 'cancellations/*refusals~*'],
  ['booking-id-as-text', 'appointments/book'],
])('a gateway that is broken: %s', (name, cases) => {
  test('breaks the same in a HAR of its certification', async () => {
    const { faults, problems } = chosenFaults([name]);
    expect(problems).toEqual([]);
    const run = await walked([cases], faults[0]);
    const whole = judgeWhole({ ...run.stage, validators: run.validators, record: run.record });
    const isVisible = isVisibleIn({ watched: true } as Parameters<typeof isVisibleIn>[0]);
    const visible = whole.checks.filter((each) => isVisible(each) && !ASKED.test(each.check));
    expect(rowsOf(visible).length).toBeGreaterThan(0);
    expect(rowsOf(lookedOn(overHar(run).seen, run).checks)).toEqual(rowsOf(visible));
    expect(rowsOf(lookedOn(seenIn(run.record), run).checks)).toEqual(rowsOf(visible));
  });
});

/** Of scenarios that look at more than one exchange, the one that shows it. */
describe.each([
  ['token-never-expires', 'token/expiry', 'AUT-16', 'a token that has run out is taken'],
  [
    'order-cabling-as-fault',
    'orders/engineer-tasks#ADDITIONAL_CABLING',
    'ORD-04',
    'a sound request breaks the gateway',
  ],
  ['missing-tenant-as-fault', 'amendments/cease-refusals~no-header', 'HDR-05', 'so does one with a fault'],
  ['service-token-endpoint-elsewhere', 'token/access-token', 'AUT-02', 'no tokens where they are asked for'],
])('a gateway that is broken: %s', (name, cases, row, what) => {
  test(`it is seen by looking on that ${what}`, async () => {
    const { faults } = chosenFaults([name]);
    const run = await walked([cases], faults[0]);
    expect(rowsOf(lookedOn(overHar(run).seen, run).checks)).toContain(`http.status ${row}`);
  });
});

test('a gateway that refuses a token that lives is broken, where it shows whose it is', async () => {
  const { faults } = chosenFaults(['tenancy-second-tenant-not-authorised']);
  const run = await walked(['amendments/refusals~omit:/body/id'], faults[0]);
  const { clientId, clientSecret } = run.stage.target.tenants[1] as (typeof run.stage.target.tenants)[number];
  const basic = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
  const shown = overHar(run).seen.map((each) =>
    each.type === 'request-sent' && each.url.endsWith('/token')
      ? {
          ...each,
          headers: each.headers.map(([name, text]) => [name, text.startsWith('Basic') ? basic : text] as const),
        }
      : each,
  );
  expect(rowsOf(lookedOn(shown, run).checks)).toContain('http.status AUT-09');
  expect(toldBy(lookedOn(overHar(run).seen, run).checks)).toEqual([]);
});

test('a gateway that was asked to break down, by a header or an address, is not broken', async () => {
  const run = await walked(['*/supplier-fault', 'orders/supplier-timed-out']);
  expect(run.record.filter((each) => each.type === 'response-received' && each.status >= 500).length).toBeGreaterThan(
    2,
  );
  expect(toldBy(lookedOn(overHar(run).seen, run).checks)).toEqual([]);
});

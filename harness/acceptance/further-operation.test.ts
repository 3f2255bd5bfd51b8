import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { consoleText } from '../../reports/console.ts';
import { html } from '../../reports/html.ts';
import { loadContract } from '../contract/contract.ts';
import { FIXTURES } from '../contract/fixture.ts';
import { loadProfile } from '../contract/profile.ts';
import { loadTarget } from '../contract/target.ts';
import { compileContract } from '../contract/validators.ts';
import { loadWorld } from '../contract/world.ts';
import { plannedCoverage } from '../explain/coverage.ts';
import type { Fault } from '../fake/fault.ts';
import { createGateway, type GatewayOptions } from '../fake/gateway.ts';
import { createReceiver } from '../io/receiver.ts';
import { virtualClock } from '../io/virtual-clock.ts';
import { judge } from '../judge/judge.ts';
import type { KciProfile, Observation, Target, Unrecorded, Verdict, World } from '../model.ts';
import { expand } from '../plan/expand.ts';
import { createInbox } from '../run/inbox.ts';
import { createRecorder } from '../run/record.ts';
import { run } from '../run/run.ts';
import { lintScenarios } from '../scenario/lint.ts';
import { parseScenario } from '../scenario/parse.ts';

/**
 * An operation that the specification does not have is data: it stands in a copy of the contract, with its verb, its rows
 * and its refusals. All that is code is what the fake does when it is asked.
 */

const OPERATION = `
  /WholesaleGateway/v1.0/gateway/service-orders/{id}:
    get:
      operationId: track
      summary: A service order as it stands
      x-requirement: [TRK-01, AUT-09]
      parameters:
        - $ref: '#/components/parameters/RequestId'
        - $ref: '#/components/parameters/ConversationId'
        - $ref: '#/components/parameters/Tenant'
        - { name: id, in: path, required: true, schema: { type: integer }, x-requirement: TRK-02 }
      responses:
        '200':
          description: The order
          x-requirement: TRK-03
          content:
            application/json:
              schema: { type: object, required: [id, orderType], properties: { id: { type: integer }, orderType: { type: string, x-requirement: TRK-04 } } }
        '401': { $ref: '#/components/responses/NotAuthorised' }
        '422': { $ref: '#/components/responses/InvalidRequest' }
      x-verb:
        name: track
        fields:
          - { field: order, to: /path/id, take: id }
      x-refusals:
        - { kinds: [set], at: [/path/id], answers: '404', requirement: TRK-05 }
`;

const ROWS = `
  - place: Endpoints 8. GET service-orders/{id}
    rows:
      - { id: TRK-01, sentence: Shows a service order. }
      - { id: TRK-02, sentence: The order is named by its id. }
      - { id: TRK-03, sentence: Response 200 with the order. }
      - { id: TRK-04, sentence: The type of the order. }
      - { id: TRK-05, sentence: 404 for an order that there is not. }
`;

const SCENARIO = `scenario: A placed order can be tracked
covers: [TRK-01]
given: { site: $world.newLine }
steps:
  - order:
      orderType: NEW
      address: $site
      characteristics: { END_USER_TYPE: RESIDENTIAL }
    as: placed
  - track: { order: $placed }
    as: tracked
    expect: { headers: { content-type: application/json }, body: { id: $placed.id, orderType: NEW } }
    matrix:
      derive: [wrong-type, bad-token]
      rows:
        - { title: An order nobody placed, set: { /path/id: 7 } }
  - cancel: { order: $tracked, reasonCode: OTHER }
`;

const folder = mkdtempSync(join(tmpdir(), 'assay-contract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function withMore(file: string, at: string, more: string): void {
  const text = readFileSync(join(FIXTURES, 'contract', file), 'utf8');
  const cut = at === '' ? text.length : text.indexOf(at);
  writeFileSync(join(folder, file), `${text.slice(0, cut)}${more}${text.slice(cut)}`);
}
withMore('openapi.yaml', '\ncomponents:\n', OPERATION);
withMore('requirements.yaml', '', ROWS);

const loaded = loadContract(folder);
const { contract } = loaded;
const validators = compileContract(contract);
const profile = loadProfile('supplier').profile as KciProfile;
const world = loadWorld('fake').world as World;
const target: Target = { ...(loadTarget('fake', {}).target as Target), baseUrl: 'http://fake.invalid' };
const parsed = parseScenario(SCENARIO, 'track.yaml', 'orders/track', Object.keys(contract.operations));
const scenarios = parsed.scenario ? [parsed.scenario] : [];
const input = { contract, validators, profile, world, target, seed: 1, nonce: 'n', now: Date.UTC(2026, 2, 16, 9) };
const expanded = expand(scenarios, input);
const { plan } = expanded;

/** What the fake does: the one piece of code that the operation needs. */
const behaviours: NonNullable<GatewayOptions['behaviours']> = ({ state, refuser }) => ({
  track: ({ asked, tenant }) => {
    const order = state.orders.get(`${tenant}/${String(asked.path.id)}`);
    if (!order) return { reply: refuser.refuse(asked.operation, 404, ['there is no such order'], 'NOT_FOUND') };
    return { reply: { status: 200, json: { id: order.body.id ?? null, orderType: order.orderType } } };
  },
});

async function certified(...faults: readonly Fault[]): Promise<{ verdict: Verdict; record: readonly Observation[] }> {
  const clock = virtualClock(plan.now);
  const record: Observation[] = [];
  const recorder = createRecorder({ clock, write: () => {}, secrets: [] });
  const see = (unrecorded: Unrecorded): Observation => {
    const observation = recorder.record(unrecorded);
    record.push(observation);
    return observation;
  };
  const inbox = createInbox(profile, see);
  const deliver = createReceiver({ pathSecret: 'hook-n', acknowledge: 204, onDelivery: inbox.receive });
  const { tenants } = target;
  const webhookUrl = `http://receiver.invalid/hook-n${profile.wire.path}`;
  const { answer } = createGateway({ ...input, tenants, clock, deliver, webhookUrl, faults, behaviours });
  const { signal } = new AbortController();
  const { schema: isSchema } = validators;
  const { addSecret } = recorder;
  const ways = { send: answer, inbox, clock, record: see, addSecret, isSchema, signal, assay: 'test', probed: null };
  await run({ ...input, plan, ...ways });
  return { verdict: judge({ ...input, plan, record }), record };
}

/** What failed, with the rows that it speaks of. */
const failed = ({ cases }: Verdict): readonly string[] =>
  cases.flatMap(({ findings }) =>
    findings.flatMap(({ check, requirements, result }) =>
      result.outcome === 'failed' ? [[check, result.finding.summary, ...requirements].join(' ')] : [],
    ),
  );

describe('an operation that stands in the contract alone', () => {
  test('is read without problems, and its verb makes steps and negatives', () => {
    expect([...loaded.problems, ...parsed.problems, ...expanded.problems]).toEqual([]);
    expect(lintScenarios(scenarios, { contract, profile, world })).toEqual([]);
    expect(plan.journeys.map(({ id }) => id)).toEqual([
      'orders/track',
      'orders/track~wrong-type:/path/id',
      'orders/track~bad-token:/headers/Authorization',
      'orders/track~an-order-nobody-placed',
      ...[1, 2, 3].map((nth) => `orders/track~each-tenant-${nth}`),
    ]);
  });

  test('is asked for with its parameter in the path', async () => {
    const { record } = await certified();
    const urls = record.flatMap((seen) => (seen.type === 'request-sent' && seen.verb === 'track' ? [seen.url] : []));

    expect(urls[0]).toMatch(/^http:\/\/fake\.invalid\/WholesaleGateway\/v1\.0\/gateway\/service-orders\/\d+$/);
    expect(urls.some((url) => url.endsWith('/service-orders/another-type'))).toBe(true);
    expect(urls.some((url) => url.endsWith('/service-orders/7'))).toBe(true);
  });

  test('is certified at a gateway that has it, with every row of it shown', async () => {
    const { verdict } = await certified();

    expect(failed(verdict)).toEqual([]);
    expect(verdict.cases.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(
      plan.journeys.map(({ id }) => `${id} passed`),
    );
    const rows = verdict.requirements.filter(({ id }) => id.startsWith('TRK-'));
    expect(rows.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([1, 2, 3, 4, 5].map((n) => `TRK-0${n} met`));
  });

  test.each<[string, Fault['do'], NonNullable<Fault['where']>, string]>([
    ['a status', [{ set: { at: '/status', to: 202 } }], { verb: 'track', status: 200 }, 'TRK-03'],
    ['a member', [{ remove: '/body/orderType' }], { verb: 'track', status: 200 }, 'TRK-04'],
    ['a refusal', [{ set: { at: '/status', to: 200 } }], { verb: 'track', status: 404 }, 'TRK-05'],
    ['a header', [{ set: { at: '/headers/content-type', to: 'text/html' } }], { verb: 'track', status: 200 }, 'STD-02'],
  ])('is failed for %s that is wrong', async (_, actions, where, row) => {
    const { verdict } = await certified({ fault: 'wrong', title: 'Wrong', breaks: [row], where, do: actions });

    expect(failed(verdict).join('\n')).toContain(row);
  });

  test('is named by coverage and pages', async () => {
    const { verdict, record } = await certified();
    const covered = plannedCoverage(plan, { contract, profile }).find(({ id }) => id === 'TRK-03');
    const report = { verdict, plan, record, profile, contract, target, world };

    expect(covered?.cases).toContain('orders/track');
    expect([...html(report as never)].join('')).toContain('orders/track');
    expect(consoleText(report as never)).toContain('7 cases');
  });
});

import { join } from 'node:path';
import { loadContract } from '../contract/contract.ts';
import { FIXTURES } from '../contract/fixture.ts';
import { loadProfile } from '../contract/profile.ts';
import { loadTarget } from '../contract/target.ts';
import { compileContract, type Validators } from '../contract/validators.ts';
import { bareJourney } from '../journey/bare.ts';
import { callsOf } from '../journey/calls.ts';
import { certificationScopeOf } from '../journey/whole.ts';
import { judge } from '../judge/judge.ts';
import { lifecycleOf } from '../kci/course.ts';
import { type EventToWrite, writeEvent } from '../kci/write.ts';
import type {
  CallStep,
  Contract,
  ExchangeRef,
  FacetVerdict,
  Headers,
  Journey,
  Json,
  JsonObject,
  KciProfile,
  Observation,
  Plan,
  Reason,
  RowOutcome,
  ScenarioKci,
  Span,
  SpecVerb,
  Step,
  Target,
  Unrecorded,
  Verdict,
} from '../model.ts';
import { encodeRequest } from '../wire/request.ts';
import { bytesOf } from '../wire/wire.ts';

/** Test support: plans and records built by hand, against the contract and profile that come with Assay. */

const { contract } = loadContract(join(FIXTURES, 'contract'));
const validators = compileContract(contract);
const { profile } = loadProfile('supplier');
const { target } = loadTarget('fake', {});
if (!profile || !target) throw new Error('the fixtures do not load');

export const REAL: {
  readonly contract: Contract;
  readonly validators: Validators;
  readonly profile: KciProfile;
  readonly target: Target;
} = { contract, validators, profile, target };

export const SPAN: Span = { file: 'scenarios/test.yaml', line: 1, col: 1, length: 1, excerpt: 'scenario: Test' };

export const SITE = { id: '10002429380', type: 'UPRN' } as const;
export const TENANT = 'northwind-broadband';

/** Tue 1 Dec 2026, 09:00 UTC. */
export const NOON = Date.UTC(2026, 11, 1, 9);

export interface CallOptions extends Partial<Omit<CallStep, 'kind' | 'request'>> {
  readonly query?: Readonly<Record<string, Json>>;
  readonly body?: Json;
  readonly defect?: CallStep['request']['defect'];
}

/** A call of a verb with its common headers; expects the verb's success unless told otherwise. */
export function call(verb: SpecVerb, { query = {}, body, defect, ...options }: CallOptions = {}): CallStep {
  const operation = contract.operations[verb];
  return {
    kind: 'call',
    name: verb,
    tenant: TENANT,
    expect: { answers: operation.success },
    span: SPAN,
    ...options,
    request: {
      verb,
      method: operation.method,
      path: operation.path,
      headers: { 'X-Request-ID': 'request-1', 'X-Conversation-ID': 'conversation-1', Tenant: TENANT },
      query,
      auth: operation.auth,
      ...(operation.body ? { contentType: operation.body.contentType } : {}),
      ...(body === undefined ? {} : { body }),
      ...(defect ? { defect } : {}),
    },
  };
}

/** A NEW order for the usual site. */
export function order(id: number, options: CallOptions = {}): CallStep {
  return call('order', {
    as: 'placed',
    body: {
      id,
      orderType: 'NEW',
      tenant: TENANT,
      address: SITE,
      serviceOrderItem: { serviceSpecification: { id: 'fttp' }, serviceCharacteristics: [] },
    },
    ...options,
  });
}

export interface JourneyOptions extends Partial<Omit<Journey, 'id' | 'steps'>> {}

/** What came back of a call: a body that is not text is written as JSON. */
export interface Came {
  readonly headers?: Headers;
  readonly body?: Json;
  readonly text?: string;
}

/** A test's plan and record under construction. Every observation takes 10 ms. */
export interface Story {
  journey(id: string, steps: readonly Step[], options?: JourneyOptions): Story;
  start(id: string): Story;
  /** Sends the step's request and takes the answer. */
  ask(id: string, step: string, status: number, came?: Came): Story;
  /** Sends the step's request, which breaks. */
  breaks(id: string, step: string, fault: Extract<Unrecorded, { type: 'exchange-broke' }>['fault']): Story;
  /** The order's next event, as the profile writes it; `change` edits the body before it is sent. */
  event(orderId: number, name: string, options?: EventOptions): Story;
  /** Any webhook request. */
  deliver(text: string, options?: DeliverOptions): Story;
  see(observation: Unrecorded): Story;
  end(id: string, options?: { readonly reason?: Reason; readonly detail?: string; readonly stopped?: boolean }): Story;
  /** Lets time pass. */
  later(ms: number): Story;
  finish(): Story;
  readonly plan: Plan;
  readonly record: readonly Observation[];
  judge(overrides?: Partial<typeof REAL>): Verdict;
}

export interface EventOptions extends Partial<Omit<EventToWrite, 'answered'>> {
  readonly change?: (body: JsonObject) => JsonObject;
  readonly repeat?: number;
  /** What our receiver answered. */
  readonly answered?: number;
}

export interface DeliverOptions {
  readonly headers?: Headers;
  readonly method?: string;
  readonly expectedPath?: boolean;
  readonly answered?: number;
  readonly unproven?: string;
}

const AS_JSON: Headers = [['Content-Type', 'application/json']];
const DAY = '2026-12-20';

/** Begins a story: a plan and the record of its run, told step by step. */
export function tell({ timeZone = 'Europe/London' } = {}): Story {
  const journeys: Journey[] = [];
  const record: Observation[] = [];
  const orders = new Map<number, { readonly body: JsonObject; sequence: number; status: string; committed?: string }>();
  let at = NOON;
  let exchanges = 0;
  let deliveries = 0;

  const see = (observation: Unrecorded): void => {
    record.push({ ...observation, seq: record.length + 1, at } as Observation);
    at += 10;
  };
  const stepOf = (id: string, name: string): CallStep => {
    const { steps } = journeys.find((each) => each.id === id) ?? { steps: [] };
    const found = callsOf({ steps }).find((step) => step.name === name);
    if (!found) throw new Error(`no step ${name} in ${id}`);
    return found;
  };
  const send = (id: string, name: string): ExchangeRef => {
    const step = stepOf(id, name);
    const { method, url, headers, body } = encodeRequest(step.request, { baseUrl: 'http://gateway.test' });
    const text = body ? new TextDecoder().decode(body) : undefined;
    exchanges += 1;
    const { verb } = step.request;
    const of = { exchange: exchanges, journey: id, step: name, verb, tenant: step.tenant };
    see({ type: 'request-sent', ...of, method, url, headers, body: text === undefined ? null : captured(text) });
    const sent = step.request.body as JsonObject | undefined;
    if (verb === 'order' && typeof sent?.id === 'number') orders.set(sent.id, { body: sent, sequence: 0, status: '' });
    return of;
  };

  const story: Story = {
    journey(id, steps, options = {}) {
      journeys.push(bareJourney(id, SPAN, { tenant: TENANT, steps, ...options }));
      if (record.length === 0) see(runStarted(timeZone));
      return story;
    },
    start(id) {
      see({ type: 'journey-started', journey: id });
      return story;
    },
    ask(id, step, status, came = {}) {
      const of = send(id, step);
      const text = came.text ?? (came.body === undefined ? '' : JSON.stringify(came.body));
      const headers: Headers = came.headers ?? (text === '' ? [] : AS_JSON);
      see({ type: 'response-received', ...of, status, headers, body: captured(text), tookMs: 10 });
      return story;
    },
    breaks(id, step, fault) {
      const of = send(id, step);
      see({ type: 'exchange-broke', ...of, fault, detail: `it was ${fault}`, tookMs: 10 });
      return story;
    },
    event(orderId, name, { change = (body: JsonObject) => body, repeat = 1, answered = 204, ...options } = {}) {
      const known = orders.get(orderId) ?? { body: { id: orderId, orderType: 'NEW' }, sequence: 0, status: '' };
      const rule = REAL.profile.events[name];
      known.sequence += 1;
      known.status = rule?.status ?? (known.status || 'ACKNOWLEDGED');
      orders.set(orderId, known);
      const { headers, body } = writeEvent(REAL.profile, {
        name,
        kind: lifecycleOf(REAL.profile, String(known.body.orderType))?.kind ?? 'provide',
        sequence: known.sequence,
        issuedAt: at,
        deliveryId: uuid(orderId, known.sequence),
        status: known.status,
        problemCode: 'NETWORK_ISSUE',
        text: 'as told',
        order: {
          ...known.body,
          supplierOrderReference: `REF-${orderId}`,
          ...(rule?.carries?.includes('dates.committed') ? { committedDate: DAY, targetDate: DAY } : {}),
        },
        tenant: TENANT,
        request: { id: 'request-1', conversation: 'conversation-1' },
        delivery: { requestId: `delivery-${orderId}-${known.sequence}` },
        ...options,
      });
      for (let i = 0; i < repeat; i++) story.deliver(JSON.stringify(change(body as JsonObject)), { headers, answered });
      return story;
    },
    deliver(text, { headers = AS_JSON, method = 'POST', expectedPath = true, answered = 204, unproven } = {}) {
      deliveries += 1;
      const path = expectedPath ? '/<secret>/kcis' : '/elsewhere';
      see({
        type: 'delivery-received',
        delivery: deliveries,
        method,
        path,
        expectedPath,
        headers,
        body: captured(text),
        answered,
        ...(unproven === undefined ? {} : { unproven }),
      });
      return story;
    },
    see(observation) {
      see(observation);
      return story;
    },
    end(id, { reason, detail, stopped } = {}) {
      const isStopped = stopped ?? reason !== undefined;
      see({
        type: 'journey-ended',
        journey: id,
        ended: isStopped ? 'stopped' : 'finished',
        ...(reason ? { reason } : {}),
        ...(detail ? { detail } : {}),
      });
      return story;
    },
    later(ms) {
      at += ms;
      return story;
    },
    finish() {
      see({ type: 'run-ended', ended: 'finished' });
      return story;
    },
    get plan() {
      return { version: 1 as const, seed: 7, nonce: 'n', now: NOON, journeys, whole: certificationScopeOf(journeys) };
    },
    get record() {
      return record;
    },
    judge(overrides = {}) {
      return judge({ ...REAL, ...overrides, plan: story.plan, record });
    },
  };
  return story;
}

function runStarted(timeZone: string): Unrecorded {
  return {
    type: 'run-started',
    version: 2,
    seed: 7,
    nonce: 'n',
    target: 'fake',
    baseUrl: 'http://gateway.test',
    profile: 'supplier',
    world: 'fake',
    timeZone,
    contract: contract.digest,
    assay: '0.0.0-test',
    journeys: 1,
  };
}

function captured(text: string) {
  return { text, sizeBytes: bytesOf(text).length };
}

function uuid(orderId: number, sequence: number): string {
  return `00000000-0000-4000-8000-${String(orderId).padStart(6, '0')}${String(sequence).padStart(6, '0')}`;
}

/** A `kci` block for `$placed`. */
export function kci(pattern: ScenarioKci['pattern'], options: Partial<ScenarioKci> = {}): ScenarioKci {
  return {
    for: '$placed',
    pattern,
    never: [],
    exactlyOnce: [],
    withinMs: 20 * 86_400_000,
    span: SPAN,
    ...options,
  };
}

/** The checks of a verdict that found something, as `id outcome: summary`. */
export function findingsOf(verdict: Verdict): string[] {
  return [...verdict.cases.flatMap(({ findings }) => findings), ...verdict.findings].map(({ check, result }) =>
    'finding' in result ? `${check} ${result.outcome}: ${result.finding.summary}` : `${check} ${result.outcome}`,
  );
}

/** `passed`, `failed`, or `inconclusive need-unmet`. */
export function outcomesOf(verdict: Verdict): string[] {
  return verdict.cases.map(({ outcome, reason }) => (reason === undefined ? outcome : `${outcome} ${reason}`));
}

/** Rows of a verdict with an outcome. */
export function rowsWith(verdict: Verdict, outcome: RowOutcome): string[] {
  return verdict.requirements.filter((row) => row.outcome === outcome).map(({ id }) => id);
}

/** The facets of a row that came out so. */
export function facetsWith(verdict: Verdict, row: string, outcome: FacetVerdict['outcome']): string[] {
  const facets = verdict.requirements.find(({ id }) => id === row)?.facets ?? [];
  return facets.filter((facet) => facet.outcome === outcome).map(({ id }) => id);
}

/** Test support: builds a small run by hand. */

import type { Fact } from '../../harness/findings.ts';
import { tallyRows } from '../../harness/judge/row-verdict.ts';
import type {
  CapturedBody,
  CaseVerdict,
  Check,
  Finding,
  Headers,
  Journey,
  Json,
  KciProfile,
  Observation,
  Reason,
  ResponseReceived,
  RowVerdict,
  Span,
  Unrecorded,
  Verdict,
} from '../../harness/model.ts';
import type { ReportInput } from '../input.ts';

export const START = Date.UTC(2026, 2, 2, 9, 0, 0);

/** Event names and members of no real profile, because reports must not depend on them. */
const profile: KciProfile = {
  profile: 'sample',
  title: 'A profile for tests of reports',
  wire: { contentType: 'application/json', path: '/kcis', format: 'json' },
  read: {
    event: '$.what',
    orderId: '$.of',
    conversation: 'header:X-Conversation-ID',
    sequence: '$.number',
    text: '$.text',
  },
  envelope: {},
  rules: [],
  unknownEvents: 'observe',
  times: 'iso-8601',
  statuses: {},
  events: { STARTED: { when: ['STARTED'] }, FINISHED: { when: ['FINISHED'], terminal: true } },
  lifecycles: [],
  requests: { amendment: {}, cancellation: {} },
  delivery: {
    acknowledge: 204,
    retry: null,
    orderBy: 'arrival',
    sequence: 'gapless',
    sequenceBy: 1,
    duplicates: 'same-delivery-id',
    reorderWindowMs: 0,
    aheadMs: 0,
    firstWithinMs: 1_000,
    betweenWithinMs: 1_000,
    repeatsConversation: 'order',
  },
  emit: { headers: {}, body: {} },
};

/** A place in a file of the sample. */
export function span(file: string, line: number): Span {
  return { file, line, col: 13, length: 5, excerpt: '  - order:' };
}

/** A captured body with that JSON or text. */
function body(value: Json | undefined): CapturedBody {
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return { text, sizeBytes: Buffer.byteLength(text) };
}

/** A record under construction, and the verdict that a judge might give. */
export class Sample {
  #now = START;
  #exchange = 0;
  #delivery = 0;
  readonly #record: Observation[] = [];
  readonly #cases: CaseVerdict[] = [];
  readonly #journeys: Journey[] = [];
  readonly #findings: Check[] = [];
  readonly #rows: RowVerdict[] = [];

  constructor() {
    this.note({
      type: 'run-started',
      version: 2,
      seed: 7,
      nonce: 'n0',
      target: 'acme',
      baseUrl: 'https://gateway.example',
      profile: 'sample',
      world: 'small',
      timeZone: 'Europe/London',
      contract: 'c0ffee00c0ffee00',
      assay: '0.1.0',
      journeys: 0,
    });
  }

  /** Appends an observation, 10 ms after the last; returns its `seq`. */
  note(observation: Unrecorded, afterMs = 10): number {
    this.#now += afterMs;
    const seq = this.#record.length + 1;
    this.#record.push({ ...observation, seq, at: this.#now } as Observation);
    return seq;
  }

  /** Adds a request and its response; returns the response's `seq`. */
  exchange(
    journey: string,
    step: string,
    sent: Json | undefined,
    status: number,
    got?: Json,
    headers: Headers = [],
  ): number {
    this.#exchange += 1;
    const verb = step === 'order' || step === 'placed' ? 'order' : 'http';
    const of = { exchange: this.#exchange, journey, step, verb, tenant: 'ACME' } as const;
    this.note({
      type: 'request-sent',
      ...of,
      method: sent === undefined ? 'GET' : 'POST',
      url: `https://gateway.example/v1/${step}?address=%7B%22id%22%3A%221%22%7D`,
      headers: [
        ['Authorization', 'Bearer [secret:access-token-1]'],
        ['X-Conversation-ID', `talk-${journey}`],
        ['Content-Type', 'application/json'],
        ...headers,
      ],
      body: sent === undefined ? null : body(sent),
    });
    return this.note(
      {
        type: 'response-received',
        ...of,
        status,
        headers: [['Content-Type', 'application/json'], ...headers],
        body: body(got),
        tookMs: 12,
      },
      12,
    );
  }

  /** Adds simultaneous requests, answered in reverse order; `meanwhile` happens before the first answer. */
  together(journey: string, steps: readonly string[], meanwhile?: (run: Sample) => void): void {
    const answers = steps.map((step, nth) => {
      this.exchange(journey, step, { id: 40 + nth }, 202);
      return this.#record.pop();
    });
    meanwhile?.(this);
    for (const answer of answers.reverse()) if (answer?.type === 'response-received') this.note(answer);
  }

  /** Adds a request that nobody answered. */
  broken(journey: string, step: string): number {
    this.exchange(journey, step, { id: 1 }, 200);
    const { exchange, verb, tenant } = this.#record.pop() as ResponseReceived;
    const of = { exchange, journey, step, verb, tenant };
    return this.note(
      { type: 'exchange-broke', ...of, fault: 'reset', detail: 'connection reset by peer', tookMs: 3 },
      3,
    );
  }

  /** Adds a webhook request; returns its `seq`. */
  deliver(payload: Json, afterMs = 90_000, headers: Headers = []): number {
    this.#delivery += 1;
    return this.note(
      {
        type: 'delivery-received',
        delivery: this.#delivery,
        method: 'POST',
        path: '/[secret]/kcis',
        expectedPath: true,
        headers: [['Content-Type', 'application/json'], ...headers],
        body: body(payload),
        answered: 204,
      },
      afterMs,
    );
  }

  row(
    id: string,
    place: string,
    sentence: string,
    outcome: RowVerdict['outcome'],
    more: Partial<RowVerdict> = {},
  ): void {
    const level = outcome === 'observed' || outcome === 'silent' ? 'silent' : 'stated';
    this.#rows.push({
      id,
      level,
      place,
      sentence,
      outcome,
      passed: 3,
      failed: outcome === 'breached' ? 1 : 0,
      cases: [],
      facets: [],
      ...more,
    });
  }

  case(
    id: string,
    title: string,
    outcome: CaseVerdict['outcome'],
    more: {
      findings?: readonly Check[];
      reason?: Reason;
      detail?: string;
      requirements?: readonly string[];
      journey?: Partial<Journey>;
    } = {},
  ): void {
    const scenario = id.replace(/[#~].*$/, '');
    const findings = more.findings ?? [];
    const failed = findings.filter((check) => check.result.outcome === 'failed').length;
    const base = { id, scenario, title, span: span(`scenarios/${scenario}.yaml`, 1), tags: [] };
    const journey = { ...base, covers: [], tenant: 'ACME', values: {}, leases: [], steps: [], kci: [] };
    this.#journeys.push({ ...journey, ...more.journey });
    this.#cases.push({
      ...base,
      outcome,
      ...(more.reason === undefined ? {} : { reason: more.reason }),
      ...(more.detail === undefined ? {} : { detail: more.detail }),
      startedAt: this.#now - 500,
      endedAt: this.#now,
      checks: {
        passed: 4,
        failed,
        observed: findings.length - failed,
        inconclusive: outcome === 'inconclusive' ? 1 : 0,
      },
      findings,
      requirements: more.requirements ?? ['ORD-04'],
    });
  }

  finding(check: Check): void {
    this.#findings.push(check);
  }

  end(): ReportInput {
    this.note({ type: 'run-ended', ended: 'finished' });
    const cases = { passed: 0, failed: 0, inconclusive: 0, 'not-applicable': 0 };
    for (const one of this.#cases) cases[one.outcome] += 1;
    const checks = { passed: 0, failed: 0, observed: 0, inconclusive: 0 };
    for (const one of this.#cases) {
      for (const kind of ['passed', 'failed', 'observed', 'inconclusive'] as const) checks[kind] += one.checks[kind];
    }
    for (const { result } of this.#findings) checks[result.outcome] += 1;
    const verdict: Verdict = {
      version: 3,
      assay: '0.1.0',
      outcome: checks.failed > 0 ? 'not-certified' : cases.inconclusive > 0 ? 'inconclusive' : 'certified',
      scope: { cases: this.#cases.length, of: this.#cases.length },
      seed: 7,
      target: 'acme',
      baseUrl: 'https://gateway.example',
      profile: 'sample',
      world: 'small',
      contract: 'c0ffee00c0ffee00',
      startedAt: START,
      endedAt: this.#now,
      counts: { cases, checks, requests: this.#exchange, deliveries: this.#delivery, rows: tallyRows(this.#rows) },
      cases: this.#cases,
      findings: this.#findings,
      requirements: this.#rows,
      board: [],
      causes: [],
    };
    const plan = { version: 1, seed: 7, nonce: 'n0', now: START, journeys: this.#journeys } as const;
    return { verdict, plan, record: this.#record, profile };
  }
}

/** A failed check of the sample. */
export function failed(journey: string, check: string, finding: Finding, more: Partial<Check> = {}): Check {
  return {
    check,
    requirements: ['ORD-04'],
    journey,
    result: { outcome: 'failed', finding: ofItsKind(finding) },
    ...more,
  };
}

/** A finding on the course of an order, with the event that it blames, if any; the words are given. */
export function ofCourse(is: Fact['is'], words: Finding, event?: string): Finding {
  return { ...words, fact: { is, ...(event === undefined ? {} : { event }) } as unknown as Fact };
}

/** A finding on an order, with a kind that names no order. */
function ofItsKind(finding: Finding): Finding {
  const [, kind] = /^order \d+: (.*)$/.exec(finding.summary) ?? [];
  return kind === undefined ? finding : { kind, ...finding };
}

/** An observation of the sample. */
export function observed(journey: string, check: string, finding: Finding, more: Partial<Check> = {}): Check {
  return { check, requirements: ['SIL-01'], journey, result: { outcome: 'observed', finding }, ...more };
}

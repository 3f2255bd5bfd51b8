/** Test support: an ordinary run, and one with hostile text only. */
import type { Finding, Headers } from '../../harness/model.ts';
import type { ReportInput } from '../input.ts';
import { failed, observed, Sample, START, span } from './sample.ts';

/** A run with a case of every outcome, a failure that three cases share, and an unexpected delivery. */
export function sampleInput(): ReportInput {
  const run = new Sample();
  run.row('ORD-04', 'Endpoints 4. POST service-orders', 'Response 202 with no body.', 'breached', {
    cases: ['orders/provide-new#business'],
  });
  run.row('ERR-03', 'Errors', '422 INVALID_REQUEST: Validation failed.', 'breached');
  run.row('KCI-01', 'Events 1', 'Order acknowledgment and order status updates are delivered as KCI events.', 'met', {
    cases: ['orders/cease'],
  });
  run.row(
    'SLT-09',
    'Endpoints 2. GET available-appointments',
    '422 when appointmentPurpose is invalid.',
    'inconclusive',
  );
  run.row('SIL-01', 'Errors', 'The 409 Conflict on appointment booking: error code and body: not shown.', 'observed');

  run.exchange('orders/cease', 'order', { id: 41, kind: 'CEASE' }, 202);
  run.deliver({ what: 'STARTED', of: 41, number: 1 });
  run.deliver({ what: 'FINISHED', of: 41, number: 2 }, 3 * 86_400_000);
  run.note({ type: 'wait-ended', journey: 'orders/cease', wait: 'kci', startedAt: START + 40, ended: 'met' });
  run.case('orders/cease', 'A service is ceased', 'passed', { requirements: ['KCI-01'] });

  const id = 'orders/provide-new#business';
  run.exchange(id, 'availability', undefined, 200, { site: { newLine: true } });
  const answered = run.exchange(id, 'order', { id: 42, kind: 'NEW', contact: { name: "Siân O'Neill" } }, 202, {
    status: 'OK',
  });
  run.deliver({ what: 'STARTED', of: 42, number: 1 });
  run.case(id, 'A new line is installed with a booked morning slot', 'failed', {
    findings: [
      failed(
        id,
        'http.empty-body',
        {
          summary: 'order answered 202 with a body',
          expected: '202 with no body',
          actual: '202 with {"status":"OK"}',
          pointer: '/status',
        },
        { step: 'order', seq: answered, span: span('scenarios/orders/provide-new.yaml', 12) },
      ),
    ],
  });

  for (const field of ['kind', 'tenant', 'id']) {
    const negative = `orders/negatives~omit:/body/${field}`;
    const seq = run.exchange(negative, 'order', { of: field }, 500, { code: 'SUPPLIER_FAULT' });
    run.case(negative, 'An order without a required field is refused', 'failed', {
      findings: [
        failed(
          negative,
          'http.status',
          {
            summary: `an order without ${field} answered 500`,
            kind: 'an order without a field answered 500',
            expected: '422 INVALID_REQUEST',
            actual: '500 SUPPLIER_FAULT',
          },
          { step: 'order', seq, requirements: ['ERR-03'] },
        ),
      ],
    });
  }

  run.broken('appointments/book', 'order');
  run.case('appointments/book', 'A slot is booked', 'inconclusive', {
    reason: 'no-answer',
    detail: 'order got no answer: connection reset by peer',
  });
  run.case('appointments/purpose', 'An unknown purpose is refused', 'inconclusive', {
    reason: 'world-exhausted',
    detail: 'the world has no contestedSlots left',
  });
  run.case('orders/ethernet', 'An ethernet line is ordered', 'not-applicable', {
    reason: 'capability-declared-absent',
    detail: 'the target lacks ethernet',
  });
  const conflict = run.exchange('appointments/conflict', 'book', { id: 9 }, 409, { code: 'SLOT_GONE' });
  run.case('appointments/conflict', 'Two tenants want one slot', 'passed', {
    findings: [
      observed(
        'appointments/conflict',
        'error.code',
        {
          summary: 'a conflict answered with code SLOT_GONE',
          expected: 'nothing: the spec is silent',
          actual: '409 SLOT_GONE',
        },
        { step: 'book', seq: conflict },
      ),
    ],
  });
  const stray = run.deliver({ what: 'STARTED', of: 999, number: 1 });
  run.finding(
    failed(
      '',
      'kci.unexpected',
      {
        summary: 'a KCI came for an order that nobody placed',
        expected: 'KCIs of orders placed in this run',
        actual: 'STARTED for order 999',
      },
      { seq: stray, requirements: ['KCI-01'] },
    ),
  );
  return run.end();
}

/** Everything that text can do to a terminal, a document, a log or a table. */
export const HOSTILE = [
  '<script>document.title = "pwned"</script>',
  '</script><img src=x onerror="document.title=\'pwned\'">',
  ']]><svg onload="document.title=\'pwned\'">',
  '\u001b[2J\u001b[31mred\u0000\u0007',
  '\u202egnp.exe\u2066',
  '\ud800',
  '"\'`$(id)&amp;%0A::error::pwned##[error]pwned',
  '\r\n::set-output name=x::y\n| a | [b](https://evil.example) |',
].join(' ');

/** The sample run with hostile text in every place that a target or an author controls. */
export function hostileInput(): ReportInput {
  const run = new Sample();
  const id = `orders/hostile#${HOSTILE}`;
  const check = { step: HOSTILE, requirements: ['X-01', HOSTILE] } as const;
  const finding: Finding = { summary: HOSTILE, expected: HOSTILE, actual: HOSTILE, pointer: `/${HOSTILE}` };
  const headers: Headers = [[HOSTILE, HOSTILE]];
  run.row('X-01', HOSTILE, HOSTILE, 'breached', { note: HOSTILE, cases: [id] });
  const seq = run.exchange(id, HOSTILE, { of: HOSTILE, [HOSTILE]: [HOSTILE] }, 200, HOSTILE, headers);
  run.broken(id, HOSTILE);
  run.note({ type: 'site-leased', journey: id, name: HOSTILE, role: HOSTILE, site: { id: HOSTILE, type: HOSTILE } });
  run.note({ type: 'wait-ended', journey: id, wait: HOSTILE, startedAt: START, ended: 'expired' });
  run.deliver({ what: HOSTILE, of: HOSTILE, text: HOSTILE }, 10, headers);
  run.deliver(HOSTILE, 10, headers);
  run.case(id, HOSTILE, 'failed', {
    findings: [failed(id, 'http.body', finding, { ...check, seq }), observed(id, HOSTILE, finding, check)],
    requirements: ['X-01', HOSTILE],
  });
  run.case(`${id}~2`, HOSTILE, 'inconclusive', { reason: 'value-missing', detail: HOSTILE });
  run.case(`${id}~3`, HOSTILE, 'not-applicable', { reason: 'capability-declared-absent', detail: HOSTILE });
  run.finding(failed('', 'kci.unexpected', finding, check));
  run.finding(observed('', 'kci.path', finding, check));
  const input = run.end();
  return {
    ...input,
    verdict: { ...input.verdict, target: HOSTILE, baseUrl: HOSTILE, world: HOSTILE, profile: HOSTILE },
  };
}

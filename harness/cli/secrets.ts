import type { Target } from '../model.ts';
import type { Secret } from '../run/record.ts';

/** What must never reach a record or a report. */
export function secretsOf(target: Target, pathSecret: string): Secret[] {
  return [
    ...target.tenants.map(({ clientSecret }) => ({ kind: 'client-secret', value: clientSecret })),
    // As Basic credentials carry it (RFC 7617).
    ...target.tenants.map(({ clientId, clientSecret }) => ({ kind: 'credentials', value: `${clientId}:${clientSecret}` })),
    { kind: 'webhook-path', value: pathSecret },
  ];
}

/** The target as a run's folder may hold it. */
export function withoutSecrets(target: Target): Target {
  const { pathSecret: _, ...webhook } = target.webhook;
  return {
    ...target,
    tenants: target.tenants.map((tenant) => ({ ...tenant, clientSecret: '[secret]' })),
    webhook,
  };
}

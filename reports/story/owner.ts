import type { CapturedBody, KciEvent, Observation, RequestSent } from '../../harness/model.ts';
import { jsonOf } from '../../harness/wire/wire.ts';

/**
 * Which journey a KCI event belongs to. Clients choose order ids and no two journeys share one, so the event belongs to the
 * journey that placed an order with a top-level member of that value; where the member stands is the contract's affair, not
 * a report's. Failing that, to the one journey that used the event's conversation.
 */
export function ownerOf(record: readonly Observation[]): (event: KciEvent) => string | undefined {
  const byMember = new Map<string, RequestSent[]>();
  const byHeader = new Map<string, string | null>();
  for (const seen of record) {
    if (seen.type !== 'request-sent' || seen.journey === '') continue;
    for (const [, value] of seen.headers) {
      const known = byHeader.get(value);
      byHeader.set(value, known === undefined || known === seen.journey ? seen.journey : null);
    }
    if (seen.verb !== 'order' && seen.verb !== 'http') continue;
    for (const value of scalars(seen.body)) {
      const claims = byMember.get(value);
      if (claims === undefined) byMember.set(value, [seen]);
      else claims.push(seen);
    }
  }
  return (event) => {
    const claims = event.orderId === undefined ? [] : (byMember.get(event.orderId) ?? []);
    const { conversation } = event;
    const talked = claims.find(({ headers }) => headers.some(([, value]) => value === conversation));
    const claim = talked ?? claims[0];
    return claim?.journey ?? (conversation === undefined ? undefined : (byHeader.get(conversation) ?? undefined));
  };
}

function scalars(body: CapturedBody | null): string[] {
  const { json } = jsonOf(body);
  if (json === undefined || json === null || typeof json !== 'object') return [];
  return Object.values(json).flatMap((value) =>
    typeof value === 'number' || typeof value === 'string' ? [String(value)] : [],
  );
}

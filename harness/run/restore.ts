import { callsOf } from '../journey/calls.ts';
import { RESTORING } from '../journey/restoring.ts';
import type { Journey, Json, Lease, Restore, Site, World } from '../model.ts';
import { bind } from '../values/bind.ts';
import { getAt } from '../values/pointer.ts';
import { bytesOf } from '../wire/wire.ts';
import { NOBODY, type PlacedOrder } from './call.ts';
import { createClearing, type PlanChore } from './clearing.ts';
import { createLearning } from './learning.ts';
import type { Returned } from './lease.ts';
import type { Ports } from './ports.ts';

/** Reads the facts of leased addresses before a journey and restores them after it, as the target file allows. Not judged. */
export type Restorer = ReturnType<typeof createRestorer>;

/** A restorer for a run; its housekeeping journeys use the run's own ports. */
export function createRestorer(ports: Ports, world: World, planChore: PlanChore) {
  const { target, signal, record, contract } = ports;
  const by = new Set(target.restore?.by);
  const learning = createLearning(ports, world, planChore);
  const aside = new Map<string, string>();
  const clearing = createClearing(ports, planChore);

  const typeOf = (body: Json | undefined): string => {
    const place = contract.operations.order.fields.find(({ field }) => field === 'orderType')?.to ?? '';
    return String(getAt({ body: body ?? null }, place) ?? '');
  };

  /** Gives back a site after the orders placed there; what became of it. */
  const settle = async (
    journey: Journey,
    { role }: Lease,
    site: Site,
    placed: readonly PlacedOrder[],
  ): Promise<RestoreOutcome> => {
    const leftBy = world.roles[role]?.leftBy ?? [];
    const began = (orders: readonly PlacedOrder[]): void =>
      record({ type: 'restore-began', journey: journey.id, orders: orders.map(({ id }) => id) });
    const resetOr = async (otherwise: RestoreOutcome): Promise<RestoreOutcome> => {
      if (!by.has('reset') && !by.has('operator')) return otherwise;
      began(placed);
      learning.forget(site);
      const detail = await reset(site, journey, ports);
      return detail === undefined ? { left: 'as it was' } : { left: 'used up', detail };
    };
    for (const order of placed) {
      // It may have ended while an earlier one was cancelled.
      if (clearing.isOver(order)) continue;
      if (!by.has('cancel')) return resetOr({ left: 'used up', detail: `order ${order.id} is open` });
      began([order]);
      if (await clearing.cancel(order)) continue;
      return resetOr({ left: 'used up', detail: `order ${order.id} is open and could not be cancelled` });
    }
    const last = placed.findLast(clearing.completionOf);
    if (!last) return { left: 'as it was' };
    learning.forget(site);
    const { id, tenant } = last;
    const type = typeOf(last.body);
    const event = clearing.completionOf(last)?.order ?? null;
    const chore = planChore('cease', { id, order: id, tenant, event });
    const isCeased = by.has('cease') && leftBy.includes(typeOf(callsOf(chore)[0]?.request.body));
    if (isCeased && !leftBy.includes(type)) {
      began([last]);
      const why = await clearing.cease(chore);
      if (why === undefined) return { left: 'as it was' };
      return resetOr({ left: 'used up', detail: `the service of order ${id} could not be ceased: ${why}` });
    }
    const roles = Object.entries(world.roles).flatMap(([name, each]) => (each.leftBy?.includes(type) ? [name] : []));
    return resetOr({ left: roles.length === 0 ? 'used up' : { roles, tenant } });
  };

  const returned = async (
    journey: Journey,
    lease: Lease,
    site: Site,
    placed: readonly PlacedOrder[],
  ): Promise<Returned> => {
    const { use } = world.roles[lease.role] ?? {};
    const taken = placed.filter((each) => isTaken(each) && isAbout(each, site));
    if (taken.length === 0 || use === 'shared' || (use === 'exclusive' && !target.restore)) return 'as it was';
    const settled = signal.aborted ? { left: 'used up' as const } : await settle(journey, lease, site, taken);
    // What the end of the run interrupted says nothing of the gateway.
    const { left, ...why } = signal.aborted ? { left: settled.left } : settled;
    if ('detail' in why && !aside.has(lease.role)) aside.set(lease.role, `${site.type} ${site.id}: ${why.detail}`);
    record({ type: 'site-returned', journey: journey.id, role: lease.role, site, left, ...why });
    return left;
  };

  return {
    /** Why the first address of the role that could not be given back was set aside. */
    setAside: (role: string): string | undefined => aside.get(role),
    learn: learning.learn,
    /** Clears away what a journey left at its sites; returns what became of each. */
    giveBack: async (
      journey: Journey,
      sites: readonly (Site | null)[],
      placed: readonly PlacedOrder[],
    ): Promise<readonly Returned[]> => {
      const all: Returned[] = [];
      await clearing.during(placed, async () => {
        for (const [i, lease] of journey.leases.entries()) {
          const site = sites[i];
          all.push(site ? await returned(journey, lease, site, placed) : 'as it was');
        }
      });
      return all;
    },
  };
}

type RestoreCall = NonNullable<Restore['call']>;
interface RestoreOutcome {
  readonly left: Returned;
  readonly detail?: string;
}

/** Resets an address by call or by hand; undefined, or why it was not reset. */
async function reset({ id, type }: Site, { tenant }: Journey, ports: Ports): Promise<string | undefined> {
  const { target } = ports;
  if (!target.restore?.call) return ports.operator ? ports.operator(`reset the address ${type} ${id}`) : NOBODY;
  const scope = { base: target.baseUrl, site: { id, type }, tenant };
  const call = bind(target.restore.call as unknown as Json, scope).value as unknown as RestoreCall;
  const headers = Object.entries({ 'Content-Type': 'application/json', ...call.headers });
  await ports.pace('reset');
  const { answer } = await ports.exchange(
    { journey: `${RESTORING}reset`, step: 'reset', verb: 'http', tenant },
    {
      ...call,
      headers: headers.map(([name, value]) => [name, String(value)] as const),
      body: call.body === undefined ? null : bytesOf(JSON.stringify(call.body)),
    },
  );
  return answer !== null && answer.status < 300 ? undefined : 'the call that resets it was not answered 2xx';
}

function isTaken({ status }: PlacedOrder): boolean {
  return status === null || status < 400 || status >= 500;
}

/** Whether an order names the address, or the service there. */
function isAbout({ body }: PlacedOrder, { id, serviceId }: Site): boolean {
  const text = JSON.stringify(body);
  return [id, serviceId].some((fact) => typeof fact === 'string' && text.includes(JSON.stringify(fact)));
}

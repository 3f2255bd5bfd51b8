import { callsOf } from '../journey/calls.ts';
import { RESTORING } from '../journey/restoring.ts';
import { turnedDownBy } from '../judge/open-orders.ts';
import type { AnsweredArrival } from '../judge/retry.ts';
import { locate } from '../kci/read.ts';
import type { Journey, Json, JsonObject, KciEventRule, Lease, Restore, Site, Step, World } from '../model.ts';
import { bind } from '../values/bind.ts';
import { getAt, isObject } from '../values/pointer.ts';
import { bytesOf } from '../wire/wire.ts';
import { NOBODY, type PlacedOrder } from './call.ts';
import { eventsOfTenantOrder, type TenantOrder } from './inbox.ts';
import { type JourneyResult, walkJourney } from './journey.ts';
import { keyOf, type Returned } from './lease.ts';
import type { Ports, Stop } from './ports.ts';
import { waitFor } from './wait.ts';

/** Plans a housekeeping journey from the scenario of that name, with these values as its row. */
export type PlanChore = (name: 'cancel' | 'cease' | 'look', row: RestoreRow) => Journey;

/** Reads the facts of leased addresses before a journey and restores them after it, as the target file allows. Not judged. */
export type Restorer = ReturnType<typeof createRestorer>;

/** The sites with learnt facts; `stop` if the journey cannot begin. */
export interface Learnt {
  readonly sites: readonly (Site | null)[];
  readonly stop?: Stop;
}

/** A restorer for a run; its housekeeping journeys use the run's own ports. */
export function createRestorer(ports: Ports, world: World, planChore: PlanChore) {
  const { target, profile, inbox, clock, signal, record, contract } = ports;
  const by = new Set(target.restore?.by);
  const learnt = new Map<string, { readonly role: string; readonly site: Site }>();
  const turnedDown = turnedDownBy(profile);
  const aside = new Map<string, string>();
  const ruleOf = ({ event }: AnsweredArrival): KciEventRule | undefined => profile.events[event.name ?? ''];
  /** By order id: the orders of the journey that is cleared away. */
  const together = new Map<string, readonly PlacedOrder[]>();
  const heardOf = (order: TenantOrder): readonly AnsweredArrival[] =>
    eventsOfTenantOrder(inbox, order, together.get(order.id) ?? []);
  const isDone = (order: TenantOrder): boolean => heardOf(order).some((each) => ruleOf(each)?.fulfils);
  const isOver = (order: TenantOrder): boolean =>
    isDone(order) || heardOf(order).some((each) => ruleOf(each)?.terminal);
  const longestMs = Math.min(
    target.deadlines.kciMs ?? Number.POSITIVE_INFINITY,
    Math.max(profile.delivery.firstWithinMs, profile.delivery.betweenWithinMs),
  );

  const until = async (id: string, isMet: () => boolean): Promise<void> => {
    const deadline = clock.now() + longestMs;
    while (!isMet() && clock.now() < deadline) {
      const next = inbox.nextOf(id);
      if ((await waitFor(clock, signal, next, deadline - clock.now())) === 'interrupted') return;
    }
  };

  /** Walks a chore, which is one call, and captures its answer. */
  const walk = (chore: Journey): Promise<JourneyResult> => {
    const { restorer: _, ...others } = ports;
    return walkJourney({ ...chore, steps: chore.steps.map((step) => ({ ...step, as: 'shown' }) as Step) }, others);
  };

  const cancel = async (order: PlacedOrder): Promise<boolean> => {
    const { id, body, tenant, status } = order;
    const refusals = (): number => heardOf(order).filter(({ event }) => turnedDown.has(event.name ?? '')).length;
    const before = refusals();
    const { stop } = await walk(planChore('cancel', { id, order: body.id ?? null, tenant }));
    const wasHeardOf = status !== null && status < 500;
    // An order that is ending already may refuse to be cancelled.
    if (!stop || wasHeardOf) await until(id, () => isOver(order) || refusals() > before);
    // An order without an answer to its request, and without any event, does not exist.
    return isOver(order) || (!wasHeardOf && heardOf(order).length === 0);
  };

  /** Ceases a service; undefined, or why it is still there. */
  const cease = async (chore: Journey): Promise<string | undefined> => {
    const { stop, placed } = await walk(chore);
    const [order] = placed;
    if (stop || !order) return stop?.detail ?? 'it was not asked for';
    await until(order.id, () => isOver(order));
    return isDone(order) ? undefined : `its order ${order.id} was not completed`;
  };

  /** Resets an address by call or by hand; undefined, or why it was not reset. */
  const reset = async ({ id, type }: Site, { tenant }: Journey): Promise<string | undefined> => {
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
  };

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
      learnt.delete(keyOf(site));
      const detail = await reset(site, journey);
      return detail === undefined ? { left: 'as it was' } : { left: 'used up', detail };
    };
    for (const order of placed) {
      // It may have ended while an earlier one was cancelled.
      if (isOver(order)) continue;
      if (!by.has('cancel')) return resetOr({ left: 'used up', detail: `order ${order.id} is open` });
      began([order]);
      if (await cancel(order)) continue;
      return resetOr({ left: 'used up', detail: `order ${order.id} is open and could not be cancelled` });
    }
    const last = placed.findLast(isDone);
    if (!last) return { left: 'as it was' };
    learnt.delete(keyOf(site));
    const { id, tenant } = last;
    const type = typeOf(last.body);
    const event = heardOf(last).find((each) => ruleOf(each)?.fulfils)?.event.order ?? null;
    const chore = planChore('cease', { id, order: id, tenant, event });
    const isCeased = by.has('cease') && leftBy.includes(typeOf(callsOf(chore)[0]?.request.body));
    if (isCeased && !leftBy.includes(type)) {
      began([last]);
      const why = await cease(chore);
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

  const learn = async (journey: Journey, role: string, site: Site): Promise<Site | string> => {
    const places = Object.entries(world.roles[role]?.learn ?? {});
    const known = learnt.get(keyOf(site));
    if (places.length === 0) return site;
    if (known?.role === role) return known.site;
    const { id, type } = site;
    const row = { id: `${id}/${journey.id}`, address: { id, type }, tenant: journey.tenant };
    const { scope, stop } = await walk(planChore('look', row));
    if (stop)
      return stop.detail ?? `availability of ${type} ${id}, asked for what is known of it, was not answered 2xx`;
    if (!isObject(scope.shown)) return `availability of ${type} ${id} was answered with no JSON object`;
    const found = places.map(([fact, place]) => [fact, locate(place, [], scope.shown)] as const);
    const lost = found.find(([, value]) => (typeof value !== 'string' && typeof value !== 'number') || value === '');
    if (lost) return `availability of ${type} ${id} shows no ${lost[0]} where the world looks for it`;
    const facts = Object.fromEntries(found.map(([fact, value]) => [fact, String(value)]));
    learnt.set(keyOf(site), { role, site: { ...site, ...facts } });
    return { ...site, ...facts };
  };

  return {
    /** Why the first address of the role that could not be given back was set aside. */
    setAside: (role: string): string | undefined => aside.get(role),
    /** The sites with facts read from their availability. */
    learn: async (journey: Journey, sites: readonly (Site | null)[]): Promise<Learnt> => {
      const all: (Site | null)[] = [];
      for (const [i, site] of sites.entries()) {
        const found = site && (await learn(journey, journey.leases[i]?.role ?? '', site));
        if (typeof found !== 'string') all.push(found);
        else return { sites, stop: { ended: 'stopped', reason: 'value-missing', detail: found } };
      }
      return { sites: all };
    },
    /** Clears away what a journey left at its sites; returns what became of each. */
    giveBack: async (
      journey: Journey,
      sites: readonly (Site | null)[],
      placed: readonly PlacedOrder[],
    ): Promise<readonly Returned[]> => {
      for (const { id } of placed) together.set(id, placed);
      const all: Returned[] = [];
      for (const [i, lease] of journey.leases.entries()) {
        const site = sites[i];
        all.push(site ? await returned(journey, lease, site, placed) : 'as it was');
      }
      for (const { id } of placed) together.delete(id);
      return all;
    },
  };
}

type RestoreRow = JsonObject & { readonly id: string };
type RestoreCall = NonNullable<Restore['call']>;
interface RestoreOutcome {
  readonly left: Returned;
  readonly detail?: string;
}

function isTaken({ status }: PlacedOrder): boolean {
  return status === null || status < 400 || status >= 500;
}

/** Whether an order names the address, or the service there. */
function isAbout({ body }: PlacedOrder, { id, serviceId }: Site): boolean {
  const text = JSON.stringify(body);
  return [id, serviceId].some((fact) => typeof fact === 'string' && text.includes(JSON.stringify(fact)));
}

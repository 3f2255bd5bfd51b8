import { readFileSync } from 'node:fs';
import { shippedPath } from '../../home.ts';
import { RESTORING } from '../../journey/restoring.ts';
import { askedFor } from '../../judge/exchange.ts';
import type { History } from '../../judge/history.ts';
import { EXISTING_SERVICE } from '../../judge/member-names.ts';
import { openOrders } from '../../judge/open-orders.ts';
import type { OrderHistory } from '../../judge/orders.ts';
import { ruleOf } from '../../kci/stream.ts';
import type { Json, JsonObject, KciProfile, OpenOrder, Plan, Scenario } from '../../model.ts';
import { createPools, type Pools } from '../../plan/context.ts';
import { expand } from '../../plan/expand.ts';
import { orderNamed } from '../../record/orders.ts';
import type { PlanChore } from '../../run/clearing.ts';
import { parseScenario } from '../../scenario/parse.ts';
import { getAt } from '../../values/pointer.ts';
import type { Aim } from '../inputs.ts';
import { refuseOn } from '../say.ts';

/** One clean-up request: cancels an order left open, or ceases a service that was delivered. */
export interface Chore extends Pick<OpenOrder, 'orderType' | 'tenant'> {
  /** The id of its journey. */
  readonly id: string;
  readonly what: 'cancel' | 'cease';
  /** The order cancelled, or the one that brought the service. */
  readonly order: string;
}

/** The requests of a clean-up, in order, and their plan. */
export type Chores = ReturnType<typeof planChores>;

/** Plans to cancel every open order and, with `cease`, to cease every new service. */
export function planChores(
  history: History,
  aim: Aim,
  { cease, nonce, now }: { readonly cease: boolean; readonly nonce: string; readonly now: number },
) {
  const open = openOrders(history, aim.profile)
    .filter(({ journey }) => !journey.startsWith(OWN))
    .flatMap(({ id: orderId, tenant }) => orderNamed(history.orders, { orderId, tenant }) ?? []);
  const brought = cease ? newServices(history, aim.profile) : [];
  const scenarios = [
    withRows('cancel', open.map(rowOf)),
    withRows(
      'cease',
      brought.map(({ order, event }) => ({ ...rowOf(order), event })),
    ),
  ].filter(({ rows }) => rows.length > 0);
  const { plan, problems } = expand(scenarios, { ...aim, seed: 1, nonce, now });
  refuseOn(problems.filter(({ severity }) => severity === 'error'));
  const chore = (what: Chore['what'], order: OrderHistory): Chore => ({
    id: `${what}#${order.key}`,
    what,
    order: order.id,
    orderType: String(askedFor(order.placed, 'orderType') ?? ''),
    tenant: order.placed.sent.tenant,
  });
  return {
    plan,
    chores: [...open.map((order) => chore('cancel', order)), ...brought.map(({ order }) => chore('cease', order))],
  };
}

/** Prefix of ids of journeys that cease services: the orders they place need no clean-up. */
const OWN = 'cease#';

/** Plans requests that learn facts of a run's addresses or give them back. Uses no id of the run's own plan. */
export function chorePlanner(aim: Aim, { seed, nonce, journeys }: Plan, now: () => number): PlanChore {
  const planned = new Set(journeys.flatMap(({ values }) => Object.values((values.ids ?? {}) as JsonObject)));
  const pools = createPools(aim.target.ids, aim.world);
  const ids: Pools['ids'] = (name) => {
    const id = pools.ids(name);
    return id !== undefined && planned.has(id) ? ids(name) : id;
  };
  const scenarios = new Map<string, Scenario>();
  return (name, { id, ...values }) => {
    const scenario = scenarios.get(name) ?? { ...withRows(name, []), id: `${RESTORING}${name}` };
    scenarios.set(name, scenario);
    const rows = [{ id, values }];
    const { plan } = expand([{ ...scenario, rows }], { ...aim, seed, nonce, now: now(), pools: { ...pools, ids } });
    const [journey] = plan.journeys;
    if (!journey) throw new Error(`no journey of ${name}`);
    return journey;
  };
}

/** The clean-up scenario of Assay, with a row for each order. */
function withRows(name: Parameters<PlanChore>[0], rows: readonly JsonObject[]): Scenario {
  const file = shippedPath('fixtures/cleanup', `${name}.yaml`);
  const { scenario, problems } = parseScenario(readFileSync(file, 'utf8'), file, name);
  if (!scenario) throw new Error(`${file}: ${problems.map(({ message }) => message).join('; ')}`);
  return { ...scenario, rows: rows.map(({ key, ...values }) => ({ id: String(key), values })) };
}

/** Takes the id as it was sent: the key is a text, and the id may be a number. */
function rowOf({ key, placed }: OrderHistory): JsonObject {
  return { key, order: askedFor(placed, 'id') ?? null, tenant: placed.sent.tenant };
}

/** New services of the run that no later order of it was about. */
function newServices(
  { orders }: History,
  profile: KciProfile,
): readonly { readonly order: OrderHistory; readonly event: Json }[] {
  const all = [...orders.values()];
  const taken = new Set(all.flatMap(({ fate, placed }) => (fate === 'refused' ? [] : [serviceOf(placed)])));
  return all.flatMap((order) => {
    const told = order.stream.find(({ event }) => ruleOf(profile, event)?.fulfils);
    if (!told?.body || order.isCleared || serviceOf(order.placed) !== undefined) return [];
    const text = JSON.stringify(told.body);
    const isGone = [...taken].some((service) => service !== undefined && text.includes(JSON.stringify(service)));
    return isGone ? [] : [{ order, event: told.body }];
  });
}

/** The service that an order is about; undefined if it asks for a new one. */
function serviceOf({ asked }: OrderHistory['placed']): Json | undefined {
  return getAt(asked, EXISTING_SERVICE);
}

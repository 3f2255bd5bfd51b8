/**
 * A small client of the wholesale gateway, as a tenant would write it: it gets tokens, asks what an address can have,
 * books appointments, places, amends and cancels orders, and takes the events that follow at its webhook.
 *
 * `assay certify-client --command 'node client.mjs'` starts it once for each case and tells it in variables of the
 * environment where the gateway is, who asks, where events come, and what to do. It ends with 0 where that was done.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { request } from 'undici';

const TOKEN = '/IdentityModule/v1.0/oauth/token';
const GATEWAY = '/WholesaleGateway/v1.0/gateway';

/** The task cannot be done, and why. */
class Undone extends Error {}
/** Nobody knows whether the gateway did what it was asked. */
class Unknown extends Undone {}

// One tenant's side of the gateway ------------------------------------------------------------------------------------

function tenantOf(gateway, { name, clientId, clientSecret }) {
  const conversation = randomUUID();
  let token;

  async function freshToken() {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    for (let tries = 1; ; tries += 1) {
      const answer = await send('POST', TOKEN, {
        headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=client_credentials',
      });
      if (answer.status >= 200 && answer.status < 300 && answer.json?.access_token) {
        const { access_token: text, expires_in: seconds } = answer.json;
        token = { text, endsAt: Date.now() + seconds * 1000 - Math.min(1000, seconds * 100) };
        return token;
      }
      if (!isPassing(answer) || tries === 3) throw new Undone(`no token: ${answer.status}`);
      await backOff(tries);
    }
  }

  async function send(method, path, { headers, body }) {
    try {
      const answer = await request(gateway + path, { method, headers, body, headersTimeout: 10_000, bodyTimeout: 10_000 });
      const text = await answer.body.text();
      return { status: answer.statusCode, json: jsonOf(text) };
    } catch (error) {
      return { status: 0, why: error.message };
    }
  }

  /** One request with a token; after a refusal of the token once more with another one. */
  async function once(method, path, body) {
    for (let tries = 1; ; tries += 1) {
      const current = token && token.endsAt > Date.now() ? token : await freshToken();
      const answer = await send(method, GATEWAY + path, {
        headers: {
          authorization: `Bearer ${current.text}`,
          tenant: name,
          'x-request-id': randomUUID(),
          'x-conversation-id': conversation,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      if (answer.status !== 401 || tries === 2) return answer;
      token = undefined;
    }
  }

  /** What changes nothing may be asked again, with a pause that grows. */
  async function query(path, parameters) {
    const text = Object.entries(parameters)
      .map(([key, value]) => `${key}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`)
      .join('&');
    for (let tries = 1; ; tries += 1) {
      const answer = await once('GET', `${path}?${text}`);
      if (answer.status === 200 && answer.json) return answer.json;
      if (!isPassing(answer) || tries === 3) throw new Undone(`${path}: ${answer.status}`);
      await backOff(tries);
    }
  }

  /** What changes something is asked once: after a breakdown nobody knows whether it was done. */
  async function change(path, body) {
    const answer = await once('POST', path, body);
    if (answer.status >= 200 && answer.status < 300) return answer.json;
    if (answer.status === 0 || answer.status >= 500) throw new Unknown(`${path}: ${answer.status}`);
    throw Object.assign(new Undone(`${path}: ${answer.status}`), { status: answer.status });
  }

  return {
    name,
    availability: (address) => query('/service-availability', { address: addressOf(address) }),
    slots: ({ address, purpose, service, ...further }) =>
      query('/available-appointments', {
        address: addressOf(address),
        appointmentPurpose: purpose,
        serviceSpecification: service,
        ...further,
      }),
    book: (booking) => change('/appointments', booking),
    order: (order) => change('/service-orders', order),
    amend: (amendment) => change('/service-order-amendments', amendment),
    cancel: (cancellation) => change('/service-order-cancellations', cancellation),
  };
}

const isPassing = ({ status }) => status === 0 || status === 429 || status >= 500;
const backOff = (tries) => sleep(110 * 2 ** tries);
const addressOf = ({ id, type }) => ({ id, type });
const newId = () => randomInt(1, 2 ** 47);

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// The webhook ---------------------------------------------------------------------------------------------------------

const LAST = ['COMPLETED', 'CANCELLED', 'REJECTED', 'ORDER_REJECTED', 'TERMINATED'];

/** Takes events, keeps those of each order once, and tells who waits for its last one. */
async function listen(url, secret) {
  const seen = new Set();
  const orders = new Map();
  const waiting = new Map();
  const webhook = new Webhook(secret);

  function take(event) {
    const order = event.provideServiceOrder ?? event.modifyServiceOrder ?? event.ceaseServiceOrder;
    if (!order || seen.has(event.id)) return;
    seen.add(event.id);
    const events = orders.get(order.id) ?? [];
    events.push(event.reasonCode);
    orders.set(order.id, events);
    if (LAST.includes(event.reasonCode)) waiting.get(order.id)?.(event.reasonCode);
  }

  const server = createServer(async (call, answer) => {
    let text = '';
    for await (const chunk of call) text += chunk;
    try {
      webhook.verify(text, call.headers);
    } catch (error) {
      return answer.writeHead(error instanceof SyntaxError ? 400 : 401).end();
    }
    const event = jsonOf(text);
    if (typeof event !== 'object' || event === null) return answer.writeHead(400).end();
    take(event);
    return answer.writeHead(204).end();
  });
  const { hostname, port } = new URL(url);
  await new Promise((resolve, reject) => server.once('error', reject).listen(Number(port), hostname, resolve));

  return {
    /** The last event of an order, or undefined where it does not come in time. */
    lastOf(id, withinMs) {
      const known = orders.get(id)?.find((name) => LAST.includes(name));
      if (known) return known;
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, withinMs);
        waiting.set(id, (name) => {
          clearTimeout(timer);
          resolve(name);
        });
      });
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

// What it is asked to do ----------------------------------------------------------------------------------------------

/** Books the first slot that is free; one that was taken meanwhile is looked for anew. */
async function book(tenant, { address, purpose, service }) {
  for (let tries = 1; ; tries += 1) {
    const { availableTimeslots } = await tenant.slots({ address, purpose, service });
    const slot = availableTimeslots[tries - 1];
    if (!slot) throw new Undone('no slot is free');
    const { timeslotStartDateTime, timeslotEndDateTime } = slot;
    try {
      const booked = await tenant.book({
        id: newId(),
        address: addressOf(address),
        serviceSpecification: { id: service.id },
        purpose,
        timeslot: { timeslotStartDateTime, timeslotEndDateTime },
      });
      if (!booked?.supplierReference) throw new Undone('a booking without a reference');
      return booked;
    } catch (error) {
      if (error.status !== 409 || tries === 3) throw error;
    }
  }
}

const PROVIDE = ['NEW', 'START', 'TAKEOVER', 'TRANSFER', 'SWAP'];

/** The body of an order, in the shape that its type has. */
function orderOf(tenant, { orderType, address, service, characteristics = {}, ...details }, reservation) {
  const serviceCharacteristics = pairsOf(characteristics);
  return {
    id: newId(),
    orderType,
    tenant: tenant.name,
    ...(PROVIDE.includes(orderType)
      ? {
          address: addressOf(address),
          serviceOrderItem: { serviceSpecification: service, serviceCharacteristics },
        }
      : {}),
    ...(orderType === 'MODIFY' ? { serviceCharacteristics } : {}),
    ...reservedBy(reservation),
    ...details,
  };
}

/** What an amendment changes. */
function changesOf({ characteristics, ...details }, reservation) {
  return {
    ...(characteristics ? { serviceCharacteristics: pairsOf(characteristics) } : {}),
    ...reservedBy(reservation),
    ...details,
  };
}

const pairsOf = (characteristics) => Object.entries(characteristics).map(([name, value]) => ({ name, value }));

const reservedBy = (reservation) =>
  reservation
    ? { appointmentReservationId: reservation.id, appointmentReservationReference: reservation.supplierReference }
    : {};

/** Whether an order may be placed there, by what availability says. */
async function checkAddress(tenant, { orderType, address }) {
  const { unavailabilityReasons = [], siteInformation = {} } = await tenant.availability(address);
  if (unavailabilityReasons.length > 0) throw new Undone(`unavailable: ${unavailabilityReasons[0].code}`);
  if (orderType === 'NEW' && siteInformation.newLine === false) throw new Undone('no new line there');
}

/** Does a task, step by step; throws `Undone` where that is impossible. */
async function follow({ gateway, tenants, service, task, inbox }) {
  const known = new Map(tenants.map((each) => [each.name, tenantOf(gateway, each)]));
  const orders = new Map();
  const reservations = new Map();
  for (const step of task.steps) {
    const [[verb, asked]] = Object.entries(step);
    const tenant = known.get(asked.tenant ?? tenants[0].name);
    const { tenant: _, ...fields } = asked;
    const patienceMs = task.patienceMs;
    switch (verb) {
      case 'availability':
        await tenant.availability(fields.address);
        break;
      case 'slots':
        await tenant.slots({ service, ...fields });
        break;
      case 'book':
        reservations.set(tenant.name, await book(tenant, { service, ...fields }));
        break;
      case 'order': {
        if (fields.address) await checkAddress(tenant, fields);
        const order = orderOf(tenant, { service, ...fields }, reservations.get(tenant.name));
        reservations.delete(tenant.name);
        orders.set(tenant.name, order);
        // Events tell what became of an order that nobody answered.
        await tenant.order(order).catch((error) => {
          if (!(error instanceof Unknown)) throw error;
        });
        break;
      }
      case 'amend': {
        const changes = changesOf(fields, reservations.get(tenant.name));
        await tenant.amend({ id: newId(), orderId: orders.get(tenant.name).id, ...changes });
        reservations.delete(tenant.name);
        break;
      }
      case 'cancel':
        await tenant.cancel({ id: newId(), orderId: orders.get(tenant.name).id, ...fields });
        break;
      case 'events': {
        const last = await inbox.lastOf(orders.get(tenant.name).id, patienceMs);
        if (last !== asked.until) throw new Undone(last ?? 'the last event did not come');
        break;
      }
      case 'wait':
        await sleep(asked.ms);
        break;
      default:
        throw new Undone(`what is "${verb}"?`);
    }
  }
}

/** Does the task that the settings name; true where it was done. */
export async function run({ gateway, tenants, webhook, secret, service, task }) {
  const inbox = await listen(webhook, secret);
  try {
    await follow({ gateway, tenants, service, task, inbox });
    return true;
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    return false;
  } finally {
    await inbox.close();
  }
}

// Started as a command, also by way of a link.
if (import.meta.url === pathToFileURL(realpathSync(process.argv[1] ?? '.')).href) {
  const { ASSAY_GATEWAY, ASSAY_TENANTS, ASSAY_WEBHOOK, ASSAY_WEBHOOK_SECRET, ASSAY_TASK } = process.env;
  const { service, ...task } = JSON.parse(ASSAY_TASK);
  const tenants = JSON.parse(ASSAY_TENANTS);
  const isDone = await run({
    gateway: ASSAY_GATEWAY,
    tenants,
    webhook: ASSAY_WEBHOOK,
    secret: ASSAY_WEBHOOK_SECRET,
    service,
    task,
  });
  process.exit(isDone ? 0 : 1);
}

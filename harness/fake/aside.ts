import type { Json, WireRequest } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { parseJson, textOf } from '../wire/wire.ts';
import type { Reply } from './refuse.ts';

/** The fake's own paths, outside those of the gateway. */
const WEBHOOK = '/_fake/webhook';
const HEALTH = '/_fake/health';
const SITES = '/_fake/sites';

/**
 * Answers `PUT /_fake/webhook {"url": …, "tenant": …}`, by which a client registers where its events go (the tenant may
 * be left out), `DELETE /_fake/sites {"id": …, "type": …}`, which makes an address what it was before any order, and
 * `GET /_fake/health`. Null for any other request.
 */
export function createAside(gateway: {
  setWebhook(url: string, tenant?: string): void;
  pendingDeliveries(): number;
  resetSite(address: Json): void;
}): (request: WireRequest, path: string) => Reply | null {
  return (request, path) => {
    if (path === HEALTH && request.method === 'GET') {
      return { status: 200, json: { status: 'up', pendingDeliveries: gateway.pendingDeliveries() } };
    }
    const { json } = parseJson(request.body === null ? '' : (textOf(request.body) ?? ''));
    if (path === SITES && request.method === 'DELETE') {
      gateway.resetSite(json ?? null);
      return { status: 204 };
    }
    if (path !== WEBHOOK || request.method !== 'PUT') return null;
    const { url, tenant } = isObject(json) ? json : {};
    if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:/.test(url)) {
      return { status: 422, json: { message: 'expected {"url": "http://…"}' } };
    }
    gateway.setWebhook(url, typeof tenant === 'string' ? tenant : undefined);
    return { status: 204 };
  };
}

import { getResponse, HttpResponse, http, type RequestHandler } from 'msw';
import type { Send, WireRequest } from '../model.ts';
import { isFault } from '../wire/wire.ts';

/**
 * The msw options: the same gateway as handlers, for tests that already use msw.
 *
 *     const server = setupServer(...gatewayHandlers(gateway, 'http://gateway.test'));
 */
export function gatewayHandlers(gateway: { readonly answer: Send }, baseUrl: string): RequestHandler[] {
  const base = baseUrl.replace(/\/+$/, '');
  return [
    http.all(`${base}/*`, async ({ request }) => {
      const answer = await gateway.answer(await wireRequestOf(request));
      if (isFault(answer)) return HttpResponse.error();
      const headers = new Headers(answer.headers.map(([name, value]) => [name, value]));
      const body = answer.body.length === 0 ? null : Uint8Array.from(answer.body);
      return new HttpResponse(body, { status: answer.status, headers });
    }),
  ];
}

async function wireRequestOf(request: Request): Promise<WireRequest> {
  const body = new Uint8Array(await request.arrayBuffer());
  return {
    method: request.method,
    url: request.url,
    headers: [...request.headers],
    body: body.length === 0 ? null : body,
  };
}

const NOT_SENT = { fault: 'malformed', tookMs: 0 } as const;

/** A `Send` through msw's own resolution of handlers, without anything global being patched. */
export function mswSend(handlers: RequestHandler[]): Send {
  return async ({ method, url, headers, body }) => {
    let request: Request;
    try {
      const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]) };
      request = new Request(url, body === null ? init : { ...init, body: Uint8Array.from(body) });
    } catch (error) {
      return { ...NOT_SENT, detail: error instanceof Error ? error.message : String(error) };
    }
    const response = await getResponse(handlers, request);
    if (!response) return { fault: 'refused', detail: 'no handler answers this request', tookMs: 0 };
    if (response.type === 'error') return { fault: 'reset', detail: 'the handler broke the connection', tookMs: 0 };
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: [...response.headers], body: bytes, tookMs: 0 };
  };
}

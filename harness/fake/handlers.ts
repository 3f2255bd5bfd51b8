import { getResponse, HttpResponse, http, type RequestHandler } from 'msw';
import type { Send, WireFault, WireRequest, WireResponse } from '../model.ts';
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
      if (request instanceof CarryingRequest) return new CarryingResponse(await gateway.answer(request.wire));
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

/** What Assay itself sends through msw has its bytes beside it: nobody need write them into a stream and read them back. */
class CarryingRequest extends Request {
  readonly wire: WireRequest;

  constructor(wire: WireRequest) {
    const { method, url, headers } = wire;
    super(url, { method, headers: headers.map(([name, value]): [string, string] => [name, value]) });
    this.wire = wire;
  }

  /** Its stream is never read. */
  override clone(): CarryingRequest {
    return this;
  }
}

class CarryingResponse extends Response {
  readonly wire: WireResponse | WireFault;

  constructor(wire: WireResponse | WireFault) {
    super();
    this.wire = wire;
  }
}

/** A `Send` through msw's own resolution of handlers, without anything global being patched. */
export function mswSend(handlers: RequestHandler[]): Send {
  return async (wire) => {
    let request: Request;
    try {
      request = new CarryingRequest(wire);
    } catch (error) {
      return { ...NOT_SENT, detail: error instanceof Error ? error.message : String(error) };
    }
    const response = await getResponse(handlers, request);
    if (response instanceof CarryingResponse) return response.wire;
    return { fault: 'refused', detail: 'no handler answers this request', tookMs: 0 };
  };
}

import { getResponse, HttpResponse, http, type RequestHandler } from 'msw';
import type { Send, WireFault, WireRequest, WireResponse } from '../model.ts';
import { isFault } from '../wire/wire.ts';

/**
 * The gateway as msw handlers, for tests that already use msw.
 *
 *     const server = setupServer(...gatewayHandlers(gateway, 'http://gateway.test'));
 */
export function gatewayHandlers(gateway: { readonly answer: Send }, baseUrl: string): RequestHandler[] {
  const base = baseUrl.replace(/\/+$/, '');
  return [
    http.all(`${base}/*`, async ({ request }) => {
      if ('wire' in request) return { wire: await gateway.answer(request.wire as WireRequest) } as unknown as Response;
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

/** Throws if `fetch` would not send the request. Most requests pass a quick check. */
function check({ method, url, headers }: WireRequest): void {
  const isUsual = METHOD.test(method) && headers.every((each) => NAME.test(each[0]) && VALUE.test(each[1]));
  if (isUsual && URL.canParse(url)) return;
  new Request(url, { method, headers: headers.map(([name, value]): [string, string] => [name, value]) });
}

const METHOD = /^(GET|POST|PUT|PATCH|DELETE)$/;
const NAME = /^[\w-]+$/;
const VALUE = /^[ -~]*$/;
/** msw reads them only for cookies, which none of our handlers uses. */
const HEADERS = new Headers();

/**
 * A `Send` through msw's own resolution of handlers, without patching anything global. Of Assay's own requests, msw gets
 * only what it looks at, with the bytes beside it: making a whole `Request` takes longer than answering it.
 */
export function mswSend(handlers: RequestHandler[]): Send {
  return async (wire) => {
    try {
      check(wire);
    } catch (error) {
      return { ...NOT_SENT, detail: error instanceof Error ? error.message : String(error) };
    }
    const request = { wire, url: wire.url, method: wire.method, headers: HEADERS, clone: () => request };
    const response: object | undefined = await getResponse(handlers, request as unknown as Request);
    if (response && 'wire' in response) return response.wire as WireResponse | WireFault;
    return { fault: 'refused', detail: 'no handler answers this request', tookMs: 0 };
  };
}

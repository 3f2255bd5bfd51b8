import type { Aim } from '../application/inputs.ts';
import { createGateway } from '../fake/gateway.ts';
import { httpSend } from '../io/http.ts';
import { realClock } from '../io/real-clock.ts';
import { signingSend } from '../io/webhook-signing.ts';
import type { Headers, Send, TargetTenant, WireRequest, WireResponse } from '../model.ts';
import { bytesOf, headerOf, isFault } from '../wire/wire.ts';
import { canary } from './canaries.ts';
import { serving } from './target.ts';

/** A fake gateway that gives canaries for tokens, one for each request, and repeats what it knows wherever there is room. */
export interface EchoingGateway {
  readonly url: string;
  /** Every secret that it gave out. */
  readonly issued: readonly string[];
  /** From now on it repeats only what it gives out from now on: another process knows of nothing else. */
  forget(): void;
}

/** How a text stands in another. */
const WAYS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => encodeURIComponent(secret),
  (secret) => Buffer.from(secret).toString('base64'),
  (secret) => Buffer.from(`id:${secret}`).toString('base64'),
  (secret) => Buffer.from(`"token":"${secret}"`).toString('base64url'),
];

/**
 * Serves it for the time of a test. `given` are secrets that it was told, and repeats; `tokens: 'malformed'`, it gives no
 * token that can be used.
 */
export async function echoingGateway(
  aim: Aim,
  {
    tenants,
    given,
    tokens = 'usable',
    newest = 64,
  }: {
    readonly tenants: readonly TargetTenant[];
    readonly given: readonly string[];
    readonly tokens?: string;
    /** How many of the newest secrets it keeps to itself: their answers may still be on their way to Assay. */
    readonly newest?: number;
  },
): Promise<EchoingGateway> {
  const issued: string[] = [];
  const real = new Map<string, string>();
  const client = httpSend({ responseMs: 5_000, allowHosts: ['127.0.0.1'] });
  let count = 0;

  /** Repeated from here on. */
  let repeated = 0;

  const echo = (): string => {
    const some = issued.slice(repeated, Math.max(repeated, Math.min(repeated + 4, issued.length - newest)));
    repeated += some.length;
    return [...given, ...some].flatMap((secret) => WAYS.map((way) => way(secret))).join(' ');
  };
  const headersOf = (text: string): Headers => text.split(' ').map((each, i) => [`X-Debug-${i}`, each] as const);

  const deliver: Send = async (request, signal) => {
    count += 1;
    const url = new URL(request.url);
    const junk = (path: string, body: string): Promise<unknown> =>
      client.send({ ...request, url: `${url.origin}${path}`, body: bytesOf(body) }, signal);
    if (count % 9 === 0) await junk(url.pathname, `{"text":"${echo()}","cut":`);
    if (count % 9 === 3) await junk(`/no-such-path/${encodeURIComponent(canary('access-token', 0))}`, echo());
    const body = JSON.parse(Buffer.from(request.body ?? []).toString()) as object;
    const text = echo();
    const headers: Headers = [...request.headers, ...headersOf(text).slice(0, 12)];
    return client.send({ ...request, headers, body: bytesOf(JSON.stringify({ ...body, debug: text })) }, signal);
  };
  const gateway = createGateway({
    ...aim,
    tenants,
    seed: 1,
    clock: realClock,
    kciGapMs: 0,
    deliver: signingSend(aim.target.webhook.authentication, deliver, realClock.now),
  });

  const issue = (answer: WireResponse): WireResponse => {
    const given = JSON.parse(Buffer.from(answer.body).toString()) as { readonly access_token: string };
    const nth = issued.length;
    const [token, refresh] = [canary('access-token', nth), canary('refresh-token', nth + 1)];
    issued.push(token, refresh);
    real.set(token, given.access_token);
    const json = JSON.stringify({ ...given, access_token: token, refresh_token: refresh, expires_in: 0 });
    const body = tokens === 'usable' ? json : `${json.slice(0, -1)},"why":"${echo()}`;
    const cookie = ['Set-Cookie', `session=${canary('session', nth)}; HttpOnly`] as const;
    return { ...answer, headers: [...answer.headers, cookie], body: bytesOf(body) };
  };

  return {
    issued,
    forget: () => {
      repeated = issued.length;
    },
    url: await serving(async (request, signal) => {
      const answer = await gateway.answer(withRealToken(request, real), signal);
      if (isFault(answer) || request.url.includes('/_fake/')) return answer;
      if (answer.status === 200 && headerOf(request.headers, 'authorization')?.startsWith('Basic'))
        return issue({ ...answer, headers: answer.headers.filter(([name]) => !/^content-length$/i.test(name)) });
      count += 1;
      return withEchoes(answer, echo(), count);
    }),
  };

  function withEchoes(answer: WireResponse, text: string, nth: number): WireResponse {
    const instead = (status: number, type: string, body: string | Uint8Array, more: Headers = []): WireResponse => ({
      status,
      headers: [['Content-Type', type], ...more],
      body: typeof body === 'string' ? bytesOf(body) : body,
      tookMs: 0,
    });
    switch (nth % 12) {
      case 0:
        return instead(500, 'text/html', `<pre>Error: ${text}\n  at Auth.check (auth.js:7:1)\n${text}</pre>`);
      case 1:
        return instead(200, 'application/json', `{"error": "${text}", "access_token": "${canary('access-token', 0)}`);
      case 2:
        return instead(302, 'text/plain', '', [['Location', `/login?token=${text.replaceAll(' ', '&t=')}`]]);
      case 3:
        return instead(400, 'application/json', JSON.stringify({ code: text, details: JSON.stringify({ text }) }));
      case 4:
        return instead(502, 'application/octet-stream', Buffer.from(`\xff\xfe${text}`, 'latin1'));
      case 5:
        return instead(401, 'application/json', JSON.stringify({ [text]: [text] }), [
          ['WWW-Authenticate', `Bearer realm="${text}"`],
        ]);
      default:
        return { ...answer, headers: [...answer.headers, ...headersOf(text)] };
    }
  }
}

function withRealToken(request: WireRequest, real: ReadonlyMap<string, string>): WireRequest {
  return {
    ...request,
    headers: request.headers.map(([name, value]) => {
      const token = real.get(value.replace(/^Bearer /, ''));
      return [name, token === undefined ? value : `Bearer ${token}`] as const;
    }),
  };
}

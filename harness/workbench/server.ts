import { EventEmitter, on } from 'node:events';
import type { ServeOptions } from '../io/serve.ts';
import type { Headers, Send, WireRequest, WireResponse } from '../model.ts';
import { bytesOf, decodeUtf8, parseJson } from '../wire/wire.ts';
import { hasToken, isFromElsewhere, runOfReport, strangeIn } from './guard.ts';
import type { Live } from './live.ts';
import type { Commands } from './ports.ts';
import type { Aim, DoctorLine, DoctorNews } from './protocol.ts';
import { readAim } from './read.ts';
import { type Bench, MISREAD, routesOf } from './routes.ts';
import { aimWords } from './words.ts';

/** The server of the workbench, as `serve` takes it. */
export interface Server {
  readonly send: Send;
  readonly stream: NonNullable<ServeOptions['stream']>;
}

/** What the server is made of. */
interface ServerParts extends Bench {
  readonly live: Live;
  /** The page as it is sent. */
  readonly shell: string;
  /** Told of what nobody foresaw; the server goes on, for a run may be under way. */
  readonly crashed: (error: unknown) => void;
}

/** The page, the calls behind it, and the reports; each is let in by the guard alone. */
export function createServer(parts: ServerParts): Server {
  const { gate, crashed } = parts;
  const routes = routesOf(parts);

  const answerTo = async (request: WireRequest): Promise<WireResponse> => {
    const strange = strangeIn(request, gate);
    if (strange !== undefined) return refusal(403, strange);
    const { path, query } = addressOf(request);
    const isRead = request.method === 'GET';
    // The page alone holds nothing, and may be come to from anywhere.
    if (isRead && path === '/') return page(parts.shell, SHELL_POLICY);
    if (isFromElsewhere(request)) return refusal(403, 'the call comes from another page');
    const run = isRead ? runOfReport(path, gate) : undefined;
    if (run !== undefined) return reportOf(run);
    if (!path.startsWith('/api/')) return refusal(404, 'there is nothing here');
    if (!hasToken(request, gate)) return refusal(403, 'the token is missing, or it is not that of this server');
    const route = routes[`${request.method} ${path}`];
    return route ? answerOf(await route({ query, body: bodyOf(request) })) : refusal(404, 'there is nothing here');
  };

  const reportOf = (run: string): WireResponse => {
    const report = parts.runs.report(run);
    return report ? page(report, REPORT_POLICY) : refusal(404, 'there is no report of this run');
  };

  const newsFor = (request: WireRequest, signal: AbortSignal): AsyncIterable<unknown> | undefined => {
    const { path, query } = addressOf(request);
    if (request.method !== 'GET') return undefined;
    if (path === '/api/live') return parts.live.follow(signal);
    const aim = path === '/api/doctor' ? readAim(query) : undefined;
    return aim && doctor(parts.commands, aim, signal);
  };

  return {
    send: async (request) => {
      try {
        return await answerTo(request);
      } catch (error) {
        crashed(error);
        return refusal(500, 'Assay is at fault: it printed more where it was started');
      }
    },
    stream: (request, signal) => {
      const isLetIn = strangeIn(request, gate) === undefined && !isFromElsewhere(request) && hasToken(request, gate);
      const news = isLetIn ? newsFor(request, signal) : undefined;
      return news && { status: 200, headers: STREAMED, texts: eventsOf(news, crashed) };
    },
  };
}

function answerOf(result: unknown): WireResponse {
  if (result === undefined) return refusal(404, 'there is no such run');
  if (result === MISREAD) return refusal(400, 'the call cannot be read');
  return json(typeof result === 'object' && result !== null && 'refused' in result ? 422 : 200, result);
}

/** A browser sends the path as it is; whatever is no address has none. */
function addressOf({ url }: WireRequest): { readonly path: string; readonly query: URLSearchParams } {
  if (!URL.canParse(url)) return { path: '', query: new URLSearchParams() };
  const { pathname, searchParams } = new URL(url);
  return { path: pathname, query: searchParams };
}

function bodyOf({ body }: WireRequest) {
  const text = body === null ? undefined : decodeUtf8(body);
  return text === undefined ? undefined : parseJson(text).json;
}

/** Where nothing more can be told, the events end. */
async function* eventsOf(news: AsyncIterable<unknown>, crashed: ServerParts['crashed']): AsyncIterable<string> {
  try {
    for await (const each of news) yield eventText(each);
  } catch (error) {
    crashed(error);
  }
}

/** On every answer: nothing is kept, nothing is guessed, no other page gets at it. */
const ALWAYS: Headers = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
];

/** An answer with these headers and those of every answer. */
function answer(status: number, type: string, body: string | Uint8Array, more: Headers = []): WireResponse {
  const headers: Headers = [...ALWAYS, ['Content-Type', type], ...more];
  return { status, headers, body: typeof body === 'string' ? bytesOf(body) : body, tookMs: 0 };
}

/** What the page reads. */
function json(status: number, value: unknown): WireResponse {
  return answer(status, 'application/json', JSON.stringify(value));
}

/** Says in a sentence why there is nothing else. */
function refusal(status: number, why: string, more: Headers = []): WireResponse {
  return answer(status, 'text/plain; charset=utf-8', `${why}\n`, more);
}

/** A page under a policy. */
function page(html: string | Uint8Array, policy: string): WireResponse {
  return answer(200, 'text/html; charset=utf-8', html, [['Content-Security-Policy', policy]]);
}

/** The headers of what is written as it comes. */
const STREAMED: Headers = [...ALWAYS, ['Content-Type', 'text/event-stream']];

/** One server-sent event. */
function eventText(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** On top of the page's own: no text becomes markup or script, whatever a view is given. */
const SHELL_POLICY = ["frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"].join(
  '; ',
);

/**
 * The policy of a report, on top of its own: it is a file made of what a stranger's gateway sent, so it is a page of no
 * origin (`sandbox`), from which nothing here can be called.
 */
const REPORT_POLICY = [
  'sandbox allow-scripts allow-downloads allow-modals allow-popups',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Has the doctor look at a set-up, and tells each finding as it is found. Whoever goes ends the look. */
async function* doctor(commands: Commands, aim: Aim, signal: AbortSignal): AsyncIterable<DoctorNews> {
  if (signal.aborted) return;
  const told = new EventEmitter();
  const lines = on(told, 'line', { close: ['ended'] });
  const looking = commands(['doctor', ...aimWords(aim), '--json-lines'], (line) => told.emit('line', line));
  signal.addEventListener('abort', looking.interrupt, { once: true });
  const ended = looking.ended.finally(() => told.emit('ended'));
  for await (const [line] of lines) yield { type: 'line', line: JSON.parse(line) as DoctorLine };
  const { code, stderr } = await ended;
  yield { type: 'ended', code, said: stderr.trimEnd() };
}

import { EventEmitter, on } from 'node:events';
import type { ServeOptions } from '../io/serve.ts';
import type { Headers, Send, WireRequest, WireResponse } from '../model.ts';
import { bytesOf, decodeUtf8, parseJson } from '../wire/wire.ts';
import { hasToken, isFromElsewhere, runOfReport, strangeIn } from './guard.ts';
import type { LiveFeed } from './live.ts';
import type { Commands } from './ports.ts';
import type { DoctorLine, DoctorNews, TargetFlags } from './protocol.ts';
import { readTargetFlags } from './read.ts';
import { MISREAD, routesOf, type WorkbenchServices } from './routes.ts';
import { aimWords } from './words.ts';

/** The server of the workbench, as `serve` takes it. */
export interface Server {
  readonly send: Send;
  readonly stream: NonNullable<ServeOptions['stream']>;
}

/** What the server needs. */
interface ServerParts extends WorkbenchServices {
  readonly live: LiveFeed;
  /** The page as it is sent. */
  readonly shell: string;
  /** Called with unforeseen errors; the server goes on, because a run may be under way. */
  readonly crashed: (error: unknown) => void;
}

/** Serves the page, its calls and the reports; the guard decides who is let in. */
export function createServer(parts: ServerParts): Server {
  const { gate, crashed } = parts;
  const routes = routesOf(parts);

  const answerTo = async (request: WireRequest): Promise<WireResponse> => {
    const strange = strangeIn(request, gate);
    if (strange !== undefined) return refusal(403, strange);
    const { path, query } = addressOf(request);
    const isRead = request.method === 'GET';
    // The page alone contains no data and may be opened from anywhere.
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
    const aim = path === '/api/doctor' ? readTargetFlags(query) : undefined;
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

/** The path and query of a request; empty if its URL is malformed. */
function addressOf({ url }: WireRequest): { readonly path: string; readonly query: URLSearchParams } {
  if (!URL.canParse(url)) return { path: '', query: new URLSearchParams() };
  const { pathname, searchParams } = new URL(url);
  return { path: pathname, query: searchParams };
}

function bodyOf({ body }: WireRequest) {
  const text = body === null ? undefined : decodeUtf8(body);
  return text === undefined ? undefined : parseJson(text).json;
}

/** Ends the events after an error. */
async function* eventsOf(news: AsyncIterable<unknown>, crashed: ServerParts['crashed']): AsyncIterable<string> {
  try {
    for await (const each of news) yield eventText(each);
  } catch (error) {
    crashed(error);
  }
}

/** Headers of every answer: no caching, no type guessing, no access for other pages. */
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

/** A JSON answer for the page. */
function json(status: number, value: unknown): WireResponse {
  return answer(status, 'application/json', JSON.stringify(value));
}

/** An answer that explains a refusal in a sentence. */
function refusal(status: number, why: string): WireResponse {
  return answer(status, 'text/plain; charset=utf-8', `${why}\n`);
}

/** A page under a policy. */
function page(html: string | Uint8Array, policy: string): WireResponse {
  return answer(200, 'text/html; charset=utf-8', html, [['Content-Security-Policy', policy]]);
}

/** The headers of a streamed answer. */
const STREAMED: Headers = [...ALWAYS, ['Content-Type', 'text/event-stream']];

/** One server-sent event. */
function eventText(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** In addition to the page's own policy: no text becomes markup or script, whatever a view is given. */
const SHELL_POLICY = ["frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"].join(
  '; ',
);

/**
 * The policy of a report, in addition to its own: it contains data of a foreign gateway, so it is a page without origin
 * (`sandbox`) that cannot call anything here.
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

/** Runs the doctor and yields each finding as it comes. Ends the doctor when the caller has gone. */
async function* doctor(commands: Commands, aim: TargetFlags, signal: AbortSignal): AsyncIterable<DoctorNews> {
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

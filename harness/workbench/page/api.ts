import { useCallback, useEffect, useState } from 'preact/hooks';
import { TOKEN_HEADER } from '../protocol.ts';

/** Calls to the server that the page comes from. */

const KEPT = 'assay-token';

/** Takes the token out of the address, where it would be seen and kept, and remembers it for reloads and further tabs. */
export function takeToken(): void {
  const [, token] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  localStorage.setItem(KEPT, token);
  history.replaceState(null, '', location.pathname);
}

/** Why a call gave nothing. */
export class Failed extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Reads something. */
export function get<T>(path: string, query: Readonly<Record<string, string | undefined>> = {}): Promise<T> {
  return call<T>(pathTo(path, query));
}

/** Has something done. */
export function post<T>(path: string, body: unknown = {}): Promise<T> {
  return call<T>(path, { method: 'POST', body: JSON.stringify(body) });
}

/** Reads what comes, until the signal or the end. */
export async function listen<T>(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
  tell: (news: T) => void,
): Promise<void> {
  const answer = await request(pathTo(path, query), { signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) tell(JSON.parse(event.slice('data: '.length)) as T);
  }
}

async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
  return (await (await request(path, init)).json()) as T;
}

async function request(path: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, headers: { [TOKEN_HEADER]: localStorage.getItem(KEPT) ?? '' } });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Failed(0, 'The workbench does not answer: “assay ui” was ended.');
  }
  if (answer.ok) return answer;
  const text = await answer.text();
  throw new Failed(
    answer.status,
    answer.status === 422 ? (JSON.parse(text) as { refused: string }).refused : text.trim(),
  );
}

function pathTo(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Something that is read from the server: what came last, and why nothing newer did. */
export interface Remote<T> {
  readonly value?: T;
  readonly failed?: Failed;
  readonly isReading: boolean;
  readonly again: () => void;
}

/** Reads something, and again whenever what it depends on is another; what came before stays until then. */
export function useRemote<T>(read: () => Promise<T>, on: readonly unknown[]): Remote<T> {
  const [state, setState] = useState<Omit<Remote<T>, 'again'>>({ isReading: true });
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    let isWanted = true;
    setState((before) => ({ ...before, isReading: true }));
    read().then(
      (value) => isWanted && setState({ value, isReading: false }),
      (error: unknown) => isWanted && setState((before) => ({ ...before, failed: failedOf(error), isReading: false })),
    );
    return () => {
      isWanted = false;
    };
  }, [...on, round]);
  return { ...state, again };
}

/** Something that a click has done: whether it is under way, and why it failed. */
export interface Act {
  readonly isUnderWay: boolean;
  readonly failed?: Failed;
  readonly run: (deed: () => Promise<void>) => void;
}

/** A deed at a time, begun by a click. */
export function useAct(): Act {
  const [state, setState] = useState<Omit<Act, 'run'>>({ isUnderWay: false });
  const run = useCallback((deed: () => Promise<void>) => {
    setState({ isUnderWay: true });
    deed().then(
      () => setState({ isUnderWay: false }),
      (error: unknown) => setState({ isUnderWay: false, failed: failedOf(error) }),
    );
  }, []);
  return { ...state, run };
}

/** What went wrong, as one thing; what is our own fault goes on to the console. */
export function failedOf(error: unknown): Failed {
  if (error instanceof Failed) return error;
  console.error(error);
  return new Failed(-1, 'The page is at fault: its console says more.');
}

/** Has something begun, and shows how it goes. */
export function begin(act: Act, path: string, body: unknown): void {
  act.run(async () => {
    await post(path, body);
    location.hash = '#watch';
  });
}

/** Has cases of a run again, all that failed unless some are named. */
export function again(act: Act, body: { readonly run: string; readonly cases?: readonly string[] }): void {
  begin(act, '/api/again', body);
}

import { useCallback, useEffect, useState } from 'preact/hooks';
import { TOKEN_HEADER } from '../protocol.ts';

/** Calls to the page's server. */

const KEPT = 'assay-token';

/** Removes the token from the address, where it would be visible and kept, and stores it for reloads and further tabs. */
export function takeToken(): void {
  const [, token] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  localStorage.setItem(KEPT, token);
  history.replaceState(null, '', location.pathname);
}

/** Why a call failed. */
export class Failed extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Makes a GET call. */
export function get<T>(path: string, query: Readonly<Record<string, string | undefined>> = {}): Promise<T> {
  return call<T>(pathTo(path, query));
}

/** Makes a POST call. */
export function post<T>(path: string, body: unknown = {}): Promise<T> {
  return call<T>(path, { method: 'POST', body: JSON.stringify(body) });
}

/** Reads a stream of events until its end or the signal. */
export async function listenTo<T>(
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

/** Something read from the server: the latest value, and why no newer one came. */
export interface Remote<T> {
  readonly value?: T;
  readonly failed?: Failed;
  readonly isReading: boolean;
  readonly again: () => void;
}

/** Reads something, and again whenever `on` changes; the old value stays until then. */
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

/** An action started by a click: whether it is under way, and why it failed. */
export interface Act {
  readonly isUnderWay: boolean;
  readonly failed?: Failed;
  readonly run: (action: () => Promise<void>) => void;
}

/** Runs one action at a time. */
export function useAct(): Act {
  const [state, setState] = useState<Omit<Act, 'run'>>({ isUnderWay: false });
  const run = useCallback((action: () => Promise<void>) => {
    setState({ isUnderWay: true });
    action().then(
      () => setState({ isUnderWay: false }),
      (error: unknown) => setState({ isUnderWay: false, failed: failedOf(error) }),
    );
  }, []);
  return { ...state, run };
}

/** Any error as a `Failed`; our own bugs also go to the console. */
export function failedOf(error: unknown): Failed {
  if (error instanceof Failed) return error;
  console.error(error);
  return new Failed(-1, 'The page is at fault: its console says more.');
}

/** Starts something and shows its progress. */
export function begin(act: Act, path: string, body: unknown): void {
  act.run(async () => {
    await post(path, body);
    location.hash = '#watch';
  });
}

/** Runs cases of a run again: all that failed, unless some are named. */
export function again(act: Act, body: { readonly run: string; readonly cases?: readonly string[] }): void {
  begin(act, '/api/again', body);
}

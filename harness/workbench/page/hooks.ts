import { useCallback, useEffect, useState } from 'preact/hooks';
import { Failed } from './api.ts';
import { type Route, readRoute } from './route.ts';

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

/** What the address says, also after it has changed. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const onChange = () => setHash(location.hash);
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return readRoute(hash);
}

/** What went wrong, as one thing; what is our own fault goes on to the console. */
export function failedOf(error: unknown): Failed {
  if (error instanceof Failed) return error;
  console.error(error);
  return new Failed(-1, 'The page is at fault: its console says more.');
}

import { useEffect, useState } from 'preact/hooks';
import { percentDecode } from '../../values/percent.ts';

const PLACES = ['choose', 'load', 'doctor', 'watch', 'runs', 'history'] as const;

/** The screen that the page's address names. */
export type ScreenRoute =
  | { readonly to: (typeof PLACES)[number] }
  | { readonly to: 'run'; readonly name: string }
  | { readonly to: 'compare'; readonly before?: string; readonly after?: string };

/** Reads an address; an unknown one leads to the choice of what to run. */
export function readScreen(hash: string): ScreenRoute {
  const [to = '', first, second] = hash
    .replace(/^#/, '')
    .split('/')
    .map((part) => percentDecode(part) ?? '');
  if (to === 'run') return first ? { to, name: first } : { to: 'runs' };
  if (to === 'compare') return { to, ...(first ? { before: first } : {}), ...(second ? { after: second } : {}) };
  return { to: PLACES.find((each) => each === to) ?? 'choose' };
}

/** The address of a screen. */
export function screenHref(route: ScreenRoute): string {
  const names = route.to === 'run' ? [route.name] : route.to === 'compare' ? [route.before, route.after] : [];
  const given = names.filter((each) => each !== undefined).map(encodeURIComponent);
  return [`#${route.to}`, ...given].join('/');
}

/** The current route; follows changes of the address. */
export function useRoute(): ScreenRoute {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const onChange = () => setHash(location.hash);
    addEventListener('hashchange', onChange);
    onChange(); // what changed since the page was drawn
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return readScreen(hash);
}

import { useEffect, useState } from 'preact/hooks';
import { decoded } from '../../../reports/html/anchors.ts';

/** What the page shows, as its address says. */
export type Route =
  | { readonly to: 'choose' }
  | { readonly to: 'load' }
  | { readonly to: 'doctor' }
  | { readonly to: 'watch' }
  | { readonly to: 'runs' }
  | { readonly to: 'run'; readonly name: string }
  | { readonly to: 'compare'; readonly before?: string; readonly after?: string }
  | { readonly to: 'history' };

/** Reads an address; one that leads nowhere leads to the choice of what to run. */
export function readRoute(hash: string): Route {
  const [to = '', ...names] = hash
    .replace(/^#/, '')
    .split('/')
    .map((part) => decoded(part) ?? '');
  const [first, second] = names;
  switch (to) {
    case 'load':
    case 'doctor':
    case 'watch':
    case 'runs':
    case 'history':
      return { to };
    case 'run':
      return first ? { to, name: first } : { to: 'runs' };
    case 'compare':
      return { to, ...(first ? { before: first } : {}), ...(second ? { after: second } : {}) };
    default:
      return { to: 'choose' };
  }
}

/** The address of a screen. */
export function hrefOf(route: Route): string {
  switch (route.to) {
    case 'run':
      return `#run/${encodeURIComponent(route.name)}`;
    case 'compare':
      return ['#compare', route.before, route.after]
        .filter((each) => each !== undefined)
        .map((each, i) => (i === 0 ? each : encodeURIComponent(each)))
        .join('/');
    default:
      return `#${route.to}`;
  }
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

/** What the page shows, as its address says. */
export type Route =
  | { readonly to: 'choose' }
  | { readonly to: 'doctor' }
  | { readonly to: 'watch' }
  | { readonly to: 'runs' }
  | { readonly to: 'run'; readonly name: string }
  | { readonly to: 'compare'; readonly before?: string; readonly after?: string }
  | { readonly to: 'history' };

export function readRoute(hash: string): Route {
  const [to = '', ...names] = hash.replace(/^#/, '').split('/').map(decoded);
  const [first, second] = names;
  switch (to) {
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

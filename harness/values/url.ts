/** The URL of an http or https address; null if the text is none. */
export const httpUrl = (text: string): URL | null => (/^https?:\/\//i.test(text) ? URL.parse(text) : null);

/** The parts of `127.0.0.1:0` or `[::1]:8443`; null if the text is no host with a port. */
export function hostAndPort(text: string): { readonly host: string; readonly port: number } | null {
  const [, ipv6, name, digits] = /^(?:\[([\da-f:.]+)\]|([^:\s]+)):(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits ?? Number.NaN);
  return port <= 65_535 ? { host: ipv6 ?? name ?? '', port } : null;
}

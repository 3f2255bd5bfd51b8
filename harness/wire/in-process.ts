/**
 * Where a gateway is said to be that lives in the process of its run: a name that is reserved for leading nowhere (RFC
 * 2606).
 */
export const IN_PROCESS_URL = 'http://fake.invalid';

/**
 * Whether an address is of that kind. Requests to it never left the process, and there time passes as fast as it is waited
 * for.
 */
export function isInProcess(baseUrl: string): boolean {
  return /^https?:\/\/[^/?#]*\.invalid(?:[:/?#]|$)/.test(baseUrl);
}

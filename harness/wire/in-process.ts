/** The address of a gateway in the run's own process: a name reserved never to resolve (RFC 2606). */
export const IN_PROCESS_URL = 'http://fake.invalid';

/** Whether an address belongs to a gateway in the run's process: requests never leave it, and time is virtual. */
export function isInProcess(baseUrl: string): boolean {
  return /^https?:\/\/[^/?#]*\.invalid(?:[:/?#]|$)/.test(baseUrl);
}

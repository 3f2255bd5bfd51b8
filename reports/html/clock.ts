/**
 * Whether a run's time was virtual. Requests to a name that is reserved for leading nowhere (RFC 2606: `.invalid`) never
 * left the process, and there time passes as fast as it is waited for.
 */
export function clockOf(baseUrl: string): 'virtual' | 'real' {
  return /^https?:\/\/[^/?#]*\.invalid(?:[:/?#]|$)/.test(baseUrl) ? 'virtual' : 'real';
}

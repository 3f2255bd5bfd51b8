import type { Problem } from '../model.ts';

/** Why a server could not listen, with the problem to show for it. */
export class ListenError extends Error {
  readonly code: 'port-in-use' | 'not-permitted' | 'no-such-address' | 'other';
  readonly problem: Problem;

  constructor(cause: NodeJS.ErrnoException, host: string, port: number) {
    const { code, why, fix } = wordsFor(cause, host, port);
    const message = `cannot listen on ${host}:${port}`;
    super(`${message}: ${why}`, { cause });
    this.name = 'ListenError';
    this.code = code;
    this.problem = { severity: 'error', message, why, fix };
  }
}

function wordsFor(
  cause: NodeJS.ErrnoException,
  host: string,
  port: number,
): { readonly code: ListenError['code']; readonly why: string; readonly fix?: string } {
  switch (cause.code) {
    case 'EADDRINUSE':
      return {
        code: 'port-in-use',
        why: `port ${port} is in use by another program`,
        fix: 'end that program, choose another port, or port 0 for any free one',
      };
    case 'EACCES':
      return {
        code: 'not-permitted',
        why: `this user may not open port ${port}`,
        fix: 'choose a port above 1023',
      };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        code: 'no-such-address',
        why: `this computer has no address ${host}`,
        fix: 'use 127.0.0.1 for this computer only, or 0.0.0.0 for all its addresses',
      };
    default:
      return { code: 'other', why: cause.message };
  }
}

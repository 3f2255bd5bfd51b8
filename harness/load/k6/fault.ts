import type { FaultKind } from '../../model.ts';

/** HTTP statuses have codes of their own (`1422`), which say no more than the status. */
const isOfStatus = (code: number): boolean => code >= 1400 && code < 1600;

/** Codes of k6 (javascript-api/error-codes) that say more than the hundred they are in. */
const KINDS: Readonly<Record<number, FaultKind>> = {
  1020: 'malformed',
  1050: 'timed-out',
  1110: 'refused',
  1111: 'refused',
  1210: 'refused',
  1211: 'timed-out',
  1212: 'refused',
  1213: 'refused',
  1701: 'malformed',
};
const HUNDREDS: Readonly<Record<number, FaultKind>> = {
  11: 'unresolved',
  12: 'reset',
  13: 'tls',
  16: 'malformed',
};

/** How an exchange broke, by what k6 says of it; undefined where a response came. */
export function faultOf(status: number, code: number, error: string): FaultKind | undefined {
  if (isOfStatus(code) || (status !== 0 && code === 0)) return undefined;
  const kind = KINDS[code] ?? HUNDREDS[Math.floor(code / 100)];
  if (kind) return kind;
  if (/unexpected EOF/.test(error)) return 'truncated';
  return /malformed|invalid/.test(error) ? 'malformed' : 'reset';
}

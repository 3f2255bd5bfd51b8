import type { Line, Pen } from './line.ts';
import type { PlaceOf } from './places.ts';

/** What a handshake showed. */
export interface Handshake {
  /** Why the certificate does not verify, in words; undefined where it does. */
  readonly refused: string | undefined;
  /** The end of the certificate's life, in ms since the epoch. */
  readonly validTo: number;
  /** Whom it is for: its alternative names, or its subject. */
  readonly names: string;
  /** `TLSv1.3`. */
  readonly protocol: string;
}

const DAY_MS = 86_400_000;
const SOON_DAYS = 21;

/** What a handshake says of the way to the gateway: trusted, for this host, and not about to run out. */
export function certificateLine(
  { refused, validTo, names, protocol }: Handshake,
  { now, isInsecure, pen, inTarget }: { now: number; isInsecure: boolean; pen: Pen; inTarget: PlaceOf },
): Line {
  const until = new Date(validTo).toISOString().slice(0, 10);
  const subject = 'TLS certificate';
  const said = `${protocol}, for ${names}, valid until ${until}`;
  if (refused !== undefined && isInsecure) {
    const fix = 'remove "insecure" and name the authority as tls: { ca: file.pem }';
    const place = inTarget('/tls/insecure');
    return pen.warning(subject, `${refused}, and the target file says to go on all the same (${said})`, { fix, place });
  }
  if (refused !== undefined) {
    return pen.problem(subject, `${refused} (${said})`, { fix: remedyFor(refused), place: inTarget('/tls') });
  }
  const days = Math.floor((validTo - now) / DAY_MS);
  if (days < SOON_DAYS) {
    const fix = 'have the gateway renew it before it runs out';
    return pen.warning(subject, `it runs out in ${days} ${days === 1 ? 'day' : 'days'} (${said})`, { fix });
  }
  return pen.ok(subject, said);
}

function remedyFor(refused: string): string {
  if (/another host name/.test(refused)) return 'write the host name of the certificate into base-url and allow-hosts';
  if (/expired|not yet valid/.test(refused)) return "have the gateway renew it; check this machine's clock, too";
  return "save its authority's certificate as a PEM file and name it: tls: { ca: file.pem }";
}

import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { clientOptions } from '../../application/open/client.ts';
import type { PlaceOf } from '../../contract/profile-parts.ts';
import { isLoopback } from '../../contract/target-checks.ts';
import { wireFaultOf } from '../../io/http-fault.ts';
import type { Target } from '../../model.ts';
import { DAY_MS } from '../../values/duration.ts';
import { type CheckedLine, linesFor } from './line.ts';

const pen = linesFor('address');
const SUBJECTS = ['host', 'name resolution', 'connection', 'TLS certificate'] as const;
const WITHIN_MS = 10_000;
const NOTHING_READ = { hasResponse: false, hasHead: false, bodyBytes: 0 };

/** Checks the way to the gateway step by step: name, port, certificate. Stops at the first step that fails. */
export async function checkAddress(target: Target, inTarget: PlaceOf): Promise<readonly CheckedLine[]> {
  const place = inTarget(target.proxy === undefined ? '/base-url' : '/proxy');
  const { hostname: gateway } = new URL(target.baseUrl);
  const { hostname, port, protocol } = new URL(target.proxy ?? target.baseUrl);
  const what = target.proxy === undefined ? 'base-url' : 'proxy';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isSecure = protocol === 'https:';
  const number = Number(port || (isSecure ? 443 : 80));
  const lines: CheckedLine[] = [pen.ok('host', `${gateway} is one of allow-hosts`)];
  const stop = (line: CheckedLine): readonly CheckedLine[] => {
    const rest = SUBJECTS.slice(lines.length + 1).map((subject) => pen.notChecked(subject, 'there is no way to it'));
    return [...lines, line, ...rest];
  };

  const named = await addressesOf(host);
  if ('why' in named) {
    const fix = `check the host name in ${what}, and the name server of this machine`;
    return stop(pen.problem('name resolution', named.why, { fix, place }));
  }
  lines.push(pen.ok('name resolution', named.seen));
  const refused = await connection(() => connect({ host, port: number }), 'connect');
  if (refused !== null) {
    const who = target.proxy === undefined ? 'gateway' : 'proxy';
    const fix = `is the ${who} running, is the port in ${what} right, and does a firewall let this machine through?`;
    return stop(pen.problem('connection', refused, { fix, place }));
  }
  const of = target.proxy === undefined ? hostname : `the proxy ${hostname}`;
  lines.push(pen.ok('connection', `port ${number} of ${of} takes connections`));
  if (target.proxy !== undefined)
    return [...lines, pen.notChecked('TLS certificate', 'it stands behind the proxy: each request looks at it')];
  if (!isSecure) return [...lines, withoutTls(target, place)];
  const seen = await handshake(host, number, target);
  if (typeof seen === 'string') {
    const fix = 'check the port, and http or https, in base-url';
    return stop(pen.problem('TLS certificate', seen, { fix, place }));
  }
  const isInsecure = target.tls?.insecure === true;
  return [...lines, certificateLine(seen, { now: Date.now(), isInsecure, inTarget })];
}

function withoutTls({ baseUrl }: Target, place: string): CheckedLine {
  if (isLoopback(baseUrl)) return pen.notChecked('TLS certificate', 'base-url begins with http, on this machine');
  const fix = 'write https, if the gateway offers it';
  return pen.warning('TLS certificate', 'base-url begins with http: secrets travel in the open', { fix, place });
}

async function addressesOf(host: string): Promise<{ readonly seen: string } | { readonly why: string }> {
  if (isIP(host)) return { seen: `${host} is an address itself` };
  try {
    const found = await lookup(host, { all: true });
    return { seen: `${host} is ${found.map(({ address }) => address).join(', ')}` };
  } catch (error) {
    return { why: wireFaultOf(error, NOTHING_READ).detail };
  }
}

/** Opens a connection and closes it; returns null if it was made, else why not. */
function connection<S extends Socket>(
  open: () => S,
  made: 'connect' | 'secureConnect',
  see: (socket: S) => void = () => {},
): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = open();
    const end = (result: string | null): void => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(WITHIN_MS, () => end(`no connection was made within ${WITHIN_MS / 1000} s`));
    socket.once('error', (error) => end(wireFaultOf(error, NOTHING_READ).detail));
    socket.once(made, () => {
      see(socket);
      end(null);
    });
  });
}

/** What a peer's certificate says, verified or not; a text if there was no handshake. */
async function handshake(host: string, port: number, target: Target): Promise<Handshake | string> {
  const { insecure: _, ...tls } = clientOptions(target).tls ?? {};
  let seen: Handshake | undefined;
  const failed = await connection(
    () =>
      connectTls({
        host,
        port,
        // An unverified certificate is read, too; nothing is sent.
        rejectUnauthorized: false,
        ...(isIP(host) ? {} : { servername: host }),
        ...tls,
      }),
    'secureConnect',
    (socket) => {
      const { valid_to: end, subjectaltname: names, subject } = socket.getPeerCertificate();
      const error = socket.authorizationError as unknown;
      const code = typeof error === 'string' ? error : ((error as NodeJS.ErrnoException | null)?.code ?? '');
      const words = wireFaultOf(Object.assign(new Error(code), { code }), NOTHING_READ).detail;
      seen = {
        refused: socket.authorized ? undefined : words.replace(/^no secure connection: /, ''),
        validTo: Date.parse(end),
        names: names?.replaceAll(/DNS:|IP Address:/g, '') ?? String(subject.CN),
        protocol: socket.getProtocol() ?? 'TLS',
      };
    },
  );
  return seen ?? failed ?? 'the handshake showed no certificate';
}

/** What a handshake showed. */
interface Handshake {
  /** Why the certificate does not verify, in words; undefined where it does. */
  readonly refused: string | undefined;
  /** The end of the certificate's life, in ms since the epoch. */
  readonly validTo: number;
  /** The hosts that it is for: its alternative names, or its subject. */
  readonly names: string;
  /** `TLSv1.3`. */
  readonly protocol: string;
}

const SOON_DAYS = 21;

/** What a handshake says of the certificate: whether it is trusted, for this host, and not about to expire. */
export function certificateLine(
  { refused, validTo, names, protocol }: Handshake,
  { now, isInsecure, inTarget }: { now: number; isInsecure: boolean; inTarget: PlaceOf },
): CheckedLine {
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

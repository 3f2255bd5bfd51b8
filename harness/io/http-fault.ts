import type { FaultKind } from '../model.ts';
import { NOTHING_SENT } from '../wire/wire.ts';
import { ProxyError } from './proxy.ts';

/** How far an exchange had got when it broke. */
interface ExchangeProgress {
  /** Whether the first bytes of a response had been read. */
  readonly hasResponse: boolean;
  /** Whether its headers had been read to the end. */
  readonly hasHead: boolean;
  readonly bodyBytes: number;
}

/** An error of undici, of Node's sockets or of OpenSSL as a kind of fault and one plain sentence. */
export function wireFaultOf(
  error: unknown,
  progress: ExchangeProgress,
): { readonly kind: FaultKind; readonly detail: string } {
  if (error instanceof ProxyError) return { kind: 'proxy', detail: error.message };
  const { code, message, name } = codeAndMessage(error);
  const brokeOff = `after ${progress.bodyBytes} bytes of the body`;
  const cut = { kind: 'truncated', detail: `the connection was closed ${brokeOff}, before its end` } as const;
  const known = KNOWN[code];
  if (known) return { kind: known[0], detail: known[1].replace('…', () => message) };
  switch (code) {
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      // Undici reports this whenever parsing fails after a content-length, even in the headers.
      return progress.hasHead
        ? cut
        : { kind: 'malformed', detail: 'the response is not HTTP/1.1: its headers are broken' };
    case 'UND_ERR_SOCKET':
      // A client "MUST be able to parse" interim responses (RFC 9110, 15.2); that ours gives up is not the peer's fault.
      if (message === 'bad response') {
        return { kind: 'reset', detail: 'the peer sent 100 Continue unasked, and the client cannot read past it' };
      }
      if (message === 'bad upgrade') {
        return { kind: 'malformed', detail: `the peer broke the HTTP/1.1 protocol: ${message}` };
      }
      return progress.hasResponse ? cut : { kind: 'reset', detail: 'the connection was closed without a response' };
    case 'ECONNRESET':
    case 'EPIPE':
      return {
        kind: 'reset',
        detail: `the connection was reset ${progress.hasResponse ? brokeOff : 'before a response'}`,
      };
  }
  if (name === 'HTTPParserError') {
    return message.includes('Invalid EOF state')
      ? cut
      : { kind: 'malformed', detail: `the response is not HTTP/1.1: ${bare(message)}` };
  }
  // Undici treats such a status as its own mistake. RFC 9110, 15: a status is between 100 and 599.
  if (code === 'ERR_ASSERTION' && message.includes('statusCode >= 100')) {
    return { kind: 'malformed', detail: 'the response is not HTTP/1.1: its status is below 100' };
  }
  if (isTlsCode(code))
    return { kind: 'tls', detail: `no secure connection: ${TLS_WORDS[code] ?? alertWords(code) ?? bare(message)}` };
  return { kind: 'reset', detail: `the exchange broke: ${code === '' ? message : `${code} ${message}`}` };
}

const UNCONNECTED = ['refused', `${NOTHING_SENT}, no connection could be made: …`] as const;
const UNNAMED = ['unresolved', 'the host name has no address: …'] as const;
const LATE = ['timed-out', 'no connection was made in time: …'] as const;
const CLOSED = ['aborted', 'the client was closed'] as const;
const UNCARRIED = ['refused', `${NOTHING_SENT}, HTTP/1.1 cannot carry the request: …`] as const;

/** What a code means; `…` stands for the error's message. */
const KNOWN: Readonly<Record<string, readonly [kind: FaultKind, detail: string]>> = {
  ECONNREFUSED: ['refused', 'the connection was refused: …'],
  EHOSTUNREACH: UNCONNECTED,
  ENETUNREACH: UNCONNECTED,
  EADDRNOTAVAIL: UNCONNECTED,
  EACCES: UNCONNECTED,
  EPERM: UNCONNECTED,
  ENOTFOUND: UNNAMED,
  EAI_AGAIN: UNNAMED,
  ETIMEDOUT: LATE,
  UND_ERR_CONNECT_TIMEOUT: LATE,
  UND_ERR_RES_EXCEEDED_MAX_SIZE: ['too-large', 'the body is larger than the limit'],
  UND_ERR_HEADERS_OVERFLOW: ['too-large', 'the headers are larger than the limit'],
  UND_ERR_ABORTED: CLOSED,
  UND_ERR_DESTROYED: CLOSED,
  UND_ERR_CLOSED: CLOSED,
  UND_ERR_INVALID_ARG: UNCARRIED,
  UND_ERR_NOT_SUPPORTED: UNCARRIED,
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: UNCARRIED,
};

/** A host with several addresses fails with one error for each; the first is enough. */
function codeAndMessage(error: unknown): { readonly code: string; readonly message: string; readonly name: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return codeAndMessage(error.errors[0]);
  if (!(error instanceof Error)) return { code: '', message: String(error), name: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { code, message: error.message, name: error.name };
}

/** Certificate errors have OpenSSL's X.509 names; all other TLS errors have a prefix. */
function isTlsCode(code: string): boolean {
  return (
    code in TLS_WORDS ||
    /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO$)/.test(code)
  );
}

const TLS_WORDS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain ends in a self-signed certificate that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate was issued by an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate was issued by an authority that is not trusted',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not yet valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
  HOSTNAME_MISMATCH: 'the certificate is for another host name',
  INVALID_PURPOSE: 'the certificate is not one for servers',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the peer does not speak TLS',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'the peer speaks no version of TLS that is safe',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'the peer speaks no version of TLS that is safe',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'the peer wants a certificate of the client',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the peer does not speak TLS',
};

/** Alerts by which a peer rejects the client's certificate. The prefix differs between versions of OpenSSL. */
function alertWords(code: string): string | undefined {
  const [, alert = ''] = /_ALERT_(\w+)$/.exec(code) ?? [];
  return {
    CERTIFICATE_EXPIRED: 'the peer says that the certificate of the client has expired',
    CERTIFICATE_UNKNOWN: 'the peer does not take the certificate of the client',
    BAD_CERTIFICATE: 'the peer does not take the certificate of the client',
    UNKNOWN_CA: 'the peer does not trust the authority of the client certificate',
  }[alert];
}

/**
 * A message without its redundant parts: `Expected HTTP/` instead of `Response does not match the HTTP/1.1 protocol
 * (Expected HTTP/)`, and OpenSSL's errors without memory addresses and source lines.
 */
function bare(message: string): string {
  const known = /^Response does not match the HTTP\/1\.1 protocol \((.*)\)$/.exec(message);
  const openSsl = /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(message);
  return (known ?? openSsl)?.[1] ?? message.trim();
}

import { expect, test } from 'vitest';
import { wireFaultOf } from './http-fault.ts';

const nothing = { hasResponse: false, hasHead: false, bodyBytes: 0 };
const failing = (code: string, message: string): Error => Object.assign(new Error(message), { code });

test('a name without an address is unresolved', () => {
  expect(wireFaultOf(failing('ENOTFOUND', 'getaddrinfo ENOTFOUND gateway.invalid'), nothing)).toEqual({
    kind: 'unresolved',
    detail: 'the host name has no address: getaddrinfo ENOTFOUND gateway.invalid',
  });
});

test('a host with several addresses, none of which answers, fails as the first of them', () => {
  const each = ['::1', '127.0.0.1'].map((address) => failing('ECONNREFUSED', `connect ECONNREFUSED ${address}:9`));
  expect(wireFaultOf(new AggregateError(each), nothing)).toEqual({
    kind: 'refused',
    detail: 'the connection was refused: connect ECONNREFUSED ::1:9',
  });
});

test('a connection that is not made in time has timed out', () => {
  expect(wireFaultOf(failing('UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error'), nothing)).toEqual({
    kind: 'timed-out',
    detail: 'no connection was made in time: Connect Timeout Error',
  });
});

test.each(['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', 'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED'])(
  'a client certificate that the peer turns down is told as that: %s',
  (code) => {
    expect(wireFaultOf(failing(code, 'ssl3_read_bytes'), nothing)).toEqual({
      kind: 'tls',
      detail: 'no secure connection: the peer says that the certificate of the client has expired',
    });
  },
);

test('an error nobody foresaw is still a fault, with all that is known of it', () => {
  expect(wireFaultOf(failing('EWEIRD', 'something odd'), nothing)).toEqual({
    kind: 'reset',
    detail: 'the exchange broke: EWEIRD something odd',
  });
  expect(wireFaultOf('a bare text', nothing)).toEqual({ kind: 'reset', detail: 'the exchange broke: a bare text' });
});

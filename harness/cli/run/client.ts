import type { HttpClient, HttpOptions } from '../../io/http.ts';
import type { Target } from '../../model.ts';
import { readPemFile } from './pem.ts';

/**
 * A client for HTTP that reads bodies without their content coding. Its library is loaded here and not before: a run
 * against the fake in this process sends nothing.
 */
export async function openClient(options: HttpOptions): Promise<HttpClient> {
  const [{ httpSend }, { plainSend }] = await Promise.all([
    import('../../io/http.ts'),
    import('../../io/plain-send.ts'),
  ]);
  const { send, close } = httpSend(options);
  return { send: plainSend(send), close };
}

/** How requests to a target go out: to its hosts only, within its deadline, trusting the authority its file names. */
export function clientOptions({ deadlines, allowHosts, tls }: Target): HttpOptions {
  const { ca, insecure } = tls ?? {};
  return {
    responseMs: deadlines.responseMs,
    allowHosts,
    tls: { ...(insecure === undefined ? {} : { insecure }), ...(ca === undefined ? {} : { ca: readPemFile(ca) }) },
  };
}

/** How a fake's deliveries go out: whatever certificate the receiver has, and with the one that the target's file gives. */
export function deliveryTls({ webhook }: Target): NonNullable<HttpOptions['tls']> {
  const { authentication: by } = webhook;
  if (by?.by !== 'mutual-tls' || by.cert === undefined || by.key === undefined) return { insecure: true };
  return { insecure: true, cert: readPemFile(by.cert), key: readPemFile(by.key) };
}

import { X509Certificate } from 'node:crypto';
import { getBuiltinModule } from 'node:process';
import type { HttpClient, HttpOptions } from '../../io/http.ts';
import type { Target } from '../../model.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { inputError } from '../say.ts';
import { readPem, readPemFile } from './pem.ts';

/**
 * An HTTP client that decodes the content coding of bodies. Loads its library only now: a run against the fake in this
 * process does not need it.
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
export function clientOptions({ deadlines, allowHosts, tls, proxy }: Target): HttpOptions {
  const { ca, cert, key, ...rest } = tls ?? {};
  const own = cert === undefined || key === undefined ? {} : ownCertificate(readPem({ cert, key }), rest.passphrase);
  return {
    responseMs: deadlines.responseMs,
    allowHosts,
    proxy,
    tls: { ...rest, ...own, ...(ca === undefined ? {} : { ca: readPemFile(ca) }) },
  };
}

/** The client certificate. Ends the command, before anything is sent, if no gateway could take it. */
function ownCertificate(pem: { readonly cert: string; readonly key: string }, passphrase: string | undefined) {
  const of = 'the client certificate under tls: cert';
  const refuse = (found: string, why: string, fix: string, exitCode?: ExitCode): never => {
    throw inputError(found, why, fix, exitCode);
  };
  try {
    getBuiltinModule('node:tls').createSecureContext({ ...pem, passphrase });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse(`${of} cannot be used`, why, 'check that key and passphrase are those of the certificate');
  }
  const { validFrom, validTo } = new X509Certificate(pem.cert);
  const now = Date.now();
  if (Date.parse(validTo) < now)
    return refuse(`${of} has expired`, `it was valid until ${validTo}`, 'have it renewed', EXIT.environment);
  if (Date.parse(validFrom) > now)
    return refuse(`${of} is not yet valid`, `it is valid from ${validFrom}`, 'check the clock', EXIT.environment);
  return pem;
}

/** TLS of a fake's deliveries: trusts any certificate of the receiver, and shows the one that the target's file gives. */
export function deliveryTls({ webhook }: Target): NonNullable<HttpOptions['tls']> {
  const { authentication: by } = webhook;
  if (by?.by !== 'mutual-tls' || by.cert === undefined || by.key === undefined) return { insecure: true };
  return { insecure: true, cert: readPemFile(by.cert), key: readPemFile(by.key) };
}

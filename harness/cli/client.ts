import type { HttpClient, HttpOptions } from '../io/http.ts';
import type { Target } from '../model.ts';
import { readPemFile } from './pem.ts';

/**
 * A client for HTTP that reads bodies without their content coding. Its library is loaded here and not before: a run
 * against the fake in this process sends nothing.
 */
export async function openClient(options: HttpOptions): Promise<HttpClient> {
  const [{ httpSend }, { plainSend }] = await Promise.all([import('../io/http.ts'), import('../io/plain-send.ts')]);
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

import { createServer, request as plainRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { peer } from './peer.ts';

/** A proxy that passes everything on, and keeps the first line and some headers of each request. */
export async function openProxy(heard: string[]): Promise<string> {
  const server = createServer((asked, answer) => {
    heard.push(`${asked.method} ${asked.url} ${asked.headers['proxy-authorization'] ?? '-'} ${asked.headers.host}`);
    const { headers, method } = asked;
    asked.pipe(
      plainRequest(String(asked.url), { method, headers }, (from) => {
        answer.writeHead(from.statusCode ?? 0, from.rawHeaders);
        from.pipe(answer);
      }),
    );
  });
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    heard.push(`CONNECT ${url} ${headers['proxy-authorization'] ?? '-'}`);
    const [, port] = url.split(':');
    const onward = connect(Number(port), '127.0.0.1', () => socket.write('HTTP/1.1 200 yes\r\n\r\n'));
    onward.pipe(socket).pipe(onward);
    for (const each of [onward, socket]) each.on('error', () => {});
  });
  return `http://127.0.0.1:${await peer(() => {}, server)}`;
}

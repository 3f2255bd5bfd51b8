import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A bare node:http server that answers everything with the same bytes: the text it was started with.
const body = Buffer.from(process.argv[2] ?? '', 'base64');
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`the bare server answers at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
});

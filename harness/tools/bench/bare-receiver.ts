import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A bare node:http receiver that appends each body to a file, the one it was started with, and acknowledges.
const [, , path = '', acknowledge = '204'] = process.argv;
const file = createWriteStream(path);
let count = 0;
let before = process.threadCpuUsage();
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    count += 1;
    file.write(Buffer.concat(chunks));
    response.writeHead(Number(acknowledge)).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  before = process.threadCpuUsage();
  process.stdout.write(
    `the bare receiver answers at http://127.0.0.1:${(server.address() as AddressInfo).port}/hook\n`,
  );
});
process.once('SIGTERM', () => {
  const { user, system } = process.threadCpuUsage(before);
  file.end(() => {
    process.stdout.write(`received: ${JSON.stringify({ count, cpuMs: (user + system) / 1000 })}\n`);
    process.exit();
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A program of its own: takes any PUT, and answers how many bytes that were. Its port goes out on
// standard output; it ends with its parent.
const server = createServer((request, response) => {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  request.on('end', () => response.end(String(bytes)));
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));

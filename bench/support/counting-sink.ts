import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A separate program that responds to any PUT with the number of received bytes. The program prints its port to
// stdout, and exits with its parent process.
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

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A separate program: a minimal node:http server with a response of a given size. The program reads the body from the
// environment, prints its port to stdout, and exits with its parent process.
const body = process.env['ECHO_BODY'] ?? '';
const length = Buffer.byteLength(body);
const server = createServer({ keepAliveTimeout: 75_000 }, (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A program of its own: the least that node:http can do for an answer of this size. Its body comes in the environment,
// its port goes out on standard output; it ends with its parent.
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

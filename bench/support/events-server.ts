import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A separate program: a minimal node:http server for a stream of events, whose bytes are in memory. The argument is
// the file with the events. The program prints its port to stdout, and exits with its parent process.
const events = readFileSync(process.argv[2] ?? '');
const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));

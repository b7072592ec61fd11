import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A program of its own: the least that node:http can do for a stream of events, which it has in memory as bytes. The file
// that holds them is its argument, its port goes out on standard output; it ends with its parent.
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

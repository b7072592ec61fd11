import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

// A separate program: a minimal node:http server that writes a body to disk. The program reads the path from the
// environment, prints its port to stdout, and exits with its parent process.
const file = process.env['SINK_FILE'] ?? '';
const server = createServer((request, response) => {
  pipeline(request, createWriteStream(file), (error) => {
    response.writeHead(error ? 500 : 200).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));

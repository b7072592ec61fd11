import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

// A program of its own: the least that node:http can do to keep a body on the disk. Where comes in the environment, its
// port goes out on standard output; it ends with its parent.
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

import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import type { AddressInfo, Socket } from 'node:net';

// A separate process, which proxy-lab.ts starts: TLS with minimal HTTP, so that the proxy in front of it is measured.
// argv: certificate file, key file. The process sends its port over the IPC channel.
const BODY = Buffer.alloc(1024, 'x');
const ANSWER = Buffer.concat([
  Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${BODY.length}\r\n\r\n`,
  ),
  BODY,
]);
const CHUNK = Buffer.alloc(256 * 1024, 'x');
const BLANK = '\r\n\r\n';

/** Sends a number of bytes, as fast as the client reads them. */
function pour(socket: Socket, bytes: number): void {
  let left = bytes;
  socket.write(
    `HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  const more = (): void => {
    while (left > 0) {
      const piece = CHUNK.subarray(0, Math.min(left, CHUNK.length));
      left -= piece.length;
      if (!socket.write(piece)) return;
    }
    socket.off('drain', more);
  };
  socket.on('drain', more);
  more();
}

const [, , certFile = '', keyFile = ''] = process.argv;
const server = tls.createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  let head = '';
  /** Number of bytes of an upload that are still to arrive. */
  let body = 0;
  socket.on('data', (data: Buffer) => {
    let rest = data;
    if (body > 0) {
      body -= rest.length;
      if (body > 0) return;
      socket.write(ANSWER);
      return;
    }
    head += rest.toString('latin1');
    for (let end = head.indexOf(BLANK); end >= 0 && body <= 0; end = head.indexOf(BLANK)) {
      const line = head.slice(0, end);
      const left = head.length - end - BLANK.length;
      const length = /\r\ncontent-length: *(\d+)/i.exec(line)?.[1];
      head = head.slice(end + BLANK.length);
      const pours = /^GET [^ ]*[?]bytes=(\d+)/.exec(line)?.[1];
      if (pours !== undefined) pour(socket, Number(pours));
      else if (length === undefined || length === '0') socket.write(ANSWER);
      else {
        body = Number(length) - left;
        head = '';
        if (body <= 0) socket.write(ANSWER);
      }
      rest = Buffer.alloc(0);
    }
  });
});
server.on('tlsClientError', () => {});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));

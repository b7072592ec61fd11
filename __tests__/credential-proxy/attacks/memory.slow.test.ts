import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openTunnel } from '../../../harness/credential-proxy/client.ts';
import { type Rig, type RigSandbox, startRig } from '../../../harness/credential-proxy/rig.ts';
import { get } from './attack.ts';

// Bodies of any size may add at most 64 MB of memory. bench/proxy-memory.ts sends a gigabyte.
const MB = 1024 * 1024;
const BODY = 256 * MB;
const MOST_MB = 64;
let rig: Rig;
let main: RigSandbox;
beforeAll(async () => {
  rig = await startRig();
  main = await rig.push('main');
});
afterAll(() => rig.stop());

const residentMb = (): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${rig.proxy.pid}/status`, 'utf8'))?.[1]) / 1024;

/** Returns the maximum growth of the process's memory during `work`, in megabytes. */
async function growth(work: () => Promise<void>): Promise<number> {
  const base = residentMb();
  let most = base;
  const look = setInterval(() => {
    most = Math.max(most, residentMb());
  }, 10);
  await work();
  clearInterval(look);
  return most - base;
}

/** Sends a body of this size as fast as it is read. */
function pour(socket: Socket): void {
  const chunk = Buffer.alloc(256 * 1024, 'x');
  let left = BODY;
  socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${BODY}\r\n\r\n`);
  const more = (): void => {
    while (left > 0) {
      left -= chunk.length;
      if (!socket.write(chunk)) return;
    }
  };
  socket.on('drain', more);
  more();
}

describe('a body of 256 MB through the proxy', () => {
  test.each([
    ['the download of a body that is searched for secrets', 'api.test', '/repos/pour', () => main.caPem],
    ['the download of a body through a tunnel', 'open.test', '/pour', () => rig.ca.caPem],
  ])('does not increase the memory of the process: %s', async (_title, host, path, ca) => {
    rig.upstream.answer(path, pour);
    const grown = await growth(async () => {
      const { socket } = await openTunnel(rig.proxy.address.port, main, `${host}:443`, { ca: ca() });
      socket.removeAllListeners('data');
      await new Promise<void>((resolve, reject) => {
        let seen = 0;
        socket.on('data', (data: Buffer) => {
          seen += data.length;
          if (seen >= BODY) resolve();
        });
        socket.on('close', () => reject(new Error(`it ended after ${seen} bytes`)));
        socket.write(get(path).replace('api.test', host));
      });
      socket.destroy();
    });
    expect(grown).toBeLessThan(MOST_MB);
  });

  test('does not increase the memory of the process if the body is uploaded', async () => {
    rig.upstream.sink('/repos/sink', (socket) => {
      let left = BODY;
      return (data) => {
        left -= data.length;
        if (left <= 0) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      };
    });
    const grown = await growth(async () => {
      const tunnel = await openTunnel(rig.proxy.address.port, main, 'api.test:443');
      tunnel.send(get('/repos/sink', `Content-Length: ${BODY}`).replace('GET', 'PUT'));
      const chunk = Buffer.alloc(256 * 1024, 'x');
      for (let sent = 0; sent < BODY; sent += chunk.length) {
        if (!tunnel.socket.write(chunk)) await new Promise((resolve) => tunnel.socket.once('drain', resolve));
      }
      expect((await tunnel.head())?.status).toBe(200);
      tunnel.destroy();
    });
    expect(grown).toBeLessThan(MOST_MB);
  });
});

import type tls from 'node:tls';
import { openTunnel, type RawConnection } from '../harness/credential-proxy/client.ts';
import type { Measurement } from './support/measure.ts';
import { HOST, type Lab, residentMb, startLab } from './support/proxy-lab.ts';

const GIGABYTE = 1024 ** 3;
const SLOW_BYTES = 128 * 1024 * 1024;
const AIM_MB = 40;
const LOOK_MS = 20;

const open = (lab: Lab): Promise<RawConnection> =>
  openTunnel(lab.rig.proxy.address.port, lab.sandbox, `${HOST}:443`);
const get = (bytes: number): string => `GET /repos/x?bytes=${bytes} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;

/** Reads a response of this size, passes each chunk to `onChunk`, and discards the chunk. */
async function swallow(
  connection: RawConnection,
  bytes: number,
  onChunk: (socket: tls.TLSSocket) => void,
): Promise<void> {
  const socket = connection.socket as tls.TLSSocket;
  socket.removeAllListeners('data');
  connection.send(get(bytes));
  await new Promise<void>((resolve, reject) => {
    let seen = 0;
    socket.on('data', (data: Buffer) => {
      seen += data.length;
      if (seen >= bytes) resolve();
      else onChunk(socket);
    });
    socket.once('close', () => reject(new Error(`ended after ${seen} bytes`)));
  });
  connection.destroy();
}

async function down(lab: Lab): Promise<void> {
  await swallow(await open(lab), GIGABYTE, () => {});
}

/** Reads slowly, with a pause after each chunk, so that the proxy always has more data than it can forward. */
async function slow(lab: Lab): Promise<void> {
  await swallow(await open(lab), SLOW_BYTES, (socket) => {
    socket.pause();
    setTimeout(() => socket.resume(), 1);
  });
}

async function up(lab: Lab): Promise<void> {
  const connection = await open(lab);
  const { socket } = connection;
  connection.send(`PUT /repos/x HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: ${GIGABYTE}\r\n\r\n`);
  const chunk = Buffer.alloc(256 * 1024, 'x');
  for (let sent = 0; sent < GIGABYTE; sent += chunk.length) {
    if (!socket.write(chunk)) await new Promise((resolve) => socket.once('drain', resolve));
  }
  const head = await connection.head();
  connection.destroy();
  if (head?.status !== 200) throw new Error(`the upload was answered ${head?.status}`);
}

/** Measures how much the memory of the proxy's process grows while bodies of a gigabyte pass through it. */
export async function measure(): Promise<Measurement> {
  const lab = await startLab();
  try {
    const { pid } = lab.rig.proxy;
    await lab.drive('ours', { connections: 32, ms: 2_000, fresh: false });
    const base = await residentMb(pid);
    const grown = async (pass: (lab: Lab) => Promise<void>): Promise<{ mb: number; seconds: number }> => {
      let most = 0;
      const look = setInterval(() => void residentMb(pid).then((mb) => (most = Math.max(most, mb))), LOOK_MS);
      const from = performance.now();
      await pass(lab);
      clearInterval(look);
      return { mb: most - base, seconds: (performance.now() - from) / 1000 };
    };
    const [downs, ups, slows] = [await grown(down), await grown(up), await grown(slow)];
    const most = Math.max(downs.mb, ups.mb, slows.mb);
    return {
      claim: `a gigabyte down, a gigabyte up, and a slow reader, through ${Math.round(base)} MB of credential proxy`,
      sides: [
        { name: 'memory at most, over the base', unit: 'MB', samples: [downs.mb, ups.mb, slows.mb] },
        { name: 'the body that passed', unit: 'MB', samples: [GIGABYTE / 1024 ** 2] },
      ],
      ratio: { name: 'memory at most, of the body', value: most / 1024, aim: { atMost: AIM_MB / 1024 } },
      figures: [
        { name: 'growth, 1 GB down', value: downs.mb, unit: 'MB', aim: AIM_MB },
        { name: 'growth, 1 GB up', value: ups.mb, unit: 'MB', aim: AIM_MB },
        { name: 'growth, slow reader', value: slows.mb, unit: 'MB', aim: AIM_MB },
        { name: '1 GB down took', value: downs.seconds, unit: 's' },
        { name: '1 GB up took', value: ups.seconds, unit: 's' },
      ],
    };
  } finally {
    await lab.stop();
  }
}

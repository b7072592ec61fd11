import { chmod, stat, unlink } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';

/** The open Unix socket of one sandbox. */
export interface SandboxSocket {
  readonly path: string;
  /** Accepts no more connections; open ones are left to the proxy. */
  close(): void;
}

/** Why the socket could not be opened, in words for the proxy's owner. */
export class SocketError extends Error {}

/** The kernel allows 107 bytes; the rest is room for a prefix inside the box. */
const PATH_BYTES = 100;

/**
 * Listens on a Unix socket. Clients of it need no token, so it is refused where other users could reach it: its folder,
 * or the one above, must be private. The socket itself is open to every user, since a box may run as another one.
 */
export async function openSandboxSocket(
  path: string,
  accept: (socket: Socket) => void,
): Promise<SandboxSocket> {
  if (!path.startsWith('/')) throw new SocketError('must be an absolute path');
  if (Buffer.byteLength(path) > PATH_BYTES) throw new SocketError(`must have at most ${PATH_BYTES} bytes`);
  const folder = dirname(path);
  if (!(await isOursAlone(folder)) && !(await isOursAlone(dirname(folder)))) {
    throw new SocketError('must lie in a folder that no other user can enter (mode 0700)');
  }
  await removeStale(path);
  const server = createServer({ pauseOnConnect: false }, accept);
  await listening(server, path);
  await chmod(path, 0o666);
  return { path, close: () => void server.close() };
}

async function isOursAlone(folder: string): Promise<boolean> {
  try {
    const { mode, uid } = await stat(folder);
    return uid === process.getuid?.() && (mode & 0o077) === 0;
  } catch {
    return false;
  }
}

/** A proxy that was killed leaves its socket file behind, without a listener. */
async function removeStale(path: string): Promise<void> {
  const taken = await new Promise<string>((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve('in-use');
    });
    probe.once('error', (error) => resolve('code' in error ? String(error.code) : 'error'));
  });
  if (taken === 'in-use') throw new SocketError('is in use by another process');
  if (taken === 'ENOENT') return;
  if (taken !== 'ECONNREFUSED' || !(await stat(path)).isSocket())
    throw new SocketError('is taken by something else');
  await unlink(path);
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : 'an error';
      reject(new SocketError(`could not be opened (${code})`));
    });
    server.listen(path, () => {
      server.removeAllListeners('error');
      // A connection that cannot be accepted, for lack of file descriptors for instance, affects only its client.
      server.on('error', () => undefined);
      resolve();
    });
  });
}

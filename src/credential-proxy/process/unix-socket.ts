import { chmod, stat, unlink } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';

/** Open Unix socket of one sandbox. */
export interface SandboxSocket {
  readonly path: string;
  /** Stops accepting connections on the socket. The proxy does not close open connections. */
  close(): void;
}

/** Thrown when the socket cannot be opened. The error's message is sent to the process that started the proxy. */
export class SocketError extends Error {}

/**
 * Maximum length of a socket's path in bytes. The kernel allows 107 bytes, and inside the box the path can get a
 * prefix.
 */
const PATH_BYTES = 100;

/**
 * Listens on a Unix socket. Clients of the socket need no token, so the socket's folder, or the parent of that folder,
 * must be private. The socket itself allows every user, because a box can run as another user.
 */
export async function openSandboxSocket(
  path: string,
  accept: (socket: Socket) => void,
): Promise<SandboxSocket> {
  if (!path.startsWith('/')) throw new SocketError('must be an absolute path');
  if (Buffer.byteLength(path) > PATH_BYTES) throw new SocketError(`must have at most ${PATH_BYTES} bytes`);
  const folder = dirname(path);
  if (!(await isOursAlone(folder)) && !(await isOursAlone(dirname(folder)))) {
    throw new SocketError('must be in a folder that no other user can enter (mode 0700)');
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

/** Removes the socket file that a killed proxy left. A socket with a listener is not removed. */
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
    throw new SocketError('is occupied by a file');
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
      // A failure to accept a connection, for example because no file descriptor is free, affects only the client of
      // that connection.
      server.on('error', () => undefined);
      resolve();
    });
  });
}

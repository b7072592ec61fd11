import { closeSync, readdirSync, readFileSync } from 'node:fs';
import { connect, createServer, type Server, Socket } from 'node:net';
import { Commands } from './commands.ts';
import {
  CONTROL,
  encodeFrame,
  type Frame,
  FrameReader,
  type HostChannel,
  type Hello,
  type ToBox,
} from './protocol.ts';
import { FileTransfers } from './files.ts';
import { Connections } from './connections.ts';
import { killMarked } from './marked-processes.ts';
import { Searches } from './search.ts';

/**
 * The supervisor is the first process of a box. The supervisor runs commands and transfers files for the host over
 * stdin and stdout, and forwards the box's network connections to the proxy. When stdin closes, the supervisor stops
 * all programs of the box and exits. The supervisor imports only Node modules and files of its own folder.
 */

const GRACE_MS = 500;
// `CLOSE_ON_EXEC` is declared here, because the code below reads the constant while the module loads.
const CLOSE_ON_EXEC = 0o2000000;

interface Work {
  hello: Hello;
  commands: Commands;
  transfers: FileTransfers;
  searches: Searches;
  connections: Connections;
}

let work: Work | undefined;

closeInheritedFds();

const channel = openHostChannel(
  (message) => (message.do === 'hello' ? begin(message) : obey(message)),
  (id, data) => {
    if (work === undefined || work.commands.write(id, data) || work.transfers.data(id, data)) return;
    if (work.connections.write(id, data)) return;
    // Data for an ended operation is dropped, but counts as read.
    channel.sendMessage({ say: 'credit', id, bytes: data.length });
  },
  () => void end(0),
);

// Signals of the terminal are ignored, because the host handles these signals.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

function begin(hello: Hello): void {
  work = {
    hello,
    commands: new Commands(hello, channel),
    transfers: new FileTransfers(hello, channel),
    searches: new Searches(hello, channel),
    connections: new Connections(hello, channel),
  };
  const bridge = hello.bridge === null ? Promise.resolve() : openBridge(hello.bridge);
  bridge.then(
    () => channel.sendMessage({ say: 'ready' }),
    (error: unknown) => {
      process.stderr.write(`the connection to the proxy could not be opened: ${String(error)}\n`);
      process.exit(1);
    },
  );
}

function obey(message: Exclude<ToBox, Hello>): void {
  if (work === undefined) return;
  const { commands, transfers, searches, connections } = work;
  switch (message.do) {
    case 'run':
      return commands.run(message);
    case 'close':
      if (!commands.close(message.id) && !connections.close(message.id)) transfers.close(message.id);
      return;
    case 'kill':
      commands.kill(message.id);
      searches.cancel(message.id);
      connections.kill(message.id);
      return transfers.cancel(message.id);
    case 'credit':
      if (commands.grant(message.id, message.bytes) || connections.grant(message.id, message.bytes)) return;
      transfers.grant(message.id, message.bytes);
      return;
    case 'stat':
      return transfers.stat(message.id, message.path);
    case 'read':
      return transfers.read(message.id, message.path, message.start, message.end);
    case 'write':
      return transfers.write(message.id, message.path);
    case 'connect':
      return connections.connect(message.id, message.port);
    case 'search':
      return searches.start(message);
    case 'stop':
      void end(GRACE_MS);
      return;
  }
}

/**
 * In a PID namespace, all processes end with the supervisor. Without a PID namespace, leftover processes must be found
 * and killed.
 */
async function end(graceMs: number): Promise<void> {
  await work?.commands.terminate(graceMs);
  if (work?.hello.marker !== null && work !== undefined) killMarked(work.hello.marker);
  process.exit(0);
}

/**
 * Opens a port on the box's loopback that forwards connections to the proxy's Unix socket. Each connection to the port
 * opens the proxy's socket by its path, and therefore reaches a restarted proxy. Resolves when the loopback port is
 * open.
 */
function openBridge({ port, socket }: { port: number; socket: string }): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (inside) => {
    const outside = connect({ path: socket, allowHalfOpen: true });
    inside.pipe(outside);
    outside.pipe(inside);
    inside.on('error', () => outside.destroy());
    outside.on('error', () => inside.destroy());
    inside.on('close', () => outside.destroy());
    outside.on('close', () => inside.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      // An error on one connection must not crash the supervisor.
      server.off('error', reject).on('error', () => undefined);
      resolve(server);
    });
  });
}

/**
 * Closes inherited file descriptors except stdin, stdout and stderr, because every command would inherit the
 * descriptors. Node's descriptors have the close-on-exec flag and remain open.
 */
function closeInheritedFds(): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc/self/fdinfo')) {
    const fd = Number(name);
    if (fd <= 2) continue;
    try {
      const [, flags] = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'utf8')) ?? [];
      if (flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0) closeSync(fd);
    } catch {
      // The list contains the descriptor that listed this folder, although the descriptor is already closed.
    }
  }
}

/** Opens the supervisor's end of the connection: stdin and stdout. */
function openHostChannel(
  onMessage: (message: ToBox) => void,
  onData: (id: number, data: Buffer) => void,
  onEnd: () => void,
): HostChannel {
  const input = new Socket({ fd: 0, readable: true, writable: false });
  const output = new Socket({ fd: 1, readable: false, writable: true });
  const reader = new FrameReader();
  const take = ({ kind, id, payload }: Frame) => {
    if (kind === CONTROL) onMessage(JSON.parse(payload.toString('utf8')) as ToBox);
    else onData(id, payload);
  };
  input.on('data', (chunk: Buffer) => reader.push(chunk).forEach(take));
  input.on('close', onEnd);
  for (const socket of [input, output]) socket.on('error', onEnd);
  const send = (kind: number, id: number, data: Uint8Array) => {
    if (!output.destroyed) output.write(encodeFrame(kind, id, data));
  };
  return {
    sendMessage: (message) => send(CONTROL, 0, Buffer.from(JSON.stringify(message))),
    sendData: send,
  };
}

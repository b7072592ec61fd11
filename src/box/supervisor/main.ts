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
import { findMarked } from './marked-processes.ts';
import { Searches } from './search.ts';

/**
 * The supervisor of a box: a program of its own, the first inside. It runs commands and transfers files for its host,
 * over standard input and output, and opens the box's one way out. It exits with its host: when standard input closes,
 * nothing of the box is left running. Imports only Node and its neighbours.
 */

const GRACE_MS = 500;
/** How often stragglers are searched for: one may start another meanwhile. */
const STRAGGLER_ROUNDS = 20;
// Above its use: constants are not hoisted.
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
    // Of an ended operation: it counts as consumed.
    channel.sendMessage({ say: 'credit', id, bytes: data.length });
  },
  () => void end(0),
);

// A signal to the host's terminal is handled by the host.
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
      process.stderr.write(`the way to the proxy could not be opened: ${String(error)}\n`);
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

/** In a pid namespace everything ends with this process; elsewhere stragglers are searched for. */
async function end(graceMs: number): Promise<void> {
  await work?.commands.terminate(graceMs);
  if (work?.hello.marker !== null && work !== undefined) killStragglers(work.hello.marker);
  process.exit(0);
}

/**
 * The box's way out: a port on its own loopback whose connections are forwarded to the proxy's Unix socket, byte for
 * byte. The socket is looked up for each, so that a restarted proxy is found. Resolves when it listens.
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
      // No program's connection may crash the supervisor of all.
      server.off('error', reject).on('error', () => undefined);
      resolve(server);
    });
  });
}

/**
 * Closes the file descriptors that this program inherited besides its three pipes. Node opens its own with close-on-exec;
 * any other one came from outside and would be passed on to every command.
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
      // Closed meanwhile: the one that listed this very folder.
    }
  }
}

/**
 * Kills what the commands of a box without a pid namespace left behind: every process with the marker in its initial
 * environment. Best effort: a program can hide from it.
 */
function killStragglers(marker: string): void {
  for (let round = 0; round < STRAGGLER_ROUNDS; round += 1) {
    const found = findMarked(marker);
    if (found.length === 0) return;
    for (const pid of found) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone, or not ours.
      }
    }
  }
}

/** The supervisor's end of the pipe pair it was started with: standard input and output. */
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

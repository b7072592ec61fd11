/**
 * The supervisor of a box: a program of its own, the first inside. It runs commands and carries files for its host,
 * which it hears on standard input and answers on standard output, and opens the box's one way out. It ends with its
 * host: when standard input closes, nothing of the box is left running. Imports nothing but Node and its neighbours.
 */
import { openBridge } from './bridge.ts';
import { openHostChannel } from './channel.ts';
import { Commands } from './commands.ts';
import type { Hello, ToBox } from './messages.ts';
import { closeInheritedFds } from './inherited.ts';
import { killStragglers } from './stragglers.ts';
import { FileTransfers } from './transfers.ts';

const GRACE_MS = 500;

interface Work {
  hello: Hello;
  commands: Commands;
  transfers: FileTransfers;
}

let work: Work | undefined;

closeInheritedFds();

const channel = openHostChannel(
  (message) => (message.do === 'hello' ? begin(message) : obey(message)),
  (id, data) => {
    if (work === undefined || work.commands.write(id, data) || work.transfers.data(id, data)) return;
    // Of something that has ended: it is used up all the same.
    channel.sendMessage({ say: 'credit', id, bytes: data.length });
  },
  () => void end(0),
);

// A signal meant for the host's terminal is the host's to act on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

function begin(hello: Hello): void {
  work = {
    hello,
    commands: new Commands(hello, channel),
    transfers: new FileTransfers(hello, channel),
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
  const { commands, transfers } = work;
  switch (message.do) {
    case 'run':
      return commands.run(message);
    case 'close':
      if (!commands.close(message.id)) transfers.close(message.id);
      return;
    case 'kill':
      commands.kill(message.id);
      return transfers.cancel(message.id);
    case 'credit':
      if (!commands.grant(message.id, message.bytes)) transfers.grant(message.id, message.bytes);
      return;
    case 'stat':
      return transfers.stat(message.id, message.path);
    case 'read':
      return transfers.read(message.id, message.path, message.start, message.end);
    case 'write':
      return transfers.write(message.id, message.path);
    case 'stop':
      void end(GRACE_MS);
      return;
  }
}

/** In a pid namespace everything ends with this process; elsewhere it is looked for. */
async function end(graceMs: number): Promise<void> {
  await work?.commands.terminate(graceMs);
  if (work?.hello.marker !== null && work !== undefined) killStragglers(work.hello.marker);
  process.exit(0);
}

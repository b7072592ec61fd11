import { Duplex } from 'node:stream';
import { bigintsToNumbers } from '../../../contract/exact-json.ts';
import type { ManagedProcess } from '../../ports/processes.ts';
import type { WorkerCommand } from './commands.ts';
import { createFrameDecoder, decodeFrame, encodeFrame, FrameError } from './frames.ts';
import { createMessageDecoder, encodeMessage, MessageError } from './serial-channel.ts';

/** The emulator's end of the channel to one worker process. */
export interface Wire {
  /** A command that cannot be sent needs no handling: the end of the process settles everything pending. */
  send(command: WorkerCommand): void;
  /** Called once, before the first command is sent. */
  listen(listener: WireListener): void;
}

export interface WireListener {
  /**
   * A message in arrival order, to be parsed: user code shares the channel. With a problem it is only as far as it could
   * be read.
   */
  onMessage: (message: unknown, problem?: string) => void;
  /** The channel cannot be used any more, although the process may be alive. The reason begins with its subject. */
  onBroken: (reason: string) => void;
}

/**
 * The channel of a worker that runs on Node: its IPC channel, which carries bytes as they are. `print` gets the reason of a broken
 * channel beside what the process printed.
 */
export function createIpcWire({ child }: ManagedProcess, print: (line: string) => void): Wire {
  return {
    send: (command) => void child.send(toNodeCommand(command), () => undefined),
    listen({ onMessage, onBroken }) {
      child.on('message', (message) => onMessage(message));
      child.once('disconnect', () =>
        unlessExited(child, () => {
          const reason = 'The worker process closed its IPC channel. It is ended.';
          print(reason);
          onBroken(reason);
        }),
      );
    },
  };
}

/** Calls `fail` when a worker that closed its channel does not exit soon. */
function unlessExited(child: ManagedProcess['child'], fail: () => void): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(fail, EXIT_GRACE_MS);
  child.once('exit', () => clearTimeout(timer));
}

/** A command as a worker on Node gets it: its library has only numbers, so integers beyond 2^53 are rounded. */
function toNodeCommand(command: WorkerCommand): WorkerCommand {
  return bigintsToNumbers(command) as WorkerCommand;
}

// The channel of every other worker is two pipes: it reads commands from descriptor 3 and writes reports to descriptor 4, in
// the frames of `frames.ts`.

/** Unread commands, in bytes, above which a worker's reports wait: their answers would only queue up. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;
/** How long a worker that closed its channel may take to exit, in milliseconds: its exit tells more. */
const EXIT_GRACE_MS = 1_000;

/**
 * The channel of a worker that is not on Node, over descriptors of its own (`pipes`) or its standard input and output. What it
 * receives is not trusted: a frame that cannot be one breaks the channel, a message whose bytes or depth are wrong arrives with
 * a problem. `print` gets the reason of a broken one beside what the process printed.
 */
export function createPipeWire(
  process: ManagedProcess,
  print: (line: string) => void,
  ends: 'descriptors' | 'standard' = 'descriptors',
): Wire {
  const { child } = process;
  const pipes = ends === 'standard' ? [child.stdin, child.stdout] : [child.stdio[3], child.stdio[4]];
  return wireOf(child, pipes, print, {
    encode: encodeFrame,
    decoder: (take) =>
      createFrameDecoder((frame) => {
        const { message, problem } = decodeFrame(frame);
        take(message, problem);
      }),
  });
}

/** The channel of a worker on Node in a container: its standard input and output, with the messages of an IPC channel. */
export function createSerialWire({ child }: ManagedProcess, print: (line: string) => void): Wire {
  return wireOf(child, [child.stdin, child.stdout], print, {
    encode: (command) => encodeMessage(toNodeCommand(command)),
    decoder: (take) => createMessageDecoder((message) => take(message)),
  });
}

/** How messages are written to pipes. */
interface Codec {
  /** The parts of a frame, in order. */
  encode(command: WorkerCommand): readonly Uint8Array[];
  /** `push` throws FrameError or MessageError for what is no frame. */
  decoder(take: WireListener['onMessage']): { push(chunk: Buffer): void };
}

function wireOf(
  child: ManagedProcess['child'],
  [commands, reports]: readonly unknown[],
  print: (line: string) => void,
  codec: Codec,
): Wire {
  if (!(commands instanceof Duplex && reports instanceof Duplex)) {
    // It could not be started: its end says why.
    return { send: () => undefined, listen: () => undefined };
  }
  let broken = false;
  return {
    send(command) {
      if (broken || !commands.writable) return;
      const frame = codec.encode(command);
      commands.cork();
      for (const part of frame) commands.write(part);
      commands.uncork();
      if (commands.writableLength > MAX_UNREAD_BYTES) reports.pause();
    },
    listen({ onMessage, onBroken }) {
      const fail = (what: string) => {
        if (broken) return;
        broken = true;
        const reason = `The worker process ${what} It is ended.`;
        print(reason);
        commands.destroy();
        reports.destroy();
        onBroken(reason);
      };
      const closed = () => unlessExited(child, () => fail('closed its channel (descriptors 3 and 4).'));
      const decoder = codec.decoder(onMessage);
      reports.on('data', (chunk: Buffer) => {
        if (broken) return;
        try {
          decoder.push(chunk);
        } catch (failure) {
          if (!(failure instanceof FrameError || failure instanceof MessageError)) throw failure;
          fail(`sent something else than messages on its channel (descriptor 4): ${failure.message}`);
        }
      });
      commands.on('drain', () => reports.resume());
      // Nothing arrives there, but its end does.
      commands.resume();
      reports.on('error', () => undefined).once('close', closed);
      commands.on('error', () => undefined).once('close', closed);
    },
  };
}

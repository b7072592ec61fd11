import { Duplex } from 'node:stream';
import type { ManagedProcess } from '../../ports/processes.ts';
import {
  createFrameReader,
  encodeFrame,
  forwardFrame,
  type Frame,
  FrameError,
  type FrameParts,
} from './frames.ts';

/** The emulator's end of the stream to a worker process. */
export interface LinkStream {
  /**
   * Sends a message, or drops the message if the stream has ended, because all pending calls fail when the process
   * ends.
   * @throws TypeError for a value that JSON cannot represent
   * @throws MessageTooLargeError if the message exceeds a limit
   */
  send(message: object, parts?: FrameParts, link?: number): void;
  /** Sends a frame unchanged except for its link number. */
  forward(frame: Frame, link: number): void;
  /** Sets the listener for messages. Call this function once, before the first message is sent. */
  listen(listener: StreamListener): void;
}

export interface StreamListener {
  /**
   * Called with each frame, in order. Frames are not trusted, because the agent's code can write to the stream. The
   * function may throw FrameError. A link to a pod passes the next frame once a returned promise has resolved.
   */
  onFrame: (frame: Frame) => void | Promise<void>;
  /**
   * Called when the stream is unusable, although the process may still be running. `reason` is a clause that begins
   * with its subject.
   */
  onBroken: (reason: string) => void;
}

/**
 * Number of unread bytes in a worker's input above which the emulator stops reading from the worker, because responses
 * would add more unread bytes.
 */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;
/**
 * Maximum time in milliseconds between the end of a worker's stream and the worker's exit. The emulator waits for the
 * exit, because the exit status explains a failure better than the closed stream.
 */
const EXIT_GRACE_MS = 1_000;

/**
 * Opens the stream to a worker process. The worker reads from file descriptor 3 and writes to 4 or, in a container,
 * uses standard input and output. If the worker writes bytes that are not a frame, `print` receives the reason for the
 * process's log, and the process is stopped. With `pauses`, the emulator stops reading while the worker has many unread
 * bytes. Only one end of a link may pause, and for a pod, the replica pauses.
 */
export function openProcessStream(
  { child }: ManagedProcess,
  print: (line: string) => void,
  { ends = 'descriptors', pauses = true }: { ends?: 'descriptors' | 'standard'; pauses?: boolean } = {},
): LinkStream {
  const [output, input]: readonly unknown[] =
    ends === 'standard' ? [child.stdin, child.stdout] : [child.stdio[3], child.stdio[4]];
  if (!(output instanceof Duplex && input instanceof Duplex)) {
    // The process could not be started, and the process's `end` contains the reason.
    return { send: () => undefined, forward: () => undefined, listen: () => undefined };
  }
  // A process may end before its stream has a listener.
  for (const end of [input, output]) end.on('error', () => undefined);
  let broken = false;
  const write = (chunks: readonly Uint8Array[]): void => {
    if (broken || !output.writable) return;
    output.cork();
    for (const chunk of chunks) output.write(chunk);
    output.uncork();
    if (pauses && output.writableLength > MAX_UNREAD_BYTES) input.pause();
  };
  return {
    send: (message, parts, link) => write(encodeFrame(message, parts, link)),
    forward: (frame, link) => write(forwardFrame(frame, link)),
    listen({ onFrame, onBroken }) {
      const fail = (what: string) => {
        if (broken) return;
        broken = true;
        const reason = `The worker process ${what} The process is stopped.`;
        print(reason);
        output.destroy();
        input.destroy();
        onBroken(reason);
      };
      const closed = () => {
        const timer = setTimeout(() => fail('closed its link (descriptors 3 and 4).'), EXIT_GRACE_MS);
        child.once('exit', () => clearTimeout(timer));
        if (child.exitCode !== null || child.signalCode !== null) clearTimeout(timer);
      };
      const reader = createFrameReader((frame) => void onFrame(frame));
      input.on('data', (chunk: Buffer) => {
        if (broken) return;
        try {
          reader.push(chunk);
        } catch (failure) {
          if (!(failure instanceof FrameError)) throw failure;
          fail(`sent invalid data on its link (descriptor 4): ${failure.message}`);
        }
      });
      output.on('drain', () => input.resume());
      // The output contains no data, and is read only to notice its end.
      output.resume();
      input.once('close', closed);
      output.once('close', closed);
    },
  };
}

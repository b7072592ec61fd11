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

/** The link of a control plane to its worker. Link 0 is the program at the other end of the stream: the worker's own, or a pod's. */
export const WORKER_LINK = 1;

/** The emulator's end of the stream to a worker process. */
export interface LinkStream {
  /**
   * Sends a message. When the stream has ended, the message is dropped: the end of the process settles everything pending.
   * @throws TypeError for what JSON cannot hold, MessageTooLargeError above a limit.
   */
  send(message: object, parts?: FrameParts, link?: number): void;
  /** Sends a frame as it is, under another number. */
  forward(frame: Frame, link: number): void;
  /** Called once, before the first message is sent. */
  listen(listener: StreamListener): void;
}

export interface StreamListener {
  /** A frame in the order of arrival; its text comes from user code and is not trusted. May throw FrameError. */
  onFrame: (frame: Frame) => void;
  /** The stream cannot be used any more, although the process may be alive. The reason begins with its subject. */
  onBroken: (reason: string) => void;
}

/** Unread bytes above which the frames of a worker wait: their answers would only queue up. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;
/** How long a worker that closed its end may take to exit, in milliseconds: its exit tells more. */
const EXIT_GRACE_MS = 1_000;

/**
 * The stream to a worker process, which reads from its descriptor 3 and writes to its descriptor 4: descriptors of the process
 * itself, or the standard input and output of the container around it. The first bytes that are not a frame end the process.
 * `print` gets the reason, to appear beside the output of the process. `pauses`: the frames of the worker wait while
 * it leaves much unread; one of the two ends of a link waits, and in a pod that is the replica.
 */
export function openProcessStream(
  { child }: ManagedProcess,
  print: (line: string) => void,
  { ends = 'descriptors', pauses = true }: { ends?: 'descriptors' | 'standard'; pauses?: boolean } = {},
): LinkStream {
  const [output, input]: readonly unknown[] =
    ends === 'standard' ? [child.stdin, child.stdout] : [child.stdio[3], child.stdio[4]];
  if (!(output instanceof Duplex && input instanceof Duplex)) {
    // The process could not be started: its end says why.
    return { send: () => undefined, forward: () => undefined, listen: () => undefined };
  }
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
        const reason = `The worker process ${what} It is ended.`;
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
      const reader = createFrameReader(onFrame);
      input.on('data', (chunk: Buffer) => {
        if (broken) return;
        try {
          reader.push(chunk);
        } catch (failure) {
          if (!(failure instanceof FrameError)) throw failure;
          fail(`sent something else than messages on its link (descriptor 4): ${failure.message}`);
        }
      });
      output.on('drain', () => input.resume());
      // Nothing arrives there, but its end does.
      output.resume();
      input.on('error', () => undefined).once('close', closed);
      output.on('error', () => undefined).once('close', closed);
    },
  };
}

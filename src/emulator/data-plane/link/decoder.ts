import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fieldOf } from '../../../contract/json-safety.ts';
import { errorMessage } from '../../../os/errors.ts';
import { PROGRAMS } from '../../ports/installation.ts';
import {
  attachParts,
  type ControlMessage,
  decodeControl,
  type DecodedReport,
  decodeReport,
  type DetachedReport,
} from './decode.ts';
import { type Frame, FrameError } from './frames.ts';
import type { LinkBudget } from './link-budget.ts';
import { createAssembler, type Piece } from './pieces.ts';

// Frames of agent pods are untrusted, and a large frame can take seconds to decode. Threads decode large frames, so
// that the main thread can serve other deployments in the meantime.

/** Message to a decoder thread: a frame, or the request for the next piece of the report. */
export type ThreadRequest =
  | { kind: 'decode'; buffer: ArrayBuffer; textLength: number; link: number }
  | { kind: 'next' };

/** Message from a decoder thread. `ms` is the time that the thread has worked. */
export type ThreadAnswer =
  | { kind: 'decoded'; buffer: ArrayBuffer; lengths: readonly number[]; ms: number }
  | { kind: 'refused'; reason: string; ms: number }
  | { kind: 'pieces'; pieces: Piece[]; ms: number }
  | { kind: 'end'; ms: number };

/** Minimum length in bytes of a text that a thread decodes. A shorter text is decoded faster in the main thread. */
const THREAD_BYTES = 256 * 1024;
/** Maximum time for a thread to decode a frame, in milliseconds. */
const DECODE_MS = 30_000;
/** Milliseconds after which an unused thread is ended, which frees its memory. */
const IDLE_MS = 30_000;
/** Maximum size of a thread's heap in MiB, which is enough for a text of 64 MiB within the limits of values. */
const HEAP_MIB = 1_024;
const MAX_THREADS = 2;

/** Decodes the frames of links to agent pods. All links of a process share the threads. */
export interface FrameDecoder {
  /**
   * Decodes a frame of a worker, and charges the work to the budget of the link. Large frames are decoded in a thread.
   * @throws FrameError if the frame is not a message, or takes too much time or memory.
   */
  report(frame: Frame, budget: LinkBudget): DecodedReport | Promise<DecodedReport>;
  /** Decodes a frame of a pod's own program in the same way. */
  control(frame: Frame, budget: LinkBudget): ControlMessage | Promise<ControlMessage>;
  /** Ends all threads. Frames in progress are refused. */
  close(): Promise<void>;
}

interface DecoderOptions {
  maxThreads?: number;
  /** Maximum time for a thread to decode a frame, in milliseconds. */
  decodeMs?: number;
  idleMs?: number;
}

/** Creates the decoder. Starts its first thread with the first large frame. */
export function createFrameDecoder({
  maxThreads = Math.min(MAX_THREADS, availableParallelism()),
  decodeMs = DECODE_MS,
  idleMs = IDLE_MS,
}: DecoderOptions = {}): FrameDecoder {
  const threads = createThreads({ maxThreads, decodeMs, idleMs });
  const decode = <T>(
    frame: Frame,
    budget: LinkBudget,
    here: (frame: Frame) => T,
    finish: (detached: DetachedReport, bytes: Buffer) => T,
  ): T | Promise<T> => {
    const bytes = frame.text.length + frame.bytes.length;
    if (frame.text.length < THREAD_BYTES) {
      const begun = performance.now();
      try {
        return here(frame);
      } finally {
        budget.charge({ bytes, ms: performance.now() - begun });
      }
    }
    return threads
      .use((thread) => decodeInThread(thread, frame, finish))
      .then(({ result, ms }) => {
        budget.charge({ bytes, ms });
        if (result.ok) return result.value;
        throw new FrameError(result.reason);
      });
  };
  return {
    report: (frame, budget) => decode(frame, budget, decodeReport, attachParts),
    control: (frame, budget) =>
      decode(frame, budget, decodeControl, ({ report }) => report as unknown as ControlMessage),
    close: () => threads.close(),
  };
}

type Decoded<T> = { result: { ok: true; value: T } | { ok: false; reason: string }; ms: number };

/** Decodes a frame in a thread, and builds its report piece by piece. Other work continues between the pieces. */
async function decodeInThread<T>(
  thread: DecoderThread,
  frame: Frame,
  finish: (detached: DetachedReport, bytes: Buffer) => T,
): Promise<Decoded<T>> {
  const { buffer, textLength } = ownBuffer(frame);
  const decoded = await thread.ask({ kind: 'decode', buffer, textLength, link: frame.link }, [buffer]);
  let { ms } = decoded;
  if (decoded.kind !== 'decoded') {
    const reason = decoded.kind === 'refused' ? decoded.reason : 'a message that could not be decoded.';
    return { result: { ok: false, reason }, ms };
  }
  const assembler = createAssembler();
  for (;;) {
    const next = await thread.ask({ kind: 'next' });
    ms += next.ms;
    if (next.kind === 'refused') return { result: { ok: false, reason: next.reason }, ms };
    if (next.kind !== 'pieces') break;
    const begun = performance.now();
    assembler.add(next.pieces);
    ms += performance.now() - begun;
    await setImmediate();
  }
  const report = assembler.value() as DetachedReport['report'];
  const bytes = Buffer.from(decoded.buffer).subarray(textLength);
  return { result: { ok: true, value: finish({ report, lengths: decoded.lengths }, bytes) }, ms };
}

/** Returns a buffer with only the content of the frame. The buffer is moved to the thread, and the frame is emptied. */
function ownBuffer({ text, bytes }: Frame): { buffer: ArrayBuffer; textLength: number } {
  const { buffer } = text;
  const isOwn =
    buffer instanceof ArrayBuffer &&
    bytes.buffer === buffer &&
    text.byteOffset === 0 &&
    buffer.byteLength === text.length + bytes.length;
  const textLength = text.length;
  if (isOwn) return { buffer, textLength };
  const copy = new Uint8Array(text.length + bytes.length);
  copy.set(text);
  copy.set(bytes, text.length);
  return { buffer: copy.buffer, textLength };
}

interface DecoderThread {
  /** Sends a request, and resolves with the response. If the thread fails, the response is a refusal. */
  ask(request: ThreadRequest, transfer?: ArrayBuffer[]): Promise<ThreadAnswer>;
  readonly hasFailed: boolean;
  close(): Promise<void>;
}

function startThread(decodeMs: number): DecoderThread {
  const worker = new Worker(PROGRAMS.frameDecoder, {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    // The thread gets no secret of the environment, because it processes untrusted data.
    env: {},
    stdin: false,
  });
  worker.unref();
  let pending: PromiseWithResolvers<ThreadAnswer> | undefined;
  let askedAt = 0;
  let failure: string | undefined;
  const settle = (answer: ThreadAnswer): void => {
    pending?.resolve(answer);
    pending = undefined;
  };
  const fail = (reason: string): void => {
    failure ??= reason;
    settle({ kind: 'refused', reason: failure, ms: performance.now() - askedAt });
  };
  worker.on('message', settle);
  worker.on('error', (error: unknown) => {
    const isMemory = fieldOf(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY';
    fail(
      isMemory
        ? 'a message that takes too much memory.'
        : `a message that could not be decoded: ${errorMessage(error)}`,
    );
  });
  worker.on('exit', () => fail('a message whose decoding was stopped.'));
  return {
    get hasFailed() {
      return failure !== undefined;
    },
    async ask(request, transfer = []) {
      if (failure !== undefined) return { kind: 'refused', reason: failure, ms: 0 };
      const answer = Promise.withResolvers<ThreadAnswer>();
      pending = answer;
      askedAt = performance.now();
      worker.postMessage(request, transfer);
      const timer = setTimeout(() => {
        fail(`a message that could not be decoded within ${Math.round(decodeMs / 1_000)} s.`);
        void worker.terminate();
      }, decodeMs);
      try {
        return await answer.promise;
      } finally {
        clearTimeout(timer);
      }
    },
    close: async () => void (await worker.terminate()),
  };
}

/** Starts threads on demand, and ends threads that are unused. */
function createThreads({ maxThreads, decodeMs, idleMs }: Required<DecoderOptions>) {
  const idle: DecoderThread[] = [];
  const waiting: ((thread: DecoderThread) => void)[] = [];
  const all = new Set<DecoderThread>();
  let timer: NodeJS.Timeout | undefined;

  const start = (): DecoderThread => {
    const thread = startThread(decodeMs);
    all.add(thread);
    return thread;
  };
  const endIdle = (): void => {
    for (const thread of idle.splice(0)) {
      all.delete(thread);
      void thread.close();
    }
  };
  const release = (thread: DecoderThread): void => {
    if (thread.hasFailed) all.delete(thread);
    const next = waiting.shift();
    if (next !== undefined) return next(thread.hasFailed ? start() : thread);
    if (thread.hasFailed) return;
    idle.push(thread);
    clearTimeout(timer);
    timer = setTimeout(endIdle, idleMs);
    timer.unref();
  };
  const acquire = (): DecoderThread | Promise<DecoderThread> => {
    const thread = idle.pop();
    if (thread !== undefined) return thread;
    if (all.size < maxThreads) return start();
    return new Promise((resolve) => waiting.push(resolve));
  };
  return {
    /** Calls `work` with a thread once a thread is free. Calls are served in their order. */
    async use<T>(work: (thread: DecoderThread) => Promise<T>): Promise<T> {
      const thread = await acquire();
      try {
        return await work(thread);
      } finally {
        release(thread);
      }
    },
    async close(): Promise<void> {
      clearTimeout(timer);
      await Promise.all([...all].map((thread) => thread.close()));
      all.clear();
    },
  };
}

import { writeSync } from 'node:fs';

/** Writes a whole string to a file descriptor synchronously, so no write is pending when the process exits. */
export function writeFully(descriptor: number, text: string): void {
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      // EAGAIN means that a pipe is full and that another program made the pipe non-blocking.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

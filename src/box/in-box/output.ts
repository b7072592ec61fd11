import type { Readable } from 'node:stream';
import { CHUNK_BYTES, STDERR, STDOUT, WINDOW_BYTES } from './frames.ts';

/** A program that has ended may have left this much in its pipes; what comes after is of what it left running. */
const LEFT_IN_PIPES = 1024 * 1024;
/** A pipe that stays silent this long after the program's end is held by something it left running. */
const SILENCE_MS = 50;

/**
 * Carries a program's output to the host, never more than the host has asked for: the pipes are not read meanwhile,
 * so the program waits. `drained` settles when all of the program's own output is on its way.
 */
export class OutputForwarder {
  private credit = WINDOW_BYTES;
  private open = 0;
  private leftover: number | undefined;
  private silence: NodeJS.Timeout | undefined;
  private over = false;
  private readonly streams: Readable[];
  private readonly send: (kind: number, data: Uint8Array) => void;
  private readonly settled = Promise.withResolvers<void>();

  constructor(stdout: Readable, stderr: Readable, send: (kind: number, data: Uint8Array) => void) {
    this.streams = [stdout, stderr];
    this.send = send;
    this.carry(stdout, STDOUT);
    this.carry(stderr, STDERR);
  }

  /** The host has used that much. */
  grant(bytes: number): void {
    const waiting = this.credit <= 0;
    this.credit += bytes;
    if (waiting && this.credit > 0 && !this.over) {
      for (const stream of this.streams) stream.resume();
      this.watch();
    }
  }

  /** Call when the program has ended. */
  drained(): Promise<void> {
    this.leftover = LEFT_IN_PIPES;
    if (this.open === 0) this.finish();
    else this.watch();
    return this.settled.promise;
  }

  private carry(stream: Readable, kind: number): void {
    this.open += 1;
    stream.on('data', (chunk: Buffer) => {
      if (this.over) return;
      for (let from = 0; from < chunk.length; from += CHUNK_BYTES) {
        this.send(kind, chunk.subarray(from, from + CHUNK_BYTES));
      }
      this.credit -= chunk.length;
      if (this.credit <= 0) for (const each of this.streams) each.pause();
      if (this.leftover === undefined) return;
      this.leftover -= chunk.length;
      if (this.leftover <= 0) this.finish();
      else this.watch();
    });
    stream.on('error', () => undefined);
    stream.on('close', () => {
      this.open -= 1;
      if (this.open === 0 && this.leftover !== undefined) this.finish();
    });
  }

  private watch(): void {
    clearTimeout(this.silence);
    if (this.leftover === undefined || this.credit <= 0) return;
    this.silence = setTimeout(() => this.finish(), SILENCE_MS);
  }

  /** What was left running may go on writing: it is read and dropped, so that it neither waits nor dies of it. */
  private finish(): void {
    clearTimeout(this.silence);
    this.over = true;
    for (const stream of this.streams) stream.resume();
    this.settled.resolve();
  }
}

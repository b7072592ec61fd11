import { readFile } from 'node:fs/promises';
import type { Started } from './processes.ts';

/** What a preloaded emulator wrote down about itself. */
export interface Trace {
  /** Its writes, in order. */
  writes: { at: number; kind: string; what: string }[];
  /** Itself, and the programs it started. */
  started: Started[];
  /** Where it killed itself. */
  killed: { at: number; side: string; place: string } | undefined;
  /** Writes that were refused as on a full disk. */
  refused: { at: number; what: string }[];
  /** The last thing said about room on the disk. */
  room: string | undefined;
}

/** Reads the trace; a file that is not there is one of a process that wrote nothing. */
export async function readTrace(file: string): Promise<Trace> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const trace: Trace = { writes: [], started: [], killed: undefined, refused: [], room: undefined };
  for (const line of text.split('\n')) {
    const [verb, first = '', second = '', ...rest] = line.split(' ');
    const words = rest.join(' ');
    const pid = Number(first);
    if (verb === 'write') trace.writes.push({ at: Number(first), kind: second, what: words });
    if (verb === 'start') trace.started.push({ pid, startTick: second, program: words });
    if (verb === 'kill') trace.killed = { at: Number(first), side: second, place: words };
    if (verb === 'refuse') trace.refused.push({ at: Number(first), what: words });
    if (verb === 'room') trace.room = first;
  }
  return trace;
}

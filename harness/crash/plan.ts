import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { StartedProcess } from './processes.ts';

const Count = z.int().positive();

/** What is to happen to an emulator's process at which of its writes, counted from its start. */
export const CrashPlan = z.strictObject({
  /** The file each write and each program started is written down in (see `trace.ts`). */
  trace: z.string().min(1),
  /** Ends the process without warning (SIGKILL) right before or right after its `at`-th write, or start of a program. */
  kill: z
    .strictObject({ at: Count, side: z.enum(['before', 'after']), of: z.enum(['writes', 'starts']) })
    .optional(),
  /** Fails the store's writes from this one on as a full disk does: so many of them, then there is room again. */
  full: z.strictObject({ from: Count, writes: Count }).optional(),
});
export type CrashPlan = z.infer<typeof CrashPlan>;
export type Side = NonNullable<CrashPlan['kill']>['side'];

/** The variable that hands the plan to the preloaded module. */
export const PLAN_VARIABLE = 'CRASH_PLAN';

/** The plan in the process's environment. @throws when there is none, or not one of ours. */
export function readPlan(env: Record<string, string | undefined>): CrashPlan {
  return CrashPlan.parse(JSON.parse(env[PLAN_VARIABLE] ?? 'null'));
}

/** What a preloaded emulator wrote down about itself. */
interface Trace {
  /** Its writes, in order. */
  writes: { at: number; kind: string; what: string }[];
  /** Itself, and the programs it started. */
  started: StartedProcess[];
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

import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { StartedProcess } from './processes.ts';

const Count = z.int().positive();

/** The fault of an emulator's process, and the number of the write at which it occurs, counted from the start. */
export const CrashPlan = z.strictObject({
  /** The file in which each write and each started program is recorded. */
  trace: z.string().min(1),
  /** Kills the process (SIGKILL) right before or right after its `at`-th write, or start of a program. */
  kill: z
    .strictObject({ at: Count, side: z.enum(['before', 'after']), of: z.enum(['writes', 'starts']) })
    .optional(),
  /** Makes the given number of writes of the store fail from this one on, as on a full disk. */
  full: z.strictObject({ from: Count, writes: Count }).optional(),
});
export type CrashPlan = z.infer<typeof CrashPlan>;
export type Side = NonNullable<CrashPlan['kill']>['side'];

/** The variable that passes the plan to the preloaded module. */
export const PLAN_VARIABLE = 'CRASH_PLAN';

/** Reads the plan from the process's environment. @throws if it is missing or invalid. */
export function readPlan(env: Record<string, string | undefined>): CrashPlan {
  return CrashPlan.parse(JSON.parse(env[PLAN_VARIABLE] ?? 'null'));
}

/** The records of a preloaded emulator. */
interface Trace {
  /** Its writes, in order. */
  writes: { at: number; kind: string; what: string }[];
  /** The emulator, and the programs that it started. */
  started: StartedProcess[];
  /** The write or start at which it killed itself. */
  killed: { at: number; side: string; place: string } | undefined;
  /** Writes that failed as on a full disk. */
  refused: { at: number; what: string }[];
  /** The last recorded state of the disk. */
  room: string | undefined;
}

/** Reads the trace. A missing file belongs to a process that wrote nothing. */
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

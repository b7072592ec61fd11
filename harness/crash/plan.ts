import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { StartedProcess } from './processes.ts';

const Count = z.int().positive();

/** Faults that an emulator's process injects into itself, and the numbers of the writes at which they happen. */
export const CrashPlan = z.strictObject({
  /** Path of the file where each write and each started program is recorded. */
  trace: z.string().min(1),
  /** Kills the process (SIGKILL) immediately before or after its `at`-th write, or the `at`-th start of a program. */
  kill: z
    .strictObject({ at: Count, side: z.enum(['before', 'after']), of: z.enum(['writes', 'starts']) })
    .optional(),
  /** Makes `writes` writes of the store fail, beginning with write `from`, as if the disk were full. */
  full: z.strictObject({ from: Count, writes: Count }).optional(),
});
export type CrashPlan = z.infer<typeof CrashPlan>;
export type Side = NonNullable<CrashPlan['kill']>['side'];

/** Name of the variable from which the preloaded module reads the plan. */
export const PLAN_VARIABLE = 'CRASH_PLAN';

/** Reads the crash plan from the process's environment. @throws Error if the plan is missing or invalid. */
export function readPlan(env: Record<string, string | undefined>): CrashPlan {
  return CrashPlan.parse(JSON.parse(env[PLAN_VARIABLE] ?? 'null'));
}

/** Records that the preloaded module wrote for one emulator. */
interface Trace {
  /** Writes in order. */
  writes: { at: number; kind: string; what: string }[];
  /** The emulator itself, and the programs that it started. */
  started: StartedProcess[];
  /** Write or start at which the process killed itself, or `undefined`. */
  killed: { at: number; side: string; place: string } | undefined;
  /** Writes that failed as if the disk were full. */
  refused: { at: number; what: string }[];
  /** Last recorded state of the simulated disk. */
  room: string | undefined;
}

/** Reads the trace file. A missing file means that the process wrote nothing. */
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

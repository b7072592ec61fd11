import * as z from 'zod';

/** State of a thread as returned by a worker. */
export const WorkerState = z.object({
  values: z.unknown(),
  /** Nodes that would run next. */
  next: z.array(z.string()).catch([]),
  tasks: z.array(z.object({ id: z.string(), interrupts: z.array(z.unknown()).catch([]) })).catch([]),
});

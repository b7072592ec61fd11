import * as z from 'zod';

/** A thread's state as a worker gives it. */
export const WorkerState = z.object({
  values: z.unknown(),
  /** The nodes that would run next. */
  next: z.array(z.string()).catch([]),
  tasks: z.array(z.object({ id: z.string(), interrupts: z.array(z.unknown()).catch([]) })).catch([]),
});

import * as z from 'zod';

/** A thread's state as a worker gives it. */
export const WorkerState = z.object({
  values: z.unknown(),
  tasks: z.array(z.object({ id: z.string(), interrupts: z.array(z.unknown()).catch([]) })).catch([]),
});

import * as z from 'zod';

export const WorkerState = z.object({
  values: z.unknown(),
  /** Names of the nodes that would run next. */
  next: z.array(z.string()).catch([]),
  tasks: z.array(z.object({ id: z.string(), interrupts: z.array(z.unknown()).catch([]) })).catch([]),
});

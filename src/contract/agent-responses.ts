import * as z from 'zod';

// What a check of a live agent needs of its server's responses, and nothing more: servers differ in the rest, and a
// missing field there must not fail a deploy.

export const AgentRun = z.looseObject({
  run_id: z.string().min(1),
  thread_id: z.string().nullish().catch(undefined),
  status: z.string(),
  created_at: z.string().nullish().catch(undefined),
  metadata: z.looseObject({}).nullish().catch(undefined),
});
export type AgentRun = z.infer<typeof AgentRun>;

export const AgentThread = z.looseObject({ thread_id: z.string().min(1) });

/** An assistant; people write the name of its graph. */
export const AgentAssistant = z.looseObject({
  assistant_id: z.string().min(1),
  graph_id: z.string().nullish().catch(undefined),
  name: z.string().nullish().catch(undefined),
});
export type AgentAssistant = z.infer<typeof AgentAssistant>;

/** A task of a thread's state; one with interrupts waits to be resumed. */
const Task = z.looseObject({ interrupts: z.array(z.unknown()).nullish().catch(undefined) });

export const AgentThreadState = z.looseObject({
  values: z.unknown().refine((values) => values !== undefined, 'there are no values'),
  // Every server returns it; without it, a finished run cannot be distinguished from a stopped one.
  next: z.array(z.string()),
  tasks: z.array(Task).nullish().catch(undefined),
  interrupts: z.array(z.unknown()).nullish().catch(undefined),
  checkpoint: z
    .looseObject({ thread_id: z.string().nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
});

/** A failed run's error in the `error` event, and under `__error__` by `join` and `wait`. */
export const AgentRunError = z.looseObject({
  error: z.string().catch('Error'),
  message: z.string().catch(''),
});

/** The revision that answers; undefined if the server does not tell. */
export const AgentInfo = z.looseObject({
  host: z
    .looseObject({ revision_id: z.string().nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
});

/** The URL of each feedback key, in the `feedback` event or a response. */
export const AgentFeedback = z.record(z.string(), z.string());

/** Statuses that a run ends with. Any other one, known or not, is progress. */
const FINAL: readonly string[] = ['success', 'error', 'timeout', 'interrupted'];

/** Whether a run with this status has ended. */
export function isFinalRun(status: string): boolean {
  return FINAL.includes(status);
}

import * as z from 'zod';

// Schemas of agent server responses. The schemas contain only the fields that checks of an agent need, because agent
// servers differ in all other fields, and a missing field must not fail a deployment.

const optionalObject = z.looseObject({}).nullish().catch(undefined);

export const AgentRun = z.looseObject({
  run_id: z.string().min(1),
  thread_id: z.string().nullish().catch(undefined),
  status: z.string(),
  created_at: z.string().nullish().catch(undefined),
  metadata: optionalObject,
});
export type AgentRun = z.infer<typeof AgentRun>;

export const AgentThread = z.looseObject({
  thread_id: z.string().min(1),
  status: z.string().nullish().catch(undefined),
  metadata: optionalObject,
  values: z.unknown().optional(),
  interrupts: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** A thread in a search by time. */
export const AgentThreadTime = z.looseObject({ thread_id: z.string().min(1), updated_at: z.string() });

/** An assistant, which users refer to by the name of its graph. */
export const AgentAssistant = z.looseObject({
  assistant_id: z.string().min(1),
  graph_id: z.string().nullish().catch(undefined),
  name: z.string().nullish().catch(undefined),
});
export type AgentAssistant = z.infer<typeof AgentAssistant>;

/** An assistant with the fields that a copy of the assistant needs. */
export const AgentFullAssistant = z.looseObject({
  ...AgentAssistant.shape,
  graph_id: z.string().min(1),
  description: z.string().nullish().catch(undefined),
  config: optionalObject,
  context: optionalObject,
  metadata: optionalObject,
});
export type AgentFullAssistant = z.infer<typeof AgentFullAssistant>;

/** An item of the store. */
export const AgentItem = z.looseObject({
  namespace: z.array(z.string()),
  key: z.string(),
  value: z.unknown().refine((value) => value !== undefined, 'the value is missing'),
});
export type AgentItem = z.infer<typeof AgentItem>;
export const AgentItems = z.looseObject({ items: z.array(AgentItem) });

/** A cron with its metadata, which older servers return only in the payload. */
export const AgentCron = z.looseObject({
  cron_id: z.string().min(1),
  metadata: optionalObject,
  payload: z.looseObject({ metadata: optionalObject }).nullish().catch(undefined),
});

/** A task in the state of a thread. A task that has interrupts waits until a run resumes it. */
const Task = z.looseObject({ interrupts: z.array(z.unknown()).nullish().catch(undefined) });

export const AgentThreadState = z.looseObject({
  values: z.unknown().refine((values) => values !== undefined, 'the values are missing'),
  // Names of the nodes that run next. The field is required, because only this field distinguishes a finished run from
  // a stopped run. Every agent server returns `next`.
  next: z.array(z.string()),
  tasks: z.array(Task).nullish().catch(undefined),
  interrupts: z.array(z.unknown()).nullish().catch(undefined),
  checkpoint: z
    .looseObject({
      thread_id: z.string().nullish().catch(undefined),
      checkpoint_id: z.string().nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
});

/** Error of a failed run, in the `error` event or under `__error__` in responses of `join` and `wait`. */
export const AgentRunError = z.looseObject({
  error: z.string().catch('Error'),
  message: z.string().catch(''),
});

/** Information about an agent server. The revision is `undefined` if the agent server does not report a revision. */
export const AgentInfo = z.looseObject({
  host: z
    .looseObject({ revision_id: z.string().nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
});

/** Feedback URLs, keyed by feedback key, in the `feedback` event or a response. */
export const AgentFeedback = z.record(z.string(), z.string());

/** Final statuses of a run. A run with any other status, known or not, is in progress. */
const FINAL: readonly string[] = ['success', 'error', 'timeout', 'interrupted'];

/** Returns whether a run with this status has ended. */
export function isFinalRun(status: string): boolean {
  return FINAL.includes(status);
}

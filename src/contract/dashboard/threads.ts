import * as z from 'zod';
import { queryInt } from '../query.ts';

/** State of a thread on the page. `waiting` means that the agent asked a question. */
export const THREAD_STATES = ['waiting', 'failed', 'running', 'finished'] as const;
const ThreadState = z.enum(THREAD_STATES);
export type ThreadState = z.infer<typeof ThreadState>;

/** A thread in a list, with shortened strings. */
export const ThreadSummary = z.object({
  deployment_id: z.string(),
  thread_id: z.string(),
  state: ThreadState,
  /** Beginning of the first human message, or empty if the thread has no human message. */
  title: z.string(),
  /**
   * Beginning of the agent's last reply, or empty if the agent has not replied. If the values are too long to be read
   * for a list, the reply is the last reply that a run recorded.
   */
  last: z.string(),
  /** Question of a waiting thread, error of a failed thread, or empty for any other thread. */
  reason: z.string(),
  /** Number of messages, or null if the values are too long to be read for a list. */
  messages: z.int().nullable(),
  /** Length of the values as JSON, in characters. */
  characters: z.int(),
  created_at_ms: z.number(),
  updated_at_ms: z.number(),
});
export type ThreadSummary = z.infer<typeof ThreadSummary>;

export const ThreadListQuery = z.object({
  deployment_id: z.guid().toLowerCase().optional(),
  state: ThreadState.optional(),
  /** String that the title, the last reply, the question or the error contains, in any letter case. */
  text: z.string().min(1).max(200).optional(),
  limit: queryInt(1, 200).default(100),
  offset: queryInt(0, 1_000_000).default(0),
});
export type ThreadListQuery = z.infer<typeof ThreadListQuery>;

/** Response of GET …/threads, most recently updated thread first. */
export const ThreadList = z.object({
  now_ms: z.number(),
  /** Number of threads in each state, without the filters `state` and `text`. */
  counts: z.record(ThreadState, z.int()),
  threads: z.array(ThreadSummary),
  /** Value of `offset` for the next page, or null after the last page. */
  next: z.int().nullable(),
  /** Number of threads that were searched for `text`. If `next` is set, older threads might contain `text` too. */
  searched: z.int(),
});
export type ThreadList = z.infer<typeof ThreadList>;

/** A task that started from a checkpoint. */
const StepTask = z.object({
  /** Name of the task's node, or null if the checkpoint does not contain the name. */
  name: z.string().nullable(),
  /** Keys of the state that the task wrote. */
  channels: z.array(z.string()),
  /** Names of the nodes that the task starts in the next step. */
  starts: z.array(z.string()),
  /** Exception of the task, or null if the task has no exception that the emulator can read. */
  error: z.string().nullable(),
  /** True if an attempt of the task failed. `waits` is true if an attempt of the task asked a question. */
  failed: z.boolean(),
  waits: z.boolean(),
  /** True if an attempt of the task ended without an error or a question. */
  done: z.boolean(),
  /** Questions of the task as JSON, or an empty list if only the agent's worker can read the questions. */
  questions: z.array(z.string()),
});
export type StepTask = z.infer<typeof StepTask>;

/** A step of a thread: one checkpoint without its values. */
export const StepSummary = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  run_id: z.string().nullable(),
  /** Number and source of the step, or null if only the agent's worker can read the checkpoint. */
  step: z.int().nullable(),
  source: z.string().nullable(),
  at_ms: z.number(),
  /** Tasks that started from this checkpoint and whose results belong to the next step. */
  tasks: z.array(StepTask),
});
export type StepSummary = z.infer<typeof StepSummary>;

export const StepListQuery = z.object({
  /** The response contains only steps older than the step with the ID `before`. */
  before: z.string().max(100).optional(),
  limit: queryInt(1, 1_000).default(500),
});

/** Response of GET …/deployments/{id}/threads/{thread_id}/steps, newest step first. */
export const StepList = z.object({
  total: z.int(),
  steps: z.array(StepSummary),
  more: z.boolean(),
});
export type StepList = z.infer<typeof StepList>;

export const WaitingThread = z.object({
  deployment_id: z.string(),
  deployment: z.string(),
  thread_id: z.string(),
  /** Assistant that can continue the thread, or null if the thread has no run. */
  assistant_id: z.string().nullable(),
  title: z.string(),
  /** Last reply of the agent before the question, or empty if the agent has not replied. */
  last: z.string(),
  /** Interrupts of the thread in the API's format, with long strings clipped. */
  interrupts: z.array(z.unknown()),
  since_ms: z.number(),
});
export type WaitingThread = z.infer<typeof WaitingThread>;

/** Response of GET …/inbox, most recently updated thread first. */
export const InboxList = z.object({
  now_ms: z.number(),
  threads: z.array(WaitingThread),
  /** Number of waiting threads, including threads that are not in the list. */
  total: z.int(),
});
export type InboxList = z.infer<typeof InboxList>;

import * as z from 'zod';
import { queryInt } from '../query.ts';

/** State of a thread in words of its reader. `waiting` means that the agent asked a question. */
export const THREAD_STATES = ['waiting', 'failed', 'running', 'finished'] as const;
const ThreadState = z.enum(THREAD_STATES);
export type ThreadState = z.infer<typeof ThreadState>;

/** A thread in a list, with short texts only. */
export const ThreadSummary = z.object({
  deployment_id: z.string(),
  thread_id: z.string(),
  state: ThreadState,
  /** Beginning of the first human message; empty without such a message. */
  title: z.string(),
  /**
   * Beginning of the agent's last response; empty without a response, or if the values are too long to be read for a
   * list.
   */
  last: z.string(),
  /** Question of a waiting thread, or the error of a failed thread; empty otherwise. */
  reason: z.string(),
  /** Number of messages; null if the values are too long to count them for a list. */
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
  /** Text in the title, the last response, the question or the error. Letter case is ignored. */
  text: z.string().min(1).max(200).optional(),
  limit: queryInt(1, 200).default(100),
  offset: queryInt(0, 1_000_000).default(0),
});
export type ThreadListQuery = z.infer<typeof ThreadListQuery>;

/** Response of GET …/threads, last updated thread first. */
export const ThreadList = z.object({
  now_ms: z.number(),
  /** Number of threads in each state, without the filters `state` and `text`. */
  counts: z.record(ThreadState, z.int()),
  threads: z.array(ThreadSummary),
  /** Value of `offset` for the next page; null after the last page. */
  next: z.int().nullable(),
  /** Number of threads that were searched for the text. Older threads may contain the text too, if `next` is set. */
  searched: z.int(),
});
export type ThreadList = z.infer<typeof ThreadList>;

/** A task that started from a checkpoint. */
const StepTask = z.object({
  /** Name of the node; null if the checkpoint does not contain it. */
  name: z.string().nullable(),
  /** Keys of the state that the task wrote. */
  channels: z.array(z.string()),
  /** Names of the nodes that the task started. */
  starts: z.array(z.string()),
  /** Exception that ended the task; null if none, or if only the agent's worker can read it. */
  error: z.string().nullable(),
  /** True if an attempt of the task failed or asked a question. */
  failed: z.boolean(),
  waits: z.boolean(),
  /** True if an attempt of the task ended without an error or a question. */
  done: z.boolean(),
  /** Questions of the task as JSON texts. Empty if only the agent's worker can read them. */
  questions: z.array(z.string()),
});
export type StepTask = z.infer<typeof StepTask>;

/** A step of a thread: one checkpoint without its values. */
export const StepSummary = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  run_id: z.string().nullable(),
  /** Number and source of the step; null if only the agent's worker can read them. */
  step: z.int().nullable(),
  source: z.string().nullable(),
  at_ms: z.number(),
  /** Tasks that started from this checkpoint. Their results belong to the next step. */
  tasks: z.array(StepTask),
});
export type StepSummary = z.infer<typeof StepSummary>;

export const StepListQuery = z.object({
  /** ID of a step. Only older steps are returned. */
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

/** A thread that waits for a person. */
export const WaitingThread = z.object({
  deployment_id: z.string(),
  deployment: z.string(),
  thread_id: z.string(),
  /** Assistant that continues the thread; null if the thread has no run. */
  assistant_id: z.string().nullable(),
  title: z.string(),
  /** Last answer of the agent before its question; may be empty. */
  last: z.string(),
  /** Interrupts of the thread as the API returns them, with long texts clipped. */
  interrupts: z.array(z.unknown()),
  since_ms: z.number(),
});
export type WaitingThread = z.infer<typeof WaitingThread>;

/** Response of GET …/inbox, newest thread first. */
export const InboxList = z.object({
  now_ms: z.number(),
  threads: z.array(WaitingThread),
  /** Number of waiting threads, including threads that are not in the list. */
  total: z.int(),
});
export type InboxList = z.infer<typeof InboxList>;

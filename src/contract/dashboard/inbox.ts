import * as z from 'zod';

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

import * as z from 'zod';
import { dateTime, freeForm, optional, uuid } from './primitives.ts';

export const THREAD_STATUSES = ['idle', 'busy', 'interrupted', 'error'] as const;

/** Body of POST /threads (spec §4.10: an empty object is enough; facts: service §4.2). */
export const ThreadCreate = z.object({
  thread_id: optional(uuid),
  metadata: optional(freeForm),
  if_exists: optional(z.enum(['raise', 'do_nothing'])),
});
export type ThreadCreate = z.infer<typeof ThreadCreate>;

/** Body of PATCH /threads/{id}: its metadata is merged. */
export const ThreadPatch = z.object({ metadata: optional(freeForm) });
export type ThreadPatch = z.infer<typeof ThreadPatch>;

/** Body of POST /threads/search. */
export const ThreadSearch = z.object({
  limit: optional(z.int().min(1).max(1000)),
  offset: optional(z.int().min(0)),
  status: optional(z.enum(THREAD_STATUSES)),
  metadata: optional(freeForm),
});
export type ThreadSearch = z.infer<typeof ThreadSearch>;

/** A thread as answered (spec §2.11; facts: service §4.2). */
export const Thread = z.looseObject({
  thread_id: uuid,
  created_at: dateTime,
  updated_at: dateTime,
  metadata: freeForm,
  status: z.string(),
  values: z.unknown(),
  interrupts: freeForm,
});
export type Thread = z.infer<typeof Thread>;

/** One message of `values.messages` (spec §2.11). */
export const Message = z.looseObject({ type: z.string(), content: z.unknown() });
export type Message = z.infer<typeof Message>;

/** Where a thread's state stands in its history. */
export const CheckpointRef = z.looseObject({
  thread_id: z.string().nullish(),
  checkpoint_ns: z.string().nullish(),
  checkpoint_id: z.string().nullish(),
});

/** Answer of GET /threads/{id}/state (spec §2.11, §4.10). */
export const ThreadState = z.looseObject({
  values: z.unknown(),
  next: z.array(z.string()),
  tasks: z.array(z.looseObject({})),
  checkpoint: CheckpointRef.nullish(),
  metadata: freeForm.nullish(),
  created_at: z.string().nullish(),
  parent_checkpoint: CheckpointRef.nullish(),
  interrupts: z.array(z.unknown()).nullish(),
});
export type ThreadState = z.infer<typeof ThreadState>;

/** Answers of the agent server's GET /ok and GET /info (facts: service §4.5). */
export const OkAnswer = z.looseObject({ ok: z.boolean() });
export const InfoAnswer = z.looseObject({
  version: z.string().nullish(),
  host: z
    .looseObject({
      kind: z.string().nullish(),
      project_id: z.string().nullish(),
      revision_id: z.string().nullish(),
      tenant_id: z.string().nullish(),
    })
    .nullish(),
});
export type InfoAnswer = z.infer<typeof InfoAnswer>;

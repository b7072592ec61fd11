import * as z from 'zod';
import { maxItems, dateTime, dnsLabel, optional, text, uuid, nonEmptyText } from './primitives.ts';
import { LIST_MAX } from './limits.ts';

const ComputeConfig = z.object({
  k8s_namespaces: optional(
    maxItems(
      LIST_MAX,
      z
        .array(dnsLabel)
        .refine((names) => new Set(names).size === names.length, 'must be different from each other'),
    ),
  ),
});

export const ListenerCreate = z.object({
  version: optional(text),
  compute_type: z.enum(['k8s']),
  compute_id: nonEmptyText,
  compute_config: optional(ComputeConfig),
});
export type ListenerCreate = z.infer<typeof ListenerCreate>;

/** Body of PATCH /v2/listeners/{id}. A null field does not change the listener. The compute type cannot change. */
export const ListenerPatch = z.object({
  version: optional(text),
  compute_type: optional(z.string()),
  compute_id: optional(z.string()),
  compute_config: optional(ComputeConfig),
});
export type ListenerPatch = z.infer<typeof ListenerPatch>;

/** A listener, which deploys revisions in a cluster for the service, in the service's format. */
export const Listener = z.looseObject({
  id: uuid,
  created_at: dateTime,
  updated_at: dateTime,
  version: z.string().nullish(),
  compute_type: z.string(),
  compute_id: z.string(),
  compute_config: z.looseObject({ k8s_namespaces: z.array(z.string()).nullish() }).nullish(),
});
export type Listener = z.infer<typeof Listener>;

/** A page of listeners. `offset` is the offset of the next page. */
export const ListenerList = z.looseObject({
  resources: z.array(Listener),
  offset: z.number().int().nullish(),
});

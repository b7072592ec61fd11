import * as z from 'zod';
import { dateTime, freeForm, optional } from './primitives.ts';

/** Body of POST /assistants/search. */
export const AssistantSearch = z.object({
  graph_id: optional(z.string()),
  limit: optional(z.int().min(1).max(1000)),
  offset: optional(z.int().min(0)),
});
export type AssistantSearch = z.infer<typeof AssistantSearch>;

/** An assistant as answered: one per graph, its id made from the graph's name (facts: local-clouds §1.8). */
export const Assistant = z.looseObject({
  assistant_id: z.string(),
  graph_id: z.string(),
  name: z.string(),
  config: freeForm,
  context: freeForm,
  metadata: freeForm,
  version: z.int(),
  created_at: dateTime,
  updated_at: dateTime,
});
export type Assistant = z.infer<typeof Assistant>;

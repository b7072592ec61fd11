import * as z from 'zod';
import { pageQuery } from './query.ts';

/** Query of GET /api/v1/sessions (DESIGN §8, "tracing projects"). */
export const TracingProjectQuery = z.object({
  ...pageQuery,
  name: z.string().optional(),
  name_contains: z.string().optional(),
});
export type TracingProjectQuery = z.infer<typeof TracingProjectQuery>;

/** A tracing project: each deployment has one of its name (spec §1). */
export const TracingProject = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  tenant_id: z.string().nullish(),
  start_time: z.string().nullish(),
});
export type TracingProject = z.infer<typeof TracingProject>;
export const TracingProjectList = z.array(TracingProject);

import * as z from 'zod';
import { dateTime, uuid } from './primitives.ts';
import { SourceRevisionConfig } from './source.ts';

/** A Revision as answered (spec §2.9; facts/service §1.5). Open, like every answer. */
export const Revision = z.looseObject({
  id: z.string().min(1),
  /** Not every service says it. */
  deployment_id: z.string().nullish(),
  // A missing status is what the service's own clients call UNKNOWN.
  status: z.string().catch('UNKNOWN'),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  source: z.string().nullish(),
  status_message: z.string().nullish(),
  source_revision_config: z
    .looseObject({
      repo_ref: z.string().nullish(),
      graph_config_path: z.string().nullish(),
      image_uri: z.string().nullish(),
      source_tarball_path: z.string().nullish(),
      repo_commit_sha: z.string().nullish(),
    })
    .nullish(),
});
export type Revision = z.infer<typeof Revision>;

/** Revisions of a deployment, latest first (spec §4.5). */
export const RevisionList = z.looseObject({
  resources: z.array(Revision),
  offset: z.number().int().nullish(),
});

/** The full Revision the emulator answers with: spec §2.9 and what the service adds, exact. */
export const RevisionResponse = z.object({
  id: uuid,
  status: z.string(),
  status_message: z.string().nullable(),
  source: z.string(),
  source_revision_config: z.looseObject(SourceRevisionConfig.shape),
  created_at: dateTime,
  updated_at: dateTime,
});
export type RevisionResponse = z.infer<typeof RevisionResponse>;

/** A page of them, latest first. */
export const RevisionListResponse = z.object({ resources: z.array(RevisionResponse), offset: z.int() });

import * as z from 'zod';
import { dateTime, uuid } from './primitives.ts';
import { ImageDigests, SourceRevisionConfig } from './source.ts';

export const Revision = z.looseObject({
  id: z.string().min(1),
  /** The ID of the deployment is optional, because some services omit the ID. */
  deployment_id: z.string().nullish(),
  // A missing status counts as UNKNOWN, as in the service's own clients.
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
      image_digests: ImageDigests.nullish().catch(undefined),
    })
    .nullish(),
});
export type Revision = z.infer<typeof Revision>;

export const RevisionList = z.looseObject({
  resources: z.array(Revision),
  offset: z.number().int().nullish(),
});

/** A complete revision in the emulator's format. */
export const RevisionResponse = z.object({
  id: uuid,
  status: z.string(),
  status_message: z.string().nullable(),
  source: z.string(),
  source_revision_config: z.looseObject({
    ...SourceRevisionConfig.shape,
    /** Digests of images by their names, once they are known. Only with the runtime `kubernetes`. */
    image_digests: ImageDigests.optional(),
  }),
  created_at: dateTime,
  updated_at: dateTime,
});
export type RevisionResponse = z.infer<typeof RevisionResponse>;

export const RevisionListResponse = z.object({ resources: z.array(RevisionResponse), offset: z.int() });

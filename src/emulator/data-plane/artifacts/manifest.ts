import * as z from 'zod';

/** List of the archives that a pod must fetch. */
export const ArtifactManifestBody = z.object({
  version: z.literal(1),
  revisionId: z.guid(),
  pieces: z
    .array(
      z.object({
        place: z.string(),
        digest: z.string().regex(/^[0-9a-f]{64}$/),
        size: z.int().min(1),
        unpackedSize: z.int().min(1),
      }),
    )
    .min(1),
});

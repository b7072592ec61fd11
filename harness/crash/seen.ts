import * as z from 'zod';

/** What the harness reads of a deployment. */
export const DeploymentView = z.object({
  id: z.string(),
  name: z.string(),
  source: z.string(),
  status: z.string(),
  latest_revision_id: z.string().nullable(),
  active_revision_id: z.string().nullable(),
  url: z.string().nullable(),
  secrets: z.array(z.object({ name: z.string(), value: z.string().nullable() })).nullable(),
});
export const DeploymentPage = z.object({ resources: z.array(DeploymentView) });
export const RevisionPage = z.object({
  resources: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      status_message: z.string().nullish(),
      source_revision_config: z.object({ image_uri: z.string().nullish(), repo_ref: z.string().nullish() }),
    }),
  ),
});

/** A deployment and its revisions, as a client sees them; revisions latest first. */
export interface SeenDeployment {
  id: string;
  name: string;
  source: string;
  status: string;
  active: string | null;
  latest: string | null;
  url: string | null;
  /** The value of its first secret. */
  secret: string | undefined;
  revisions: { id: string; status: string; message: string | null | undefined; marker: string }[];
}

import * as z from 'zod';

/** A connection to a git host: an entry of the bare array of GET /v1/integrations/git_host/install. */
export const Integration = z.looseObject({
  id: z.string().min(1),
  installation_id: z.number().int().nullish(),
  name: z.string().nullish(),
});
export type Integration = z.infer<typeof Integration>;
export const IntegrationList = z.array(Integration);

export const IntegrationRepository = z.looseObject({
  host_integration_id: z.string().nullish(),
  id: z.number().int(),
  name: z.string(),
  owner: z.string(),
  url: z.string(),
  default_branch: z.string(),
});
export type IntegrationRepository = z.infer<typeof IntegrationRepository>;
export const IntegrationRepositoryList = z.array(IntegrationRepository);

const commitId = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, 'must be a full commit ID');

/**
 * Webhook payload of a git host after a push, in GitHub's format. Open, because it has many more fields than those
 * used here.
 */
export const PushPayload = z.looseObject({
  /** Full name: `refs/heads/…` or `refs/tags/…`. */
  ref: z.string().min(1),
  /** New commit of the ref; zeros if the ref was deleted. */
  after: commitId,
  created: z.boolean().default(false),
  deleted: z.boolean().default(false),
  commits: z.array(z.unknown()).default([]),
  /** Commit of a tag, for which `after` is the tag object. */
  head_commit: z.looseObject({ id: commitId }).nullish(),
  repository: z.looseObject({
    clone_url: z.string().nullish(),
    ssh_url: z.string().nullish(),
    html_url: z.string().nullish(),
    default_branch: z.string().nullish(),
  }),
});
export type PushPayload = z.infer<typeof PushPayload>;

/** Result of a webhook delivery. */
export const WebhookResponse = z.object({
  /** `accepted` also for a push that concerns no deployment; `repeated` if this delivery was handled before. */
  status: z.enum(['accepted', 'repeated', 'ignored', 'pong']),
  detail: z.string(),
  revisions: z.array(z.object({ deployment_id: z.string(), revision_id: z.string() })),
});
export type WebhookResponse = z.infer<typeof WebhookResponse>;

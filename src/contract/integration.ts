import * as z from 'zod';

/** A connection to a git host. The response of GET /v1/integrations/git_host/install is an array of integrations. */
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

/** Payload of a git host's webhook after a push, in GitHub's format. */
export const PushPayload = z.looseObject({
  /** Full name of the pushed ref: `refs/heads/…` or `refs/tags/…`. */
  ref: z.string().min(1),
  /** New commit of the ref, or only zeros if the ref was deleted. */
  after: commitId,
  created: z.boolean().default(false),
  deleted: z.boolean().default(false),
  commits: z.array(z.unknown()).default([]),
  /** Commit that the pushed ref points to. For an annotated tag, `after` is the ID of the tag object. */
  head_commit: z.looseObject({ id: commitId }).nullish(),
  repository: z.looseObject({
    clone_url: z.string().nullish(),
    ssh_url: z.string().nullish(),
    html_url: z.string().nullish(),
    default_branch: z.string().nullish(),
  }),
});
export type PushPayload = z.infer<typeof PushPayload>;

/** Response to a webhook delivery. */
export const WebhookResponse = z.object({
  /** `accepted` includes a push that matches no deployment. `repeated` means that the delivery was handled before. */
  status: z.enum(['accepted', 'repeated', 'ignored', 'pong']),
  detail: z.string(),
  revisions: z.array(z.object({ deployment_id: z.string(), revision_id: z.string() })),
});
export type WebhookResponse = z.infer<typeof WebhookResponse>;

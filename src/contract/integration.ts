import * as z from 'zod';

/** One connection to a git host: entry of the bare array of GET /v1/integrations/git_host/install (spec §4.9). */
export const Integration = z.looseObject({
  id: z.string().min(1),
  installation_id: z.number().int().nullish(),
  name: z.string().nullish(),
});
export type Integration = z.infer<typeof Integration>;
export const IntegrationList = z.array(Integration);

/** A repository that an integration reaches (facts: service §1.9). */
export const IntegrationRepository = z.looseObject({
  host_integration_id: z.string().nullish(),
  id: z.number().int(),
  name: z.string(),
  owner: z.string(),
  url: z.string(),
  default_branch: z.string(),
});
export const IntegrationRepositoryList = z.array(IntegrationRepository);

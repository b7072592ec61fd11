import * as z from 'zod';
import { NAME_MAX } from './limits.ts';
import { DEPLOYMENT_NAME, DEPLOYMENT_NAME_RULE } from './patterns.ts';
import { dateTime, optional, text, uuid } from './primitives.ts';
import { Secret, SecretReference } from './secret.ts';
import { Source, SourceConfig, SourceRevisionConfig } from './source.ts';

/** A deployment's name (facts/service §1.4): letters, digits and dashes, a letter first. */
export const DeploymentName = z.string().regex(DEPLOYMENT_NAME, DEPLOYMENT_NAME_RULE).max(NAME_MAX);

/** Body of POST /v2/deployments (spec §4.2). Unknown and read-only fields are ignored. */
export const DeploymentCreate = z.object({
  name: DeploymentName,
  source: Source,
  source_config: SourceConfig,
  source_revision_config: SourceRevisionConfig,
  secrets: z.array(Secret),
  secret_references: optional(z.array(SecretReference)),
  image_version: optional(text),
});
export type DeploymentCreate = z.infer<typeof DeploymentCreate>;

/** Body of PATCH /v2/deployments/{id} (spec §4.3): nested objects carry only what changes; null = not said. */
export const DeploymentPatch = z.object({
  name: optional(z.string()),
  source: optional(Source),
  source_config: optional(SourceConfig),
  source_revision_config: optional(SourceRevisionConfig),
  secrets: optional(z.array(Secret)),
  secret_references: optional(z.array(SecretReference)),
  image_version: optional(text),
  // What the official clients say with every revision of an internal source (facts: service §1.4); decides nothing.
  revision_source: optional(text),
});
export type DeploymentPatch = z.infer<typeof DeploymentPatch>;

/**
 * A Deployment as answered (spec §2.1). Open: a client needs only what it uses, and an unknown enum value is
 * shown, never fatal (DESIGN §5). Secret values may be present, hidden or absent.
 */
export const Deployment = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  status: z.string().catch('UNKNOWN'),
  source: z.string().nullish(),
  tenant_id: z.string().nullish(),
  latest_revision_id: z.string().nullish(),
  active_revision_id: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  image_version: z.string().nullish(),
  url: z.string().nullish(),
  source_config: z.looseObject({ custom_url: z.string().nullish() }).nullish(),
  source_revision_config: z.looseObject({}).nullish(),
  secrets: z.array(z.looseObject({ name: z.string(), value: z.string().nullish() })).nullish(),
  secret_references: z.array(z.looseObject({ name: z.string() })).nullish(),
});
export type Deployment = z.infer<typeof Deployment>;

/** A page of deployments; `offset` is what to pass for the next one (facts/service §1.3). */
export const DeploymentList = z.looseObject({
  resources: z.array(Deployment),
  offset: z.number().int().nullish(),
});

/**
 * The full Deployment the emulator answers with: every field of spec §2.1, exact. `source` is open because it is
 * repeated as its creator spelled it (DESIGN §4).
 */
export const DeploymentResponse = z.object({
  id: uuid,
  name: z.string(),
  source: z.string(),
  tenant_id: uuid,
  status: z.string(),
  source_config: z.looseObject(SourceConfig.shape),
  source_revision_config: z.looseObject(SourceRevisionConfig.shape),
  secrets: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  secret_references: z.array(SecretReference).nullable(),
  created_at: dateTime,
  updated_at: dateTime,
  latest_revision_id: uuid.nullable(),
  active_revision_id: uuid.nullable(),
  image_version: z.string().nullable(),
  url: z.string().nullable(),
});
export type DeploymentResponse = z.infer<typeof DeploymentResponse>;

/** A page of them. */
export const DeploymentListResponse = z.object({ resources: z.array(DeploymentResponse), offset: z.int() });

/** What became of one of several deployments that were to be deleted: 204, or 404 with the reason. */
export const BulkDeleteResult = z.object({
  deployment_id: uuid,
  status: z.int(),
  detail: z.string().nullable(),
});
export type BulkDeleteResult = z.infer<typeof BulkDeleteResult>;

/** Body of 200 and 207 of DELETE /v2/deployments (facts/service §1.2). */
export const BulkDeleteResponse = z.object({ results: z.array(BulkDeleteResult) });

/** How many deployments of the free type a workspace has (facts/service §1.2). */
export const FreeCount = z.object({ count: z.int() });

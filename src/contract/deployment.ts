import * as z from 'zod';
import { NAME_MAX, VARIABLES_MAX } from './limits.ts';
import { DEPLOYMENT_NAME, DEPLOYMENT_NAME_RULE } from './patterns.ts';
import { maxItems, dateTime, optional, text, uuid } from './primitives.ts';
import { Secret, SecretReference, Source, SourceConfig, SourceRevisionConfig } from './source.ts';

/** Name of a deployment (docs/api/deployments.md#name). */
const DeploymentName = z.string().regex(DEPLOYMENT_NAME, DEPLOYMENT_NAME_RULE).max(NAME_MAX);

/** Body of POST /v2/deployments. Unknown and read-only fields are ignored. */
export const DeploymentCreate = z.object({
  name: DeploymentName,
  source: Source,
  source_config: SourceConfig,
  source_revision_config: SourceRevisionConfig,
  secrets: maxItems(VARIABLES_MAX, z.array(Secret)),
  secret_references: optional(maxItems(VARIABLES_MAX, z.array(SecretReference))),
  image_version: optional(text),
});
export type DeploymentCreate = z.infer<typeof DeploymentCreate>;

/**
 * Body of PATCH /v2/deployments/{id} (docs/api/revisions.md#patch-partial). Nested objects contain only changed fields,
 * and a null field keeps the current value.
 */
export const DeploymentPatch = z.object({
  name: optional(z.string()),
  source: optional(Source),
  source_config: optional(SourceConfig),
  source_revision_config: optional(SourceRevisionConfig),
  secrets: optional(maxItems(VARIABLES_MAX, z.array(Secret))),
  secret_references: optional(maxItems(VARIABLES_MAX, z.array(SecretReference))),
  image_version: optional(text),
  // Field without effect, which the official clients send with every revision of an internal source.
  revision_source: optional(text),
});
export type DeploymentPatch = z.infer<typeof DeploymentPatch>;

/**
 * A deployment in the service's format. Unknown fields and enum values are accepted, so clients can read the responses
 * of newer services. The values of secrets in a response can be shown, hidden or absent.
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

/** A page of deployments. `offset` is the offset of the next page. */
export const DeploymentList = z.looseObject({
  resources: z.array(Deployment),
  offset: z.number().int().nullish(),
});

/** A complete deployment in the emulator's format. `source` is the string that the client sent in the create. */
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

export const DeploymentListResponse = z.object({ resources: z.array(DeploymentResponse), offset: z.int() });

/** Result of one deletion in a bulk request: the status 204, or the status 404 with the reason. */
export const BulkDeleteResult = z.object({
  deployment_id: uuid,
  status: z.int(),
  detail: z.string().nullable(),
});
export type BulkDeleteResult = z.infer<typeof BulkDeleteResult>;

/** Body of a 200 or 207 response to DELETE /v2/deployments. */
export const BulkDeleteResponse = z.object({ results: z.array(BulkDeleteResult) });

/** Number of free deployments in a workspace. */
export const FreeCount = z.object({ count: z.int() });

/**
 * Response of POST /deployments/{id}/upload-url: the URL to which the client PUTs the tarball, and the path that the
 * client sets as `source_tarball_path` in a PATCH.
 */
export const UploadUrl = z.looseObject({ upload_url: z.string().min(1), object_path: z.string().min(1) });
export type UploadUrl = z.infer<typeof UploadUrl>;

/** Response of POST /v2/deployments/{id}/push-token, with a secret token. */
export const PushToken = z.looseObject({ token: z.string().min(1), registry_url: z.string().min(1) });
export type PushToken = z.infer<typeof PushToken>;

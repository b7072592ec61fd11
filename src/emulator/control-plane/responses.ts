import { isoTime } from '../ports/clock.ts';
import type { DeploymentResponse } from '../../contract/deployment.ts';
import type { RevisionResponse } from '../../contract/revision.ts';
import { withBothSpellings } from '../../contract/dialect.ts';
import { deriveResourceSpec } from '../../contract/resource-spec.ts';
import { SourceConfig, SourceRevisionConfig } from '../../contract/source.ts';
import type { DeploymentRow, DeploymentView, RevisionRow } from '../ports/store.ts';
import { imageDigestsOf } from '../ports/store-control-plane.ts';
import { serializeOnce } from '../server/respond.ts';
import type { ControlPlaneDependencies } from './dependencies.ts';

const SOURCE_FIELDS = Object.keys(SourceConfig.shape) as (keyof SourceConfig)[];
const REVISION_FIELDS = Object.keys(SourceRevisionConfig.shape) as (keyof SourceRevisionConfig)[];

/**
 * Converts a deployment to the format of responses. Unset fields are null, and derived defaults are filled in. `url`
 * and `status` are the values for this caller.
 */
export function toDeploymentResponse(
  { row, latestConfig, secrets, redactsSecrets }: DeploymentView,
  url: string | null,
  status: string,
): DeploymentResponse {
  return withBothSpellings({
    id: row.id,
    name: row.name,
    source: row.sourceName,
    tenant_id: row.workspaceId,
    status,
    source_config: toSourceConfigResponse(row, url),
    source_revision_config: filled(REVISION_FIELDS, latestConfig ?? {}),
    secrets: secrets.map(({ name, value }) => ({ name, value: redactsSecrets ? null : value })),
    secret_references: row.secretReferences,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
    latest_revision_id: row.latestRevisionId,
    active_revision_id: row.activeRevisionId,
    image_version: row.imageVersion,
    url,
  });
}

/** Creates a version of `toDeploymentResponse` that caches responses of unchanged deployments. */
export function createResponseCache(): typeof toDeploymentResponse {
  const answers = new WeakMap<DeploymentView, DeploymentResponse>();
  return (view, url, status) => {
    const known = answers.get(view);
    if (known !== undefined && known.url === url && known.status === status) return known;
    const answer = serializeOnce(toDeploymentResponse(view, url, status));
    answers.set(view, answer);
    return answer;
  };
}

/**
 * Converts a source configuration to the format of responses. Limits, queue values and `custom_url` are derived, except
 * for `external_docker`, where the user sets `custom_url`.
 */
export function toSourceConfigResponse(row: DeploymentRow, url: string | null): SourceConfig {
  const shown = filled(SOURCE_FIELDS, row.sourceConfig);
  if (shown.resource_spec) shown.resource_spec = deriveResourceSpec(shown.resource_spec);
  if (row.source !== 'external_docker') shown.custom_url = url;
  return shown;
}

type ResponseContext = Pick<ControlPlaneDependencies, 'store' | 'lifecycle' | 'urlOf'>;

/** Converts a view to this caller's response, with the deployment's URL and a status that a fault rule can replace. */
export function viewResponse(
  { lifecycle, urlOf }: Pick<ResponseContext, 'lifecycle' | 'urlOf'>,
  view: DeploymentView,
  origin: string,
  render = toDeploymentResponse,
): DeploymentResponse {
  const { row } = view;
  const status = lifecycle.decide(row.name, row.status, row.id)?.status ?? row.status;
  return render(view, urlOf(row, origin), status);
}

/** Returns the response to a change, with the deployment's current state. */
export async function currentResponse(
  context: ResponseContext,
  row: DeploymentRow,
  origin: string,
): Promise<DeploymentResponse> {
  const view = await context.store.deployments.view(row.workspaceId, row.id);
  // The response to a change is sent even if the deployment was deleted after the change.
  const shown = view
    ? { ...view, row }
    : { row, latestConfig: undefined, secrets: [], redactsSecrets: false };
  return viewResponse(context, shown, origin);
}

/** Converts a revision to the format of responses. */
export function toRevisionResponse(row: RevisionRow, deployment: DeploymentRow): RevisionResponse {
  const { image_digests: _, ...config } = row.config;
  const digests = imageDigestsOf(row);
  return withBothSpellings({
    id: row.id,
    status: row.status,
    status_message: row.statusMessage,
    source: deployment.sourceName,
    source_revision_config: {
      ...filled(REVISION_FIELDS, config),
      ...(Object.keys(digests).length > 0 && { image_digests: digests }),
    },
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
  });
}

/** Returns an object with all of `fields`, where unset fields are null. */
function filled<T extends object>(fields: readonly (keyof T)[], value: T): T {
  const all: Partial<Record<keyof T, unknown>> = {};
  for (const key of fields) all[key] = value[key] ?? null;
  return all as T;
}

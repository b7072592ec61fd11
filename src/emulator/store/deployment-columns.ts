import type { Insertable, Selectable, Updateable } from 'kysely';
import type { DeploymentRow } from '../ports/store.ts';
import { fromJson, toJson } from './json.ts';
import type { DeploymentsTable } from './schema.ts';

/** A row as it is inserted. */
export function toColumns(row: DeploymentRow): Insertable<DeploymentsTable> {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    source: row.source,
    source_name: row.sourceName,
    source_config_json: toJson(row.sourceConfig),
    deployment_type: row.sourceConfig.deployment_type ?? null,
    secret_references_json: toJson(row.secretReferences),
    image_version: row.imageVersion,
    status: row.status,
    latest_revision_id: row.latestRevisionId,
    active_revision_id: row.activeRevisionId,
    project_id: row.projectId,
    port: row.port,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    build_on_push: row.sourceConfig.build_on_push === true ? 1 : 0,
  };
}

/** Only what is given: Kysely leaves out what is `undefined`. */
export function toChanges(change: Partial<DeploymentRow>): Updateable<DeploymentsTable> {
  const { sourceConfig, secretReferences } = change;
  return {
    name: change.name,
    source: change.source,
    source_name: change.sourceName,
    source_config_json: sourceConfig && toJson(sourceConfig),
    deployment_type: sourceConfig && (sourceConfig.deployment_type ?? null),
    build_on_push: sourceConfig && (sourceConfig.build_on_push === true ? 1 : 0),
    secret_references_json: secretReferences === undefined ? undefined : toJson(secretReferences),
    image_version: change.imageVersion,
    status: change.status,
    latest_revision_id: change.latestRevisionId,
    active_revision_id: change.activeRevisionId,
    project_id: change.projectId,
    port: change.port,
    created_at: change.createdAt,
    updated_at: change.updatedAt,
  };
}

/** A row as it was read. */
export function fromColumns(row: Selectable<DeploymentsTable>): DeploymentRow {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    source: row.source,
    sourceName: row.source_name,
    sourceConfig: fromJson(row.source_config_json),
    secretReferences: fromJson(row.secret_references_json),
    imageVersion: row.image_version,
    status: row.status,
    latestRevisionId: row.latest_revision_id,
    activeRevisionId: row.active_revision_id,
    projectId: row.project_id,
    port: row.port,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

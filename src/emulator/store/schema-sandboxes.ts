import type { Generated } from 'kysely';
import type { StoredProxyConfig, SandboxSettings, SandboxSnapshotRow, SandboxState } from '../ports/store.ts';
import type { Json } from './json.ts';

/** Tables of sandboxes, and of what they are made from. Part of the schema (schema.ts). */
export interface SandboxTables {
  workspace_secrets: {
    id: string;
    workspace_id: string;
    name: string;
    sealed: string;
    created_at: number;
    updated_at: number;
  };
  sandbox_templates: {
    workspace_id: string;
    name: string;
    settings_json: Json<Record<string, unknown>>;
    created_at: number;
    updated_at: number;
  };
  sandbox_snapshots: SandboxSnapshotsTable;
  sandboxes: SandboxesTable;
  sandbox_header_values: { sandbox_id: string; rule_id: string; header_id: string; sealed: string };
}

export interface SandboxSnapshotsTable {
  ordinal: Generated<number>;
  id: string;
  workspace_id: string;
  name: string;
  status: SandboxSnapshotRow['status'];
  status_message: string | null;
  source_sandbox_id: string | null;
  settings_json: Json<Record<string, unknown>>;
  created_at: number;
  updated_at: number;
}

export interface SandboxesTable {
  ordinal: Generated<number>;
  id: string;
  workspace_id: string;
  name: string;
  status: SandboxState;
  status_message: string | null;
  settings_json: Json<SandboxSettings>;
  proxy_json: Json<StoredProxyConfig | null>;
  /** Sealed. */
  env: string | null;
  created_at: number;
  updated_at: number;
  stopped_at: number | null;
}

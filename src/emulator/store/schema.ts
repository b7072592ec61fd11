import type { Generated } from 'kysely';
import type { SecretReference } from '../../contract/secret.ts';
import type { Source, SourceConfig, SourceRevisionConfig } from '../../contract/source.ts';
import type {
  ApiKeyRow,
  AuthFlowRow,
  ClaimKind,
  LogKind,
  LogLine,
  RevisionPush,
  RevisionRow,
  StreamEnd,
} from '../ports/store.ts';
import type { RevisionSettings } from '../ports/revision-settings.ts';
import type { Json } from './json.ts';
import type { AgentTables } from './schema-agent.ts';
import type { SandboxTables } from './schema-sandboxes.ts';
import type { FeedbackTable, FeedbackTokensTable, UploadsTable } from './schema-brought.ts';

/**
 * The tables, as the migrations leave them. `ordinal` is the order of insertion: pages never depend on a clock.
 * Columns ending in `_json` hold JSON text, times are epoch milliseconds, flags are 0 or 1.
 */
export interface Tables extends AgentTables, SandboxTables {
  workspaces: { id: string; name: string; redact_secret_values: number };
  /** A workspace's data keys: each of a `version`, wrapped by the master key of `key_version`. */
  workspace_keys: {
    workspace_id: string;
    version: number;
    key_version: number;
    wrapped: string;
    created_at: number;
  };
  auth_providers: AuthProvidersTable;
  auth_flows: {
    id: string;
    /** `id` of its provider's row. */
    provider: string;
    user_id: string;
    agent_id: string | null;
    scopes_json: Json<string[]>;
    state_hash: string;
    /** Sealed. */
    verifier: string;
    redirect_uri: string;
    status: AuthFlowRow['status'];
    created_at: number;
    expires_at: number;
  };
  auth_tokens: {
    id: string;
    provider: string;
    user_id: string;
    scopes_json: Json<string[]>;
    sealed: string;
    expires_at: number | null;
    updated_at: number;
  };
  api_keys: { hash: string; workspace_id: string; scope: ApiKeyRow['scope'] };
  deployments: DeploymentsTable;
  deployment_secrets: SecretsTable & { deployment_id: string };
  revisions: RevisionsTable;
  revision_secrets: SecretsTable & { revision_id: string };
  logs: {
    id: Generated<number>;
    revision_id: string;
    kind: LogKind;
    level: LogLine['level'];
    at: number;
    message: string;
  };
  projects: {
    ordinal: Generated<number>;
    id: string;
    workspace_id: string;
    name: string;
    created_at: number;
  };
  integrations: {
    id: string;
    workspace_id: string;
    name: string;
    installation_id: number;
    /** Sealed. */
    webhook_secret: Generated<string | null>;
  };
  listeners: {
    id: string;
    workspace_id: string;
    compute_type: string;
    compute_id: string;
    namespaces_json: Json<string[]>;
    created_at: number;
    updated_at: number;
    version: string | null;
  };
  processes: { pid: number; start_token: string; kind: string; owner: string };
  /** The emulators at work on this store. */
  instances: {
    id: string;
    url: string;
    machine: string;
    settings_json: Json<Record<string, string>>;
    /** By the database's clock, as is the lease's end. */
    started_at: number;
    lease_until: number;
  };
  claims: { kind: ClaimKind; name: string; owner: string };
  git_heads: { workspace_id: string; repository: string; ref: string; commit_sha: string; told_at: number };
  polled_refs: { deployment_id: string; ref: string; commit_sha: string | null };
  webhook_deliveries: {
    integration_id: string;
    id: string;
    at: number;
    answer_json: Json<Record<string, unknown>>;
  };
  uploads: UploadsTable;
  /** A content in pieces of a megabyte, in order. */
  upload_chunks: {
    content_id: string;
    position: number;
    bytes: Uint8Array;
    size: number;
    /** Real time. */
    written_at: number;
  };
  feedback_tokens: FeedbackTokensTable;
  feedback: FeedbackTable;
  assistants: AssistantColumns & { ordinal: Generated<number>; id: string; updated_at: number };
  assistant_versions: AssistantColumns & { assistant_id: string };
  store_items: {
    deployment_id: string;
    /** Its labels with periods between them. */
    namespace: string;
    key: string;
    value_json: Json<Record<string, unknown>>;
    created_at: number;
    updated_at: number;
  };
  run_streams: {
    run_id: string;
    thread_id: string | null;
    deployment_id: string;
    resumable: number;
    /** Of the attempt that tells at this moment. */
    fence: number;
    last_id: number;
    feedback_keys_json: Json<string[] | null>;
    end_json: Json<StreamEnd | null>;
    ended_at: number | null;
  };
  /** Some events at a time, as they are sent, and the places of the first and the last of them. */
  run_events: { run_id: string; first_id: number; last_id: number; frames: string };
}

export interface AuthProvidersTable {
  id: string;
  workspace_id: string;
  provider_id: string;
  name: string;
  client_id: string;
  /** Sealed. */
  client_secret: string;
  auth_url: string;
  token_url: string;
  uses_pkce: number;
  challenge_method: string;
  created_at: number;
  updated_at: number;
}

export interface DeploymentsTable {
  ordinal: Generated<number>;
  id: string;
  workspace_id: string;
  name: string;
  source: Source;
  /** As its creator spelled it. */
  source_name: string;
  source_config_json: Json<SourceConfig>;
  /** A copy of the source configuration's, for the filter. */
  deployment_type: string | null;
  secret_references_json: Json<SecretReference[] | null>;
  image_version: string | null;
  status: string;
  latest_revision_id: string | null;
  active_revision_id: string | null;
  project_id: string | null;
  port: number | null;
  created_at: number;
  updated_at: number;
  /** A copy of the source configuration's, for the index. */
  build_on_push: number;
  /** 1 once its deletion is to be finished whatever holds it up. */
  delete_forced: Generated<number>;
}

/** `sealed` opens only for this workspace, record and name. */
interface SecretsTable {
  position: number;
  name: string;
  sealed: string;
}

export interface RevisionsTable {
  ordinal: Generated<number>;
  id: string;
  deployment_id: string;
  seq: number;
  source: Source;
  config_json: Json<SourceRevisionConfig>;
  status: string;
  status_message: string | null;
  /** 1 once nothing more will happen to it; a copy of what the status says, for the index. */
  final: number;
  created_at: number;
  updated_at: number;
  history_json: Json<RevisionRow['history']>;
  lease_owner: string | null;
  lease_until: number | null;
  fence: number;
  push_json: Json<RevisionPush | null>;
  settings_json: Json<RevisionSettings | null>;
  /** 1 when it answers by a server of its own. */
  brings_server: Generated<number>;
}

interface AssistantColumns {
  deployment_id: string;
  graph_id: string;
  name: string;
  description: string | null;
  config_json: Json<Record<string, unknown>>;
  context_json: Json<Record<string, unknown>>;
  metadata_json: Json<Record<string, unknown>>;
  version: number;
  created_at: number;
}

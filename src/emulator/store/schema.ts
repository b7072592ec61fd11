import type { Generated } from 'kysely';
import type {
  ApiKeyRow,
  AuthFlowRow,
  ClaimKind,
  LogKind,
  LogLine,
  RunRow,
  SandboxSettings,
  SandboxSnapshotRow,
  SandboxState,
  StoredProxyConfig,
  StreamEnd,
  ThreadRow,
} from '../ports/store.ts';
import type { Json, TableOf } from '../tables/columns.ts';
import type { deploymentColumns, revisionColumns } from '../tables/deployments.ts';

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

/** `sealed` opens only for this workspace, record and name. */
interface SecretsTable {
  position: number;
  name: string;
  sealed: string;
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

/** What agent servers remember of threads and runs. See `Tables`. */
interface AgentTables {
  threads: ThreadsTable;
  runs: RunsTable;
  checkpoints: {
    thread_id: string;
    ns: string;
    id: string;
    parent_id: string | null;
    run_id: string | null;
    checkpoint_type: string;
    checkpoint: Uint8Array;
    metadata_type: string;
    metadata: Uint8Array;
  };
  checkpoint_writes: {
    thread_id: string;
    ns: string;
    checkpoint_id: string;
    task_id: string;
    idx: number;
    channel: string;
    value_type: string;
    value: Uint8Array;
    run_id: string | null;
  };
  /** What stood where a run that has not ended wrote, for its rollback. */
  checkpoints_before: AgentTables['checkpoints'] & { by_run: string };
  checkpoint_writes_before: AgentTables['checkpoint_writes'] & { by_run: string };
  /** Calls that are still to be made for runs that ended. */
  webhooks: {
    run_id: string;
    deployment_id: string;
    url: string;
    body_json: Json<Record<string, unknown>>;
    attempts: number;
    due_at: number;
    created_at: number;
  };
}

export interface RunsTable {
  ordinal: Generated<number>;
  id: string;
  thread_id: string;
  deployment_id: string;
  assistant_id: string;
  graph_id: string;
  status: RunRow['status'];
  kwargs_json: Json<Record<string, unknown>>;
  metadata_json: Json<Record<string, unknown>>;
  multitask_strategy: string;
  error_json: Json<RunRow['error']>;
  attempt: number;
  revision_id: string | null;
  fence: number;
  created_at: number;
  updated_at: number;
  not_before: number | null;
}

export interface ThreadsTable {
  ordinal: Generated<number>;
  id: string;
  deployment_id: string;
  status: ThreadRow['status'];
  metadata_json: Json<Record<string, unknown>>;
  values_json: Json<unknown>;
  interrupts_json: Json<Record<string, unknown>>;
  created_at: number;
  updated_at: number;
  state_updated_at: number;
  ttl_ms: number | null;
  expires_at: number | null;
  /** Null: as the status says, or idle. */
  resting: ThreadRow['restingStatus'] | null;
  behind: Generated<number>;
}

/** Tables of sandboxes, and of what they are made from. Part of the schema (schema.ts). */
interface SandboxTables {
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

// Tables of what others bring: tarballs, and feedback with the URLs it comes by. Part of the schema (schema.ts).

export interface FeedbackTokensTable {
  ordinal: Generated<number>;
  id: string;
  token_hash: string;
  sealed: string;
  deployment_id: string;
  run_id: string;
  feedback_key: string;
  for_run: number;
  outlives_run: number;
  expires_at: number;
  created_at: number;
}

export interface FeedbackTable {
  ordinal: Generated<number>;
  id: string;
  workspace_id: string;
  project_id: string | null;
  run_id: string;
  feedback_key: string;
  score_json: Json<unknown>;
  value_json: Json<unknown>;
  comment: string | null;
  correction_json: Json<unknown>;
  metadata_json: Json<Record<string, unknown> | null>;
  source_type: string;
  created_at: number;
  modified_at: number;
}

export interface UploadsTable {
  id: string;
  deployment_id: string;
  path: string;
  token_hash: string;
  url_expires_at: number;
  content_id: string | null;
  size: number | null;
  sha256: string | null;
  uploaded_at: number | null;
  used: number;
  created_at: number;
}

export type DeploymentsTable = TableOf<typeof deploymentColumns>;
export type RevisionsTable = TableOf<typeof revisionColumns>;

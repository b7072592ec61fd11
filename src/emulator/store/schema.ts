import type {
  assistantColumns,
  assistantVersionColumns,
  checkpointBeforeColumns,
  checkpointColumns,
  checkpointWriteBeforeColumns,
  checkpointWriteColumns,
  cronColumns,
  itemColumns,
  itemVectorColumns,
  runColumns,
  runEventColumns,
  runResultColumns,
  runStreamColumns,
  stoppingRunColumns,
  threadColumns,
  threadListenerColumns,
  webhookColumns,
} from '../tables/agent-server.ts';
import type { TableOf } from '../tables/columns.ts';
import type {
  artifactColumns,
  artifactPieceColumns,
  buildColumns,
  deploymentColumns,
  agentTokenColumns,
  deploymentSecretColumns,
  logColumns,
  polledRefColumns,
  revisionColumns,
  revisionSecretColumns,
  uploadChunkColumns,
  uploadColumns,
} from '../tables/deployments.ts';
import type { feedbackColumns, feedbackTokenColumns } from '../tables/feedback.ts';
import type {
  sandboxColumns,
  sandboxHeaderValueColumns,
  sandboxSnapshotColumns,
  sandboxTemplateColumns,
  workspaceSecretColumns,
} from '../tables/sandboxes.ts';
import type {
  apiKeyColumns,
  authFlowColumns,
  authProviderColumns,
  authTokenColumns,
  claimColumns,
  gitHeadColumns,
  instanceColumns,
  integrationColumns,
  listenerColumns,
  planeColumns,
  processColumns,
  projectColumns,
  webhookDeliveryColumns,
  workspaceColumns,
  workspaceKeyColumns,
} from '../tables/workspaces.ts';

/**
 * The tables, as the migrations leave them. `ordinal` is the order of insertion: pages never depend on a clock. Columns
 * ending in `_json` hold JSON text, times are epoch milliseconds, flags are 0 or 1.
 */
export interface Tables {
  workspaces: TableOf<typeof workspaceColumns>;
  workspace_keys: TableOf<typeof workspaceKeyColumns>;
  api_keys: TableOf<typeof apiKeyColumns>;
  auth_providers: TableOf<typeof authProviderColumns>;
  auth_flows: TableOf<typeof authFlowColumns>;
  auth_tokens: TableOf<typeof authTokenColumns>;
  deployments: DeploymentsTable;
  deployment_secrets: TableOf<typeof deploymentSecretColumns>;
  revisions: RevisionsTable;
  revision_secrets: TableOf<typeof revisionSecretColumns>;
  logs: TableOf<typeof logColumns>;
  projects: TableOf<typeof projectColumns>;
  integrations: TableOf<typeof integrationColumns>;
  listeners: TableOf<typeof listenerColumns>;
  processes: TableOf<typeof processColumns>;
  instances: TableOf<typeof instanceColumns>;
  claims: TableOf<typeof claimColumns>;
  planes: TableOf<typeof planeColumns>;
  git_heads: TableOf<typeof gitHeadColumns>;
  polled_refs: TableOf<typeof polledRefColumns>;
  webhook_deliveries: TableOf<typeof webhookDeliveryColumns>;
  uploads: TableOf<typeof uploadColumns>;
  upload_chunks: TableOf<typeof uploadChunkColumns>;
  agent_tokens: TableOf<typeof agentTokenColumns>;
  artifact_pieces: TableOf<typeof artifactPieceColumns>;
  artifacts: TableOf<typeof artifactColumns>;
  builds: TableOf<typeof buildColumns>;
  feedback_tokens: TableOf<typeof feedbackTokenColumns>;
  feedback: TableOf<typeof feedbackColumns>;
  assistants: TableOf<typeof assistantColumns>;
  assistant_versions: TableOf<typeof assistantVersionColumns>;
  store_items: TableOf<typeof itemColumns>;
  store_vectors: TableOf<typeof itemVectorColumns>;
  run_streams: TableOf<typeof runStreamColumns>;
  run_events: TableOf<typeof runEventColumns>;
  run_results: TableOf<typeof runResultColumns>;
  thread_listeners: TableOf<typeof threadListenerColumns>;
  stopping_runs: TableOf<typeof stoppingRunColumns>;
  threads: TableOf<typeof threadColumns>;
  runs: TableOf<typeof runColumns>;
  checkpoints: TableOf<typeof checkpointColumns>;
  checkpoint_writes: TableOf<typeof checkpointWriteColumns>;
  checkpoints_before: TableOf<typeof checkpointBeforeColumns>;
  checkpoint_writes_before: TableOf<typeof checkpointWriteBeforeColumns>;
  webhooks: TableOf<typeof webhookColumns>;
  crons: TableOf<typeof cronColumns>;
  workspace_secrets: TableOf<typeof workspaceSecretColumns>;
  sandbox_templates: TableOf<typeof sandboxTemplateColumns>;
  sandbox_snapshots: TableOf<typeof sandboxSnapshotColumns>;
  sandboxes: TableOf<typeof sandboxColumns>;
  sandbox_header_values: TableOf<typeof sandboxHeaderValueColumns>;
}

export type DeploymentsTable = TableOf<typeof deploymentColumns>;
export type RevisionsTable = TableOf<typeof revisionColumns>;

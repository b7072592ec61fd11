import {
  assistantColumns,
  assistantVersionColumns,
  checkpointBeforeColumns,
  checkpointColumns,
  checkpointWriteBeforeColumns,
  checkpointWriteColumns,
  cronColumns,
  cronOutcomeColumns,
  itemColumns,
  itemVectorColumns,
  runColumns,
  runEventColumns,
  runResultColumns,
  runStreamColumns,
  stoppingRunColumns,
  threadColumns,
  threadInterruptColumns,
  threadListenerColumns,
  threadValueColumns,
  webhookColumns,
} from './agent-server-columns.ts';
import { checked, owner, table } from './table.ts';

/** SQL condition that a cron does not end before its next time. Queries need the same text to use the index. */
export const RUNS_AGAIN = '(end_time is null or end_time > next_run_at)';

export const agentServerTables = {
  threads: table(threadColumns, {
    key: ['id'],
    references: [owner('deploymentId', 'deployments')],
    indexes: {
      threads_page: ['deploymentId', 'ordinal'],
      // Index for the default order of searches: the last changed thread is first.
      threads_changed: ['deploymentId', 'updatedAt', 'ordinal'],
      threads_behind: { columns: ['deploymentId'], where: 'behind = 1' },
      threads_expiry: { columns: ['deploymentId', 'expiresAt'], where: 'expires_at is not null' },
      threads_prune: { columns: ['pruneAt'], where: 'prune_at is not null' },
    },
    snapshot: { order: ['ordinal'], hasRandomIds: true },
  }),
  thread_interrupts: table(threadInterruptColumns, {
    key: ['threadId'],
    references: [owner('threadId', 'threads')],
    snapshot: { order: ['threadId'], groupBy: 'threadId' },
  }),
  thread_values: table(threadValueColumns, {
    key: ['threadId', 'part'],
    references: [owner('threadId', 'threads')],
    snapshot: { order: ['threadId', 'part'], groupBy: 'threadId' },
  }),
  runs: table(runColumns, {
    key: ['id'],
    references: [owner('threadId', 'threads'), checked('deploymentId', 'deployments')],
    indexes: {
      runs_thread: ['threadId', 'ordinal'],
      runs_next: ['deploymentId', 'status', 'ordinal'],
      runs_pending: { columns: ['deploymentId'], where: "status = 'pending'" },
      runs_later: {
        columns: ['deploymentId', 'notBefore'],
        where: "status = 'pending' and not_before is not null",
      },
      // Index of the fair queue, and index of the start times of all deployments.
      runs_waiting: { columns: ['workspaceId', 'deploymentId'], where: "status = 'pending'" },
      runs_start: { columns: ['notBefore'], where: "status = 'pending' and not_before is not null" },
      runs_claimed: { columns: ['deploymentId', 'claimedBy'], where: "status = 'running'" },
      runs_one_running: { columns: ['threadId'], unique: true, where: "status = 'running'" },
    },
    snapshot: { order: ['ordinal'], hasRandomIds: true },
  }),
  checkpoints: table(checkpointColumns, {
    key: ['threadId', 'ns', 'id'],
    references: [owner('threadId', 'threads')],
    // The index contains the language, so a search for a language does not read the bytes of checkpoints.
    indexes: { checkpoints_run: ['threadId', 'runId', 'language'] },
    snapshot: { order: ['threadId', 'ns', 'id'], groupBy: 'threadId' },
  }),
  checkpoint_writes: table(checkpointWriteColumns, {
    key: ['threadId', 'ns', 'checkpointId', 'taskId', 'index'],
    references: [owner('threadId', 'threads')],
    indexes: { checkpoint_writes_run: ['threadId', 'runId'] },
    snapshot: { order: ['threadId', 'ns', 'checkpointId', 'taskId', 'index'], groupBy: 'threadId' },
  }),
  assistants: table(assistantColumns, {
    key: ['deploymentId', 'id'],
    references: [owner('deploymentId', 'deployments')],
    indexes: { assistants_page: ['deploymentId', 'ordinal'] },
    snapshot: { order: ['ordinal'], hasRandomIds: true },
  }),
  assistant_versions: table(assistantVersionColumns, {
    key: ['deploymentId', 'id', 'version'],
    references: [owner('deploymentId', 'deployments')],
    snapshot: { order: ['deploymentId', 'id', 'version'], groupBy: 'deploymentId' },
  }),
  store_items: table(itemColumns, {
    key: ['deploymentId', 'namespace', 'key'],
    references: [owner('deploymentId', 'deployments')],
    // With this index, one statement deletes the expired items of all deployments.
    indexes: { store_items_expiry: { columns: ['expiresAt'], where: 'expires_at is not null' } },
    snapshot: { order: ['deploymentId', 'namespace', 'key'], groupBy: 'deploymentId' },
  }),
  store_vectors: table(itemVectorColumns, {
    key: ['deploymentId', 'namespace', 'key', 'field'],
    references: [
      checked('deploymentId', 'deployments'),
      {
        kind: 'owner',
        by: ['deploymentId', 'namespace', 'key'],
        table: 'store_items',
        columns: ['deployment_id', 'namespace', 'key'],
      },
    ],
    snapshot: { order: ['deploymentId', 'namespace', 'key', 'field'], groupBy: 'deploymentId' },
  }),
  checkpoints_before: table(checkpointBeforeColumns, {
    key: ['threadId', 'byRun', 'ns', 'id'],
    references: [owner('threadId', 'threads')],
    snapshot: { order: ['threadId', 'byRun', 'ns', 'id'], groupBy: 'threadId' },
  }),
  checkpoint_writes_before: table(checkpointWriteBeforeColumns, {
    key: ['threadId', 'byRun', 'ns', 'checkpointId', 'taskId', 'index'],
    references: [owner('threadId', 'threads')],
    snapshot: { order: ['threadId', 'byRun', 'ns', 'checkpointId', 'taskId', 'index'], groupBy: 'threadId' },
  }),
  webhooks: table(webhookColumns, {
    key: ['id'],
    references: [owner('deploymentId', 'deployments')],
    indexes: {
      webhooks_page: ['deploymentId', 'ordinal'],
      webhooks_due: { columns: ['dueAt', 'ordinal'], where: 'due_at is not null' },
      webhooks_sent: { columns: ['threadId'], where: 'due_at is null' },
    },
    snapshot: { order: ['ordinal'], hasRandomIds: true },
  }),
  crons: table(cronColumns, {
    key: ['id'],
    references: [owner('threadId', 'threads'), owner('deploymentId', 'deployments')],
    indexes: {
      crons_page: ['deploymentId', 'ordinal'],
      crons_thread_id: ['threadId'],
      crons_due: { columns: ['deploymentId', 'nextRunAt'], where: 'enabled = 1' },
      // Index of the due times of all deployments. A cron that ends before its next time is never due again.
      crons_next: { columns: ['nextRunAt', 'ordinal'], where: `enabled = 1 and ${RUNS_AGAIN}` },
    },
    snapshot: { order: ['ordinal'], hasRandomIds: true },
  }),
  cron_outcomes: table(cronOutcomeColumns, {
    key: ['cronId', 'seq'],
    references: [owner('cronId', 'crons')],
    indexes: { cron_outcomes_run: { columns: ['runId'], where: 'run_id is not null' } },
    snapshot: { order: ['cronId', 'seq'], groupBy: 'cronId' },
  }),
  // A stream is deleted together with its thread, but not with its run. A stateless run is deleted at its end, while
  // clients might still read its stream. The stream of a deleted stateless run has no thread.
  run_streams: table(runStreamColumns, {
    key: ['runId'],
    references: [owner('deploymentId', 'deployments'), owner('threadId', 'threads')],
    indexes: {
      run_streams_deployment_id: ['deploymentId'],
      run_streams_thread_id: ['threadId'],
      run_streams_ended_at: ['endedAt'],
    },
  }),
  run_events: table(runEventColumns, {
    key: ['runId', 'lastId'],
    references: [owner('runId', 'run_streams', 'run_id')],
  }),
  run_results: table(runResultColumns, {
    key: ['runId'],
    references: [owner('deploymentId', 'deployments')],
    indexes: { run_results_deployment_id: ['deploymentId'], run_results_ended_at: ['endedAt'] },
  }),
  // The table has no foreign key, because the run can be deleted while it is being stopped.
  stopping_runs: table(stoppingRunColumns, {
    key: ['runId'],
    indexes: { stopping_runs_thread: ['threadId', 'until'] },
  }),
  thread_listeners: table(threadListenerColumns, { key: ['threadId', 'instanceId'] }),
};

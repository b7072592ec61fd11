import type { Generated } from 'kysely';
import type { RunRow, ThreadRow } from '../ports/store.ts';
import type { Json } from './json.ts';

/** What agent servers remember of threads and runs. See `Tables`. */
export interface AgentTables {
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

import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** The latest product time that anything kept bears, in epoch milliseconds; 0 when nothing is kept. Reads every row. */
export async function latestTimestamp(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`
    SELECT max(at) AS at FROM (
      SELECT max(updated_at) AS at FROM deployments
      UNION ALL SELECT max(updated_at) FROM revisions
      UNION ALL SELECT max(at) FROM logs
      UNION ALL SELECT max(created_at) FROM projects
      UNION ALL SELECT max(updated_at) FROM listeners
      UNION ALL SELECT max(updated_at) FROM threads
      UNION ALL SELECT max(updated_at) FROM runs
      UNION ALL SELECT max(ended_at) FROM run_streams
      UNION ALL SELECT max(updated_at) FROM assistants
      UNION ALL SELECT max(updated_at) FROM store_items
      UNION ALL SELECT max(created_at) FROM workspace_keys
      UNION ALL SELECT max(created_at) FROM feedback_tokens
      UNION ALL SELECT max(modified_at) FROM feedback
      UNION ALL SELECT max(created_at) FROM uploads
      UNION ALL SELECT max(uploaded_at) FROM uploads
      UNION ALL SELECT max(updated_at) FROM workspace_secrets
      UNION ALL SELECT max(updated_at) FROM sandbox_templates
      UNION ALL SELECT max(updated_at) FROM sandbox_snapshots
      UNION ALL SELECT max(updated_at) FROM sandboxes
    ) AS moments`.execute(db);
  return rows[0]?.at ?? 0;
}

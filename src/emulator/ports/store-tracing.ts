import type { FeedbackRow, FeedbackTokenRow } from '../tables/feedback.ts';
import type { ProjectRow } from '../tables/workspaces.ts';

export interface Projects {
  insert(row: ProjectRow): Promise<void>;
  findByName(workspaceId: string, name: string): Promise<ProjectRow | undefined>;
  has(workspaceId: string, id: string): Promise<boolean>;
  list(workspaceId: string, filter: { limit: number; offset: number; name?: string }): Promise<ProjectRow[]>;
  remove(workspaceId: string, id: string): Promise<void>;
}
export interface FeedbackTokens {
  /**
   * Inserts feedback tokens of one workspace.
   * @throws StoreError `conflict` for a duplicate hash, or for a second token of a run with the same key.
   */
  insert(workspaceId: string, tokens: readonly { row: FeedbackTokenRow; token: string }[]): Promise<void>;
  findByHash(hash: string): Promise<FeedbackTokenRow | undefined>;
  /** Lists a run's tokens that are valid after `now`, decrypted, oldest first. */
  listOfRun(
    runId: string,
    filter: { now: number; limit: number; offset: number; forRun?: boolean },
  ): Promise<{ row: FeedbackTokenRow; token: string }[]>;
  /** Returns the ID of the deployment of a deleted run whose tokens are still valid. */
  deploymentOfDeletedRun(runId: string): Promise<string | undefined>;
  /** Deletes the tokens of a deployment that expired before `now`. */
  removeExpired(deploymentId: string, now: number): Promise<void>;
}

interface FeedbackFilter {
  limit: number;
  offset: number;
  runIds?: readonly string[];
  keys?: readonly string[];
  sourceTypes?: readonly string[];
}
export interface Feedbacks {
  insert(row: FeedbackRow): Promise<void>;
  get(workspaceId: string, id: string): Promise<FeedbackRow | undefined>;
  list(workspaceId: string, filter: FeedbackFilter): Promise<FeedbackRow[]>;
  update(
    workspaceId: string,
    id: string,
    change: Partial<Pick<FeedbackRow, 'score' | 'value' | 'comment' | 'correction'>> & { modifiedAt: number },
  ): Promise<boolean>;
  remove(workspaceId: string, id: string): Promise<boolean>;
}

export interface ProjectRow {
  id: string;
  workspaceId: string;
  name: string;
  createdAt: number;
}
export interface Projects {
  insert(row: ProjectRow): Promise<void>;
  findByName(workspaceId: string, name: string): Promise<ProjectRow | undefined>;
  has(workspaceId: string, id: string): Promise<boolean>;
  list(workspaceId: string, filter: { limit: number; offset: number; name?: string }): Promise<ProjectRow[]>;
  remove(workspaceId: string, id: string): Promise<void>;
}
/** A pre-signed URL, without what opens it: the token itself is given and taken beside it, and kept sealed. */
export interface FeedbackTokenRow {
  id: string;
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  deploymentId: string;
  runId: string;
  key: string;
  /** Made for the run's own answers and events: one for each of its keys. */
  forRun: boolean;
  /** The run's thread is its alone and goes with it: the token stays. */
  outlivesRun: boolean;
  expiresAt: number;
  createdAt: number;
}
export interface FeedbackTokens {
  /** All of one workspace. A hash that is there already, or a second token for a run's key, is StoreError `conflict`. */
  insert(workspaceId: string, tokens: readonly { row: FeedbackTokenRow; token: string }[]): Promise<void>;
  findByHash(hash: string): Promise<FeedbackTokenRow | undefined>;
  /** Those of a run that are valid after `now`, oldest first, opened. */
  listOfRun(
    runId: string,
    filter: { now: number; limit: number; offset: number; forRun?: boolean },
  ): Promise<{ row: FeedbackTokenRow; token: string }[]>;
  /** The deployment of a run that is gone and left tokens which outlive it. */
  deploymentOfDeletedRun(runId: string): Promise<string | undefined>;
  /** Forgets those of a deployment that were not valid after `now`. */
  removeExpired(deploymentId: string, now: number): Promise<void>;
}

/** Feedback on a run. It belongs to the trace: it stays when the run goes, and goes with the project. */
export interface FeedbackRow {
  id: string;
  workspaceId: string;
  /** The tracing project; null: it was gone. */
  projectId: string | null;
  runId: string;
  key: string;
  score: unknown;
  value: unknown;
  comment: string | null;
  correction: unknown;
  /** Null: none was given. */
  metadata: Record<string, unknown> | null;
  /** `api`, or what its creator calls itself. */
  sourceType: string;
  createdAt: number;
  modifiedAt: number;
}
export interface FeedbackFilter {
  limit: number;
  offset: number;
  runIds?: readonly string[];
  keys?: readonly string[];
  sourceTypes?: readonly string[];
}
export interface Feedbacks {
  insert(row: FeedbackRow): Promise<void>;
  get(workspaceId: string, id: string): Promise<FeedbackRow | undefined>;
  /** Newest first. */
  list(workspaceId: string, filter: FeedbackFilter): Promise<FeedbackRow[]>;
  /** False: there is none. */
  update(
    workspaceId: string,
    id: string,
    change: Partial<Pick<FeedbackRow, 'score' | 'value' | 'comment' | 'correction'>> & { modifiedAt: number },
  ): Promise<boolean>;
  /** False: there is none. */
  remove(workspaceId: string, id: string): Promise<boolean>;
}

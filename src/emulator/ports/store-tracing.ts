import type { FeedbackRow, FeedbackTokenRow } from '../tables/feedback.ts';
import type { ProjectDetails, ProjectRow } from '../tables/workspaces.ts';

export type NewProject = Omit<ProjectRow, keyof ProjectDetails> & Partial<ProjectDetails>;

/** Filter for a list of a workspace's projects. The list of projects is sorted newest first. */
interface ProjectFilter {
  limit: number;
  offset: number;
  name?: string;
  /** ID of a dataset whose experiments are listed. */
  datasetId?: string;
}

export interface Projects {
  /** @throws StoreError `conflict` if the ID or the name is in use. */
  insert(row: NewProject): Promise<void>;
  get(workspaceId: string, id: string): Promise<ProjectRow | undefined>;
  count(workspaceId: string): Promise<number>;
  /** @throws StoreError `conflict` if the name is in use. */
  update(id: string, change: Partial<ProjectDetails & Pick<ProjectRow, 'name'>>): Promise<void>;
  findByName(workspaceId: string, name: string): Promise<ProjectRow | undefined>;
  has(workspaceId: string, id: string): Promise<boolean>;
  list(workspaceId: string, filter: ProjectFilter): Promise<ProjectRow[]>;
  remove(workspaceId: string, id: string): Promise<void>;
}
export interface FeedbackTokens {
  /**
   * Inserts feedback tokens of one workspace.
   * @throws StoreError `conflict` if a hash already exists, or the run already has a token with the same key.
   */
  insert(workspaceId: string, tokens: readonly { row: FeedbackTokenRow; token: string }[]): Promise<void>;
  findByHash(hash: string): Promise<FeedbackTokenRow | undefined>;
  /** Lists the decrypted tokens of a run that expire after `now`, oldest first. */
  listOfRun(
    runId: string,
    filter: { now: number; limit: number; offset: number; forRun?: boolean },
  ): Promise<{ row: FeedbackTokenRow; token: string }[]>;
  /** Returns the ID of a deleted run's deployment, if tokens of the run are still valid. */
  deploymentOfDeletedRun(runId: string): Promise<string | undefined>;
  /** Deletes the tokens of a deployment that expired before `now`. */
  removeExpired(deploymentId: string, now: number): Promise<void>;
}

interface FeedbackFilter {
  limit: number;
  offset: number;
  runIds?: readonly string[];
  projectIds?: readonly string[];
  keys?: readonly string[];
  sourceTypes?: readonly string[];
  comparativeExperimentId?: string;
}
/** The score and value of feedback under a key. */
export type FeedbackScoreRow = Pick<
  FeedbackRow,
  'runId' | 'projectId' | 'comparativeExperimentId' | 'key' | 'score' | 'value'
> & { ordinal: number };

export interface Feedbacks {
  insert(row: FeedbackRow): Promise<void>;
  get(workspaceId: string, id: string): Promise<FeedbackRow | undefined>;
  list(workspaceId: string, filter: FeedbackFilter): Promise<FeedbackRow[]>;
  /** Returns the scores of a project in order, beginning after the number `after`. */
  scores(projectId: string, page: { after: number; limit: number }): Promise<FeedbackScoreRow[]>;
  /** Returns the scores of a comparative experiment in order, beginning after the number `after`. */
  scoresOfComparison(id: string, page: { after: number; limit: number }): Promise<FeedbackScoreRow[]>;
  /** Returns the scores of runs, in any order. */
  scoresOfRuns(workspaceId: string, runIds: readonly string[]): Promise<FeedbackScoreRow[]>;
  /** Sets the project of feedback that arrived before its runs. */
  setProject(workspaceId: string, runIds: readonly string[], projectId: string): Promise<void>;
  update(
    workspaceId: string,
    id: string,
    change: Partial<Pick<FeedbackRow, 'score' | 'value' | 'comment' | 'correction'>> & { modifiedAt: number },
  ): Promise<boolean>;
  remove(workspaceId: string, id: string): Promise<boolean>;
}

import {
  flag,
  freeForm,
  id,
  json,
  jsonOf,
  named,
  nullable,
  autoIncrement,
  type RowOf,
  rowMapper,
  sealed,
  sha256,
  text,
  time,
} from './columns.ts';
import { needed, owner, table } from './table.ts';

/** Presigned feedback URL without its token, which is encrypted and passed separately. */
const feedbackTokenColumns = {
  ordinal: autoIncrement(),
  id: id(),
  tokenHash: sha256(),
  sealed: sealed({
    purpose: 'feedback-tokens',
    owner: { table: 'deployments', by: 'deployment_id' },
    resource: 'feedback-token',
    id: 'id',
    field: () => 'token',
    ifUnreadable: 'row',
  }),
  deploymentId: id(),
  runId: id(),
  key: named('feedback_key', text()),
  /**
   * True if the URL was created for the run's own responses and events. A run has one URL with `forRun` per feedback
   * key.
   */
  forRun: flag(),
  /** True if the token is not deleted when the run is deleted with its thread. */
  outlivesRun: flag(),
  expiresAt: time(),
  createdAt: time(),
};
export type FeedbackTokenRow = RowOf<typeof feedbackTokenColumns>;
export const feedbackTokenRows = rowMapper(feedbackTokenColumns);

/** Feedback on a run. Feedback remains when the run is deleted, and is deleted with the tracing project. */
const feedbackColumns = {
  ordinal: autoIncrement(),
  id: id(),
  workspaceId: id(),
  /** ID of the tracing project, or null after the project was deleted. */
  projectId: nullable(id()),
  /** ID of an agent's run or of a traced run, or null if the feedback concerns the whole project. */
  runId: nullable(id()),
  traceId: nullable(id()),
  comparativeExperimentId: nullable(id()),
  groupId: nullable(id()),
  key: named('feedback_key', text()),
  score: jsonOf<unknown>(),
  value: jsonOf<unknown>(),
  comment: nullable(text()),
  correction: jsonOf<unknown>(),
  metadata: json((of) => freeForm(of).nullable()),
  /** Either `api`, or a name that the creator of the feedback chose. */
  sourceType: text(),
  createdAt: time(),
  modifiedAt: time(),
};
export type FeedbackRow = RowOf<typeof feedbackColumns>;
export const feedbackRows = rowMapper(feedbackColumns);

export const feedbackTables = {
  // Snapshots do not include this table, because the URLs expire soon.
  feedback_tokens: table(feedbackTokenColumns, {
    key: ['id'],
    unique: [['tokenHash']],
    references: [owner('deploymentId', 'deployments')],
    indexes: {
      feedback_tokens_run: ['runId', 'ordinal'],
      feedback_tokens_age: ['deploymentId', 'expiresAt'],
      // If several requests create a run's tokens at the same time, only one request succeeds for each key.
      feedback_tokens_one: { columns: ['runId', 'key'], unique: true, where: 'for_run = 1' },
    },
  }),
  feedback: table(feedbackColumns, {
    key: ['id'],
    references: [needed('workspaceId', 'workspaces'), owner('projectId', 'projects')],
    indexes: {
      feedback_run: ['workspaceId', 'runId', 'ordinal'],
      feedback_page: ['workspaceId', 'ordinal'],
      feedback_of_project: ['projectId', 'ordinal'],
      feedback_of_comparison: {
        columns: ['comparativeExperimentId', 'ordinal'],
        where: 'comparative_experiment_id is not null',
      },
    },
    snapshot: { order: ['ordinal'], hasRandomIds: true },
  }),
};

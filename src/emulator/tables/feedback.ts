import {
  flag,
  freeForm,
  id,
  json,
  jsonOf,
  named,
  nullable,
  ordinal,
  type RowOf,
  rowMapper,
  sealed,
  sha256,
  text,
  time,
} from './columns.ts';
import { needed, owner, table } from './table.ts';

/** A pre-signed URL, without its token, which is passed separately and sealed. */
const feedbackTokenColumns = {
  ordinal: ordinal(),
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
  /** Made for the run's own responses and events: one for each of its keys. */
  forRun: flag(),
  /** The run's thread is deleted with it: the token stays. */
  outlivesRun: flag(),
  expiresAt: time(),
  createdAt: time(),
};
export type FeedbackTokenRow = RowOf<typeof feedbackTokenColumns>;
export const feedbackTokenRows = rowMapper(feedbackTokenColumns);

/** Feedback on a run. It belongs to the trace: it stays when the run is deleted, and is deleted with the project. */
const feedbackColumns = {
  ordinal: ordinal(),
  id: id(),
  workspaceId: id(),
  /** The tracing project; null: it was gone. */
  projectId: nullable(id()),
  runId: id(),
  key: named('feedback_key', text()),
  score: jsonOf<unknown>(),
  value: jsonOf<unknown>(),
  comment: nullable(text()),
  correction: jsonOf<unknown>(),
  metadata: json((of) => freeForm(of).nullable()),
  /** `api`, or the author's own name for itself. */
  sourceType: text(),
  createdAt: time(),
  modifiedAt: time(),
};
export type FeedbackRow = RowOf<typeof feedbackColumns>;
export const feedbackRows = rowMapper(feedbackColumns);

export const feedbackTables = {
  // Not in snapshots: their URLs would have expired long before.
  feedback_tokens: table(feedbackTokenColumns, {
    key: ['id'],
    unique: [['tokenHash']],
    references: [owner('deploymentId', 'deployments')],
    indexes: {
      feedback_tokens_run: ['runId', 'ordinal'],
      feedback_tokens_age: ['deploymentId', 'expiresAt'],
      // Of concurrent attempts to create a run's tokens, one of each succeeds.
      feedback_tokens_one: { columns: ['runId', 'key'], unique: true, where: 'for_run = 1' },
    },
  }),
  feedback: table(feedbackColumns, {
    key: ['id'],
    references: [needed('workspaceId', 'workspaces'), owner('projectId', 'projects')],
    indexes: {
      feedback_run: ['workspaceId', 'runId', 'ordinal'],
      feedback_page: ['workspaceId', 'ordinal'],
      feedback_of_project: ['projectId'],
    },
    snapshot: { order: ['ordinal'], hasRandomIds: true },
  }),
};

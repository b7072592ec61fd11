import type { FeedbackCreate } from '../../contract/tracing.ts';
import type { Clock } from '../../clients/clock.ts';
import type { FeedbackRow, Repositories } from '../ports/store.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { findComparison } from './datasets/comparisons.ts';
import { tracedRun } from './feedback-tokens.ts';

interface Dependencies {
  clock: Clock;
  newId: () => string;
}

/** Object that feedback belongs to: a run and its project, or a whole project. */
type Subject = Pick<FeedbackRow, 'runId' | 'traceId' | 'projectId'>;

/** Factor that rounds scores to four decimal places, like the service and its clients. */
const DECIMALS = 10_000;

function roundScore(score: unknown): unknown {
  return typeof score === 'number' ? Math.round(score * DECIMALS) / DECIMALS : score;
}

/**
 * Returns the row of feedback that a client with an API key sends. The run can arrive after the feedback if the
 * feedback contains the ID of the run's project, or if `mayPrecede` is set.
 * @throws HttpError 404 for an unknown run, project or comparative experiment; 422 if the feedback contains neither a
 * run nor a project.
 */
export async function toFeedbackRow(
  tx: Repositories,
  { clock, newId }: Dependencies,
  { workspaceId, mayPrecede }: { workspaceId: string; mayPrecede: boolean },
  body: FeedbackCreate,
): Promise<FeedbackRow> {
  const now = clock.now();
  const comparison = body.comparative_experiment_id ?? null;
  // Feedback in a form is stored even if the comparative experiment is unknown, because the client would not send the
  // other parts of the form again.
  if (comparison !== null && !mayPrecede) await findComparison(tx, workspaceId, comparison);
  return {
    ...(await subjectOf(tx, workspaceId, body, mayPrecede)),
    id: body.id ?? newId(),
    workspaceId,
    comparativeExperimentId: comparison,
    groupId: body.feedback_group_id ?? null,
    key: body.key,
    score: roundScore(body.score ?? null),
    value: body.value ?? null,
    comment: body.comment ?? null,
    correction: body.correction ?? null,
    metadata: body.feedback_source?.metadata ?? null,
    sourceType: body.feedback_source?.type ?? 'api',
    createdAt: now,
    modifiedAt: now,
  };
}

async function subjectOf(
  tx: Repositories,
  workspaceId: string,
  { run_id: runId, trace_id: traceId, session_id: sessionId }: FeedbackCreate,
  mayPrecede: boolean,
): Promise<Subject> {
  if (!runId) {
    if (!sessionId)
      throw invalidField(
        ['body', 'run_id'],
        'The request contains neither run_id nor session_id: send one of them.',
        'missing',
      );
    if (await tx.projects.has(workspaceId, sessionId)) {
      return { runId: null, traceId: null, projectId: sessionId };
    }
    throw new HttpError(404, `Tracing project ID ${sessionId} not found.`);
  }
  const [traced] = await tx.tracedRuns.find(workspaceId, [runId]);
  if (traced !== undefined) return { runId, traceId: traced.traceId, projectId: traced.projectId };
  const run = await tracedRun(tx, runId);
  if (run?.deployment.workspaceId === workspaceId) {
    // Each run of an agent is the root of its own trace.
    return { runId, traceId: runId, projectId: await existing(tx, workspaceId, run.deployment.projectId) };
  }
  const projectId = await existing(tx, workspaceId, sessionId ?? null);
  if (!mayPrecede && projectId === null) throw new HttpError(404, `Run with ID ${runId} not found`);
  return { runId, traceId: traceId ?? null, projectId };
}

/** Returns the project if it still exists. */
export async function existing(
  tx: Repositories,
  workspaceId: string,
  projectId: string | null,
): Promise<string | null> {
  return projectId !== null && (await tx.projects.has(workspaceId, projectId)) ? projectId : null;
}

/** Stores the feedback in a form. Replaces feedback that an earlier attempt of the client's request has stored. */
export async function storeFeedback(
  tx: Repositories,
  dependencies: Dependencies,
  workspaceId: string,
  feedback: readonly FeedbackCreate[],
): Promise<void> {
  for (const body of feedback) {
    const row = await toFeedbackRow(tx, dependencies, { workspaceId, mayPrecede: true }, body);
    const { score, value, comment, correction, modifiedAt } = row;
    const change = { score, value, comment, correction, modifiedAt };
    if (!(await tx.feedbacks.update(workspaceId, row.id, change))) await tx.feedbacks.insert(row);
  }
}

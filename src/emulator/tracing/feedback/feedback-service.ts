import type { Clock } from '../../../clients/clock.ts';
import type {
  Feedback,
  FeedbackChange,
  FeedbackCreate,
  FeedbackListQuery,
  FeedbackSubmission,
} from '../../../contract/feedback.ts';
import type { FeedbackRow, Repositories, Store } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { StoreError } from '../../store/index.ts';
import { findValidToken } from './token.ts';
import { findTracedRun } from './tokens.ts';
import type { TracedRun } from './traced-run.ts';

export interface FeedbackDeps {
  store: Store;
  clock: Clock;
  newId: () => string;
}

/** What was said of runs (spec §2.11, §4.11; facts: service §4.6). Everything throws HttpError. */
export interface FeedbackService {
  /** By a pre-signed URL; each use makes feedback of its own. @throws HttpError 404 unknown or expired. */
  submit(token: string, submission: FeedbackSubmission): Promise<{ id: string; key: string }>;
  /** With a key. @throws HttpError 404 for a run that is not the workspace's, 409 for an ID that is there. */
  create(workspaceId: string, body: FeedbackCreate): Promise<Feedback>;
  /** @throws HttpError 404. */
  get(workspaceId: string, id: string): Promise<Feedback>;
  /** Newest first. */
  list(workspaceId: string, query: FeedbackListQuery): Promise<Feedback[]>;
  /** Changes what is said in `change`. @throws HttpError 404. */
  update(workspaceId: string, id: string, change: FeedbackChange): Promise<Feedback>;
  /** @throws HttpError 404. */
  remove(workspaceId: string, id: string): Promise<void>;
}

export function createFeedbackService({ store, clock, newId }: FeedbackDeps): FeedbackService {
  const rowOf = async (
    tx: Repositories,
    run: Pick<TracedRun, 'id' | 'deployment'>,
    key: string,
    said: FeedbackSubmission,
  ): Promise<FeedbackRow> => {
    const { projectId, workspaceId } = run.deployment;
    const hasProject = projectId !== null && (await tx.projects.has(workspaceId, projectId));
    const now = clock.now();
    return {
      id: newId(),
      workspaceId,
      projectId: hasProject ? projectId : null,
      runId: run.id,
      key,
      score: said.score ?? null,
      value: said.value ?? null,
      comment: said.comment ?? null,
      correction: said.correction ?? null,
      metadata: said.metadata ?? null,
      sourceType: 'api',
      createdAt: now,
      modifiedAt: now,
    };
  };

  const find = async (workspaceId: string, id: string) => {
    const row = await store.feedbacks.get(workspaceId, id);
    return row === undefined ? notFound(id) : toFeedback(row);
  };

  return {
    submit: (token, submission) =>
      store.transaction(async (tx) => {
        const open = await findValidToken(tx, token, clock.now());
        const deployment = open && (await tx.deployments.findById(open.deploymentId));
        // Which of them it is, is nobody's business who has the URL alone.
        if (open === undefined || deployment === undefined) {
          throw new HttpError(404, 'This feedback URL is not known, or has expired, or its run is gone.');
        }
        const row = await rowOf(tx, { id: open.runId, deployment }, open.key, submission);
        await tx.feedbacks.insert(row);
        return { id: row.id, key: row.key };
      }),
    async create(workspaceId, body) {
      const kept = store.transaction(async (tx) => {
        const run = await findTracedRun(tx, workspaceId, body.run_id);
        const metadata = body.feedback_source?.metadata ?? null;
        const row = {
          ...(await rowOf(tx, run, body.key, { ...body, metadata })),
          ...(body.id ? { id: body.id } : {}),
          sourceType: body.feedback_source?.type ?? 'api',
        };
        await tx.feedbacks.insert(row);
        return toFeedback(row);
      });
      return kept.catch((cause: unknown) => {
        if (!(cause instanceof StoreError) || cause.code !== 'conflict') throw cause;
        throw new HttpError(409, 'Feedback with this ID already exists: leave the ID out.', { cause });
      });
    },
    get: find,
    async list(workspaceId, { limit, offset, run, key, source }) {
      const rows = await store.feedbacks.list(workspaceId, {
        limit,
        offset,
        ...(run === undefined ? {} : { runIds: run }),
        ...(key === undefined ? {} : { keys: key }),
        ...(source === undefined ? {} : { sourceTypes: source }),
      });
      return rows.map(toFeedback);
    },
    async update(workspaceId, id, change) {
      // Null is "not said", as everywhere in requests.
      const said = Object.fromEntries(
        Object.entries(change).filter(([, value]) => value !== null && value !== undefined),
      );
      const modifiedAt = clock.now();
      if (!(await store.feedbacks.update(workspaceId, id, { ...said, modifiedAt }))) return notFound(id);
      return find(workspaceId, id);
    },
    async remove(workspaceId, id) {
      if (!(await store.feedbacks.remove(workspaceId, id))) notFound(id);
    },
  };
}

function notFound(id: string): never {
  throw new HttpError(404, `Feedback with ID ${id} not found`);
}

function toFeedback(row: FeedbackRow): Feedback {
  return {
    id: row.id,
    created_at: new Date(row.createdAt).toISOString(),
    modified_at: new Date(row.modifiedAt).toISOString(),
    run_id: row.runId,
    // Each run is the root of its trace.
    trace_id: row.runId,
    session_id: row.projectId,
    key: row.key,
    // Kept as it was checked when it came.
    score: row.score as Feedback['score'],
    value: row.value as Feedback['value'],
    comment: row.comment,
    correction: row.correction as Feedback['correction'],
    metadata: row.metadata,
    feedback_source: { type: row.sourceType, metadata: row.metadata ?? {} },
  };
}

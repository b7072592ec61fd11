import type { RunCreate, RunsCancel } from '../../contract/run.ts';
import type { WebhookPolicy } from '../ports/agent-http.ts';
import type { AgentLanguage, AssistantRow, Repositories, RunRow, ThreadRow } from '../ports/store.ts';
import { isStateless } from '../ports/store-agent-server.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { type AssistantService, refuseContextConflict } from './assistants.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { assignPriority } from './priority.ts';
import type { RunWatch } from './run-results.ts';
import {
  type CancelAction,
  createValuesReader,
  hasUnfinishedRuns,
  isFinal,
  listUnfinishedRuns,
  type StoppedRun,
  stopRun,
  stopRuns,
  toRunResult,
} from './run-outcome.ts';
import {
  type RunKey,
  type RunRequest,
  type RunScope,
  startingCheckpoint,
  toRecord,
  toRunRow,
} from './run-row.ts';
import { newThreadRow } from './thread-row.ts';
import { checkThreadLanguage } from './thread-language.ts';
import { defaultExpiry, findThread, findThreadHead, insertThread, removeThreads } from './threads.ts';
import type { AuthFilter } from './access/auth-filter.ts';
import { checkThread } from './access/authorize.ts';
import { type AuthorizedRun, authorizeRun } from './access/authorize-run.ts';

/**
 * Maximum number of runs that one transaction stops when a request names a status, or deletes before their thread.
 * Thousands in one transaction would delay every other write for seconds.
 */
const RUN_BATCH_SIZE = 100;

const nothingToCancel = (): HttpError =>
  new HttpError(404, 'No such run is pending or running: nothing is left to cancel');

/** The request is stored. `stopped` resolves once the work on these runs has ended, and never rejects. */
export interface Cancellation {
  stopped: Promise<void>;
}

/**
 * Creates, stops and deletes runs. Each request is stored completely or not at all, even if the emulator dies, except
 * `cancelBatch` by status.
 */
export interface RunService {
  /**
   * @throws HttpError 404 for a thread, checkpoint or assistant; 409 if the strategy is `reject` and a run is
   * unfinished, or if the thread has another language; 422, 503.
   */
  create(request: RunRequest): Promise<RunRow>;
  /** Creates all runs or none, in this order. @throws HttpError as `create` does. */
  createBatch(requests: readonly RunRequest[]): Promise<RunRow[]>;
  /**
   * Creates a run if `claim` returns true in the same transaction; otherwise resolves to `undefined` and stores
   * nothing. Does not wait for the end of the runs that it stops. @throws HttpError as `create` does.
   */
  createIf(claim: (tx: Repositories) => Promise<boolean>, request: RunRequest): Promise<RunRow | undefined>;
  /** @throws HttpError 404. */
  find(key: RunKey): Promise<RunRow>;
  /** Returns how an existing run ends or ended. @throws HttpError 404. */
  watch(key: RunKey): Promise<RunWatch>;
  /** Stops an unfinished run. @throws HttpError 404, also for a run that has ended. */
  cancel(key: RunKey, action: CancelAction): Promise<Cancellation>;
  /**
   * Stops several unfinished runs and ignores runs that do not exist or have ended. Runs chosen by status are stopped
   * in batches: after a crash, some of them may still be unfinished, but no run is half stopped. `filter` restricts
   * the threads whose runs are chosen by status.
   * @throws HttpError 404 if no run is unfinished.
   */
  cancelBatch(
    deploymentId: string,
    which: RunsCancel,
    action: CancelAction,
    filter?: AuthFilter,
  ): Promise<Cancellation>;
  /** Removes the run; an unfinished one is rolled back. @throws HttpError 404. */
  remove(key: RunKey): Promise<Cancellation>;
  /** Removes a thread and stops its runs. @throws HttpError 404. */
  removeThread(deploymentId: string, threadId: string): Promise<void>;
}

export function createRunService(
  dependencies: AgentServerDependencies,
  assistants: AssistantService,
): RunService {
  const { store, live, executor, clock, newId } = dependencies;

  const toNewRun = async (request: RunRequest): Promise<NewRun> => {
    const { deploymentId, body } = request;
    const assistant = await assistants.findRunnable(deploymentId, body.assistant_id, [
      'body',
      'assistant_id',
    ]);
    const language = assistants.languageOf(deploymentId);
    refuseContextConflict(body, language);
    const settings = live.httpSettings(deploymentId);
    await refuseWebhookOf(body, settings?.webhooks?.policy);
    const [id, threadId] = [request.runId ?? newId(), request.threadId ?? newId()];
    const headers = settings?.configurableHeaders;
    const { instanceId } = executor;
    const row = toRunRow(request, {
      id,
      threadId,
      assistant,
      language,
      headers,
      instanceId,
      now: clock.now(),
    });
    const authorized = await authorizeRun(request, row, assistant);
    request.onAuthorized?.(authorized.filter);
    const priority = await assignPriority(dependencies, request, authorized.run, assistant);
    return { ...authorized, request, assistant, priority };
  };

  /** Resolves to `undefined`, and stores nothing, if `claim` returned false. */
  const insertBatch = async (
    requests: readonly RunRequest[],
    claim: (tx: Repositories) => Promise<boolean>,
  ): Promise<{ runs: RunRow[]; stopped: StoppedRun[] } | undefined> => {
    const created: NewRun[] = [];
    for (const request of requests) created.push(await toNewRun(request));
    let inserted: InsertedRun[] = [];
    const [deploymentId = ''] = requests.map((request) => request.deploymentId);
    const threadIds = requests.flatMap(({ threadId }) => threadId ?? []);
    const isInterrupting = ({ body }: RunRequest) => body.multitask_strategy === 'interrupt';
    const stopping = requests
      .filter((one) => isInterrupting(one) || one.body.multitask_strategy === 'rollback')
      .flatMap(({ threadId }) => threadId ?? []);
    const flush = requests.some(isInterrupting);
    const insertAll = async (tx: Repositories) => {
      if (!(await claim(tx))) return undefined;
      inserted = [];
      for (const one of created) inserted.push(await insertRun(tx, one, languageNow(deploymentId)));
      return inserted.flatMap(({ stopped }) => stopped);
    };
    const stopped = await executor.hold({ deploymentId, threadIds: stopping }, { flush }, () =>
      executor.streams.pauseStreams({ deploymentId, threadIds }, () => store.transaction(insertAll)),
    );
    if (!stopped) return undefined;
    executor.created(created.map(({ run }) => run.id));
    // Before the runs can end, because a run with its own thread is removed then.
    for (const { request, run } of created) {
      const { feedback_keys: keys } = request.body;
      if (keys) await dependencies.feedback?.(run.id, keys);
    }
    executor.wake(deploymentId);
    return { runs: inserted.map(({ run }) => run), stopped };
  };

  const createBatch = async (requests: readonly RunRequest[]): Promise<RunRow[]> => {
    const created = await insertBatch(requests, async () => true);
    // The client may rely on the replaced runs having stopped.
    await executor.abortStopped(created?.stopped ?? []);
    return created?.runs ?? [];
  };

  /** Returns the language of the serving graphs; `undefined` if none serves. */
  const languageNow = (deploymentId: string): AgentLanguage | undefined => {
    const held = live.acquire(deploymentId);
    held?.release();
    return held?.worker.language;
  };

  const stopIn = async (
    scope: RunScope,
    action: CancelAction,
    work: (tx: Repositories) => Promise<StoppedRun[]>,
  ): Promise<Cancellation> => {
    const flush = action === 'interrupt';
    const stopped = await executor.hold(scope, { flush }, () => store.transaction(work));
    return { stopped: executor.abortStopped(stopped) };
  };
  const stopUnfinished = async (
    tx: Repositories,
    runs: readonly RunRow[],
    action: CancelAction,
  ): Promise<StoppedRun[]> => {
    const stopped: StoppedRun[] = [];
    const valuesOf = createValuesReader(tx);
    for (const run of runs) {
      if (!isFinal(run)) stopped.push(await stopRun(tx, run, action, clock.now(), valuesOf));
    }
    return stopped;
  };
  /** Returns those of the given runs that exist. */
  const findNamed = async (tx: Repositories, keys: Iterable<RunKey>): Promise<RunRow[]> => {
    const runs: RunRow[] = [];
    for (const { deploymentId, threadId, id } of keys) {
      const run = await tx.runs.get(deploymentId, threadId, id);
      if (run) runs.push(run);
    }
    return runs;
  };
  /**
   * Stops the runs that currently have a status, one batch per transaction, so that other writes wait for only one
   * batch. `filter` restricts the threads.
   */
  const stopByStatus = async (
    deploymentId: string,
    status: 'pending' | 'running' | undefined,
    action: CancelAction,
    filter: AuthFilter | undefined,
  ): Promise<Cancellation> => {
    const left = await store.runs.unfinishedOf(deploymentId, { ...(status && { status }) });
    const ended: Promise<void>[] = [];
    let count = 0;
    for (let at = 0; at < left.length; at += RUN_BATCH_SIZE) {
      const batch = left.slice(at, at + RUN_BATCH_SIZE);
      const scope = { deploymentId, threadIds: [...new Set(batch.map(({ threadId }) => threadId))] };
      const { stopped } = await stopIn(scope, action, async (tx) => {
        const runs: RunRow[] = [];
        for (const run of await findNamed(tx, batch)) {
          if (status !== undefined && run.status !== status) continue;
          const thread = filter && (await tx.threads.head(deploymentId, run.threadId));
          if (!filter || (thread && filter(thread.metadata))) runs.push(run);
        }
        const all = await stopUnfinished(tx, runs, action);
        count += all.length;
        return all;
      });
      ended.push(stopped);
    }
    if (count === 0) throw nothingToCancel();
    return { stopped: Promise.all(ended).then(() => undefined) };
  };
  const threadOf = ({ deploymentId, threadId }: RunKey): RunScope => ({
    deploymentId,
    threadIds: [threadId],
  });

  return {
    async create(request) {
      const [run] = await createBatch([request]);
      if (!run) throw new Error('the run that was stored is missing');
      return run;
    },
    createBatch,
    async createIf(claim, request) {
      const created = await insertBatch([request], claim).catch((failure: unknown) => {
        // The run may be stored although the store's response was lost.
        executor.wake(request.deploymentId);
        throw failure;
      });
      executor.abortStopped(created?.stopped ?? []).catch((failure: unknown) => {
        dependencies.log(`runs that run ${created?.runs[0]?.id} replaced may continue: ${String(failure)}`);
      });
      return created?.runs[0];
    },
    find: (key) => findRun(store, key),
    async watch(key) {
      const watch = executor.watch(key.id);
      try {
        const run = await findRun(store, key);
        executor.created([run.id]);
        if (!isFinal(run)) return watch;
        const thread = await findThread(store, key.deploymentId, key.threadId);
        watch.stop();
        return { result: Promise.resolve(toRunResult(run, thread)), stop: () => undefined };
      } catch (failure) {
        watch.stop();
        throw failure;
      }
    },
    cancel: (key, action) =>
      stopIn(threadOf(key), action, async (tx) => {
        const run = await findRun(tx, key);
        if (isFinal(run))
          throw new HttpError(404, `Run with ID ${key.id} has ended: nothing is left to cancel`);
        return stopUnfinished(tx, [run], action);
      }),
    async cancelBatch(deploymentId, which, action, filter) {
      if (which.status) {
        const status = which.status === 'all' ? undefined : which.status;
        return stopByStatus(deploymentId, status, action, filter);
      }
      const { thread_id: threadId, run_ids: ids } = which;
      const keys = [...new Set(ids)].map((id) => ({ deploymentId, threadId, id }));
      return stopIn({ deploymentId, threadIds: [threadId] }, action, async (tx) => {
        const stopped = await stopUnfinished(tx, await findNamed(tx, keys), action);
        if (stopped.length > 0) return stopped;
        throw nothingToCancel();
      });
    },
    remove: (key) =>
      stopIn(threadOf(key), 'rollback', async (tx) => {
        const run = await findRun(tx, key);
        if (isFinal(run)) {
          await tx.runs.remove(run.id);
          await tx.runStreams.remove(run.id);
        }
        return stopUnfinished(tx, [run], 'rollback');
      }),
    async removeThread(deploymentId, threadId) {
      await findThreadHead(store, deploymentId, threadId);
      // Other writes wait for one batch at most. The thread keeps its state and its unfinished runs until the last
      // transaction.
      let removed: number;
      do {
        removed = await store.runs.removeFinished(deploymentId, threadId, RUN_BATCH_SIZE);
      } while (removed === RUN_BATCH_SIZE);
      const remove = async (tx: Repositories) => {
        await findThreadHead(tx, deploymentId, threadId);
        return removeThreads(tx, deploymentId, [threadId]);
      };
      const scope = { deploymentId, threadIds: [threadId] };
      const { stopped } = await executor.hold(scope, { flush: false }, () => store.transaction(remove));
      await executor.abortStopped(stopped);
    },
  };
}

/** A run to store, and the priority for its thread if it has none. */
interface NewRun extends AuthorizedRun {
  request: RunRequest;
  assistant: AssistantRow;
  priority: number | undefined;
}

/** A run as stored, and the runs that were stopped for it. */
interface InsertedRun {
  run: RunRow;
  stopped: StoppedRun[];
}

async function findRun(store: Pick<Repositories, 'runs'>, key: RunKey): Promise<RunRow> {
  const run = await store.runs.get(key.deploymentId, key.threadId, key.id);
  if (!run) throw new HttpError(404, `Run with ID ${key.id} not found`);
  return run;
}

/**
 * Stores a new run in the caller's transaction. `language` is the language of the serving graphs; a run that is later
 * given to the other language fails.
 * @throws HttpError 404 for a thread or checkpoint that does not exist, 409 for `reject` and for a thread of the
 * other language.
 */
async function insertRun(
  tx: Repositories,
  { request, run, assistant, filter, priority }: NewRun,
  language: AgentLanguage | undefined,
): Promise<InsertedRun> {
  const { deploymentId, threadId, createdAt: now } = run;
  const { body } = request;
  const own = request.threadId === undefined;
  if (own || (body.if_not_exists === 'create' && !(await tx.threads.exists(deploymentId, threadId)))) {
    // The author's handler wrote metadata that makes the thread the caller's.
    const metadata = request.agentCaller ? run.metadata : {};
    // A thread that is removed with its run needs no other expiry.
    const expiry = isStateless(run) ? null : await defaultExpiry(tx, deploymentId, now);
    const thread = newThreadRow(deploymentId, threadId, metadata, now, expiry);
    await insertThread(tx, { ...thread, ...withRun(thread, run, priority) });
    await checkStart(tx, threadId, body);
    const stored = { ...run, metadata: runMetadata(run, assistant) };
    await tx.runs.insert(stored);
    return { run: stored, stopped: [] };
  }
  await checkThread(tx, deploymentId, threadId, filter);
  if (language !== undefined) await checkThreadLanguage(tx, threadId, language);
  const stopped = await applyMultitaskStrategy(tx, run);
  const thread = await findThreadHead(tx, deploymentId, threadId);
  await checkStart(tx, threadId, body);
  const changed = withRun(thread, run, priority);
  await tx.threads.update(threadId, changed);
  const stored = { ...run, metadata: runMetadata(run, assistant, changed.metadata) };
  await tx.runs.insert(stored);
  return { run: stored, stopped };
}

/**
 * Returns the metadata that a run is stored with: the metadata of its assistant, of the existing thread that it
 * continues, of its configuration and of its request. Later values replace earlier ones, except in `assistant_id`.
 */
function runMetadata(
  { kwargs, metadata, assistantId }: Pick<RunRow, 'kwargs' | 'metadata' | 'assistantId'>,
  assistant: Pick<AssistantRow, 'metadata'>,
  ofThread: Record<string, unknown> = {},
): Record<string, unknown> {
  const configured = toRecord(toRecord(kwargs['config'])['metadata']);
  return { ...assistant.metadata, ...ofThread, ...configured, ...metadata, assistant_id: assistantId };
}

/** Returns the changes of a thread that gets a run. */
function withRun(
  { metadata, priority: own }: Pick<ThreadRow, 'metadata' | 'priority'>,
  { graphId, assistantId, createdAt }: RunRow,
  priority: number | undefined,
): Pick<ThreadRow, 'status' | 'metadata' | 'updatedAt' | 'priority'> {
  return {
    status: 'busy',
    metadata: { ...metadata, graph_id: graphId, assistant_id: assistantId },
    updatedAt: createdAt,
    priority: own ?? priority ?? null,
  };
}

/** @throws HttpError 404 if the checkpoint to start from does not exist. */
async function checkStart(tx: Repositories, threadId: string, body: RunCreate): Promise<void> {
  const from = startingCheckpoint(body);
  if (from && !(await tx.checkpoints.get(threadId, from.ns, from.id))) {
    throw new HttpError(404, `Checkpoint ${from.id} not found in thread ${threadId}`);
  }
}

/** @throws HttpError 422 if the configuration does not allow webhooks to this URL. */
async function refuseWebhookOf(
  { webhook }: Pick<RunCreate, 'webhook'>,
  policy: WebhookPolicy | undefined,
): Promise<void> {
  if (policy === undefined || webhook === undefined || webhook === null) return;
  const { refuseWebhook } = await import('./webhook-policy.ts');
  const refused = await refuseWebhook(webhook, policy);
  if (refused !== undefined) throw invalidField(['body', 'webhook'], `The URL ${refused}`);
}

/** Applies the multitask strategy to the unfinished runs of its thread (docs/api/threads-and-runs.md#multitask). */
async function applyMultitaskStrategy(tx: Repositories, run: RunRow): Promise<StoppedRun[]> {
  const { deploymentId, threadId, multitaskStrategy: strategy, createdAt: now } = run;
  if (strategy === 'enqueue') return [];
  if (strategy === 'reject') {
    if (!(await hasUnfinishedRuns(tx, deploymentId, threadId))) return [];
    throw new HttpError(
      409,
      `Thread ${threadId} already has an unfinished run; wait for it, or choose the multitask strategy enqueue, interrupt or rollback`,
    );
  }
  const action = strategy === 'rollback' ? 'rollback' : 'interrupt';
  return stopRuns(tx, (limit) => listUnfinishedRuns(tx, deploymentId, threadId, limit), action, now);
}

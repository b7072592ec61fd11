import type { RunCreate } from '../../contract/run.ts';
import type { AgentLanguage, AssistantRow, Repositories, RunRow, ThreadRow } from '../ports/store.ts';
import { isStateless } from '../ports/store-agent-server.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { checkThread } from './access/authorize.ts';
import { type AuthorizedRun, authorizeRun } from './access/authorize-run.ts';
import { accessOfNewRun, type AccessRecheck } from './access/lasting-access.ts';
import { type AssistantService, refuseContextConflict } from './assistants.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { applyMultitaskStrategy } from './multitask.ts';
import { assignPriority } from './priority.ts';
import { servingWorker } from './query-graph.ts';
import type { StoppedRun } from './run-outcome.ts';
import { type RunRequest, startingCheckpoint, toRecord, toRunRow } from './run-row.ts';
import { toRunSummary } from './run-summary.ts';
import { checkThreadLanguage } from './thread-language.ts';
import { newThreadRow } from './thread-row.ts';
import { defaultExpiry, findThreadHead, insertThread } from './threads.ts';
import type { WebhookRules } from './webhook-policy.ts';

/** Methods of `RunService` that create runs. */
export interface RunCreation {
  /**
   * Creates a run. @throws HttpError 404 for an unknown thread, checkpoint or assistant; 409 for the strategy `reject`
   * on a busy thread, or for a thread of another language; 422 for an invalid or refused request; 503 while no revision
   * is serving.
   */
  create(request: RunRequest): Promise<RunRow>;
  /**
   * Creates a run for a caller that waits for the run or reads its events. `access` is the caller's access check, or
   * `undefined` if nothing can revoke the access. @throws HttpError like `create`.
   */
  createForReader(request: RunRequest): Promise<{ run: RunRow; access: AccessRecheck | undefined }>;
  /** Creates either all runs, in the order of `requests`, or no run. @throws HttpError like `create`. */
  createBatch(requests: readonly RunRequest[]): Promise<RunRow[]>;
  /**
   * Creates a run if `claim` returns true in the same transaction, or else stores nothing and resolves to `undefined`.
   * `claim` receives the run before the run is stored. Does not wait for the end of the runs that the new run stops.
   * @throws HttpError like `create`.
   */
  createIf(
    claim: (tx: Repositories, run: RunRow) => Promise<boolean>,
    request: RunRequest,
  ): Promise<RunRow | undefined>;
}

export function createRunCreation(
  dependencies: AgentServerDependencies,
  assistants: AssistantService,
): RunCreation {
  const { store, live, executor, clock } = dependencies;

  /** Stores the runs, or stores nothing and resolves to `undefined` if `claim` returns false. */
  const insertBatch = async (
    requests: readonly RunRequest[],
    claim: (tx: Repositories, runs: readonly NewRun[]) => Promise<boolean>,
  ): Promise<InsertedRun[] | undefined> => {
    const created: NewRun[] = [];
    for (const request of requests) created.push(await toNewRun(dependencies, assistants, request));
    const [deploymentId = ''] = requests.map((request) => request.deploymentId);
    const threadIds = requests.flatMap(({ threadId }) => threadId ?? []);
    const isInterrupting = ({ body }: RunRequest) => body.multitask_strategy === 'interrupt';
    const stopping = requests
      .filter((one) => isInterrupting(one) || one.body.multitask_strategy === 'rollback')
      .flatMap(({ threadId }) => threadId ?? []);
    const flush = requests.some(isInterrupting);
    const insertAll = async (tx: Repositories) => {
      if (!(await claim(tx, created))) return undefined;
      const inserted: InsertedRun[] = [];
      for (const one of created) {
        inserted.push(await insertRun(tx, one, servingWorker(live, deploymentId)?.language));
      }
      return inserted;
    };
    const inserted = await executor.pause({ deploymentId, threadIds: stopping }, { flush }, () =>
      executor.streams.pauseStreams({ deploymentId, threadIds }, () => store.transaction(insertAll)),
    );
    if (!inserted) return undefined;
    executor.created(created.map(({ run }) => run.id));
    // The feedback URLs are created before the runs can end, because the end of a run can remove the run's thread.
    for (const { request, run } of created) {
      const { feedback_keys: keys } = request.body;
      if (keys) await dependencies.feedback?.(run.id, keys);
    }
    executor.wake(deploymentId);
    return inserted;
  };

  const insertAndStop = async (requests: readonly RunRequest[]): Promise<InsertedRun[]> => {
    const inserted = (await insertBatch(requests, async () => true)) ?? [];
    // The response is sent only after the replaced runs have ended, because clients can rely on this order.
    await executor.abortStopped(inserted.flatMap(({ stopped }) => stopped));
    return inserted;
  };

  const insertOne = async (request: RunRequest): Promise<InsertedRun> => {
    const [inserted] = await insertAndStop([request]);
    if (!inserted) throw new Error('the stored run is missing');
    return inserted;
  };

  return {
    create: async (request) => (await insertOne(request)).run,
    async createForReader(request) {
      const since = clock.now();
      const { run, filter } = await insertOne(request);
      const created = { ...run, isTemporary: isStateless(run) };
      return { run, access: await accessOfNewRun(store, created, { filter, since }) };
    },
    createBatch: async (requests) => (await insertAndStop(requests)).map(({ run }) => run),
    async createIf(claim, request) {
      const claimOne = async (tx: Repositories, [created]: readonly NewRun[]) =>
        created !== undefined && (await claim(tx, created.run));
      const inserted = await insertBatch([request], claimOne).catch((failure: unknown) => {
        // The executor is woken, because the store might have stored the run although its response was lost.
        executor.wake(request.deploymentId);
        throw failure;
      });
      const [created] = inserted ?? [];
      executor.abortStopped(created?.stopped ?? []).catch((failure: unknown) => {
        dependencies.log(
          `the runs that run ${created?.run.id} replaced could not be stopped and may continue: ${String(failure)}`,
        );
      });
      return created?.run;
    },
  };
}

/** Run to store, with a priority for a thread without a priority, and with an expiry for a new thread. */
interface NewRun extends AuthorizedRun {
  request: RunRequest;
  assistant: AssistantRow;
  priority: number | undefined;
  expiry: ThreadRow['expiry'];
}

/** A stored run, the runs that it stopped, and the filter of the threads that the caller may use. */
interface InsertedRun extends Pick<AuthorizedRun, 'run' | 'filter'> {
  stopped: StoppedRun[];
}

/** Prepares a run for storing, but does not check the thread and the checkpoint. @throws HttpError like `create`. */
async function toNewRun(
  dependencies: AgentServerDependencies,
  assistants: AssistantService,
  request: RunRequest,
): Promise<NewRun> {
  const { store, live, executor, clock, newId } = dependencies;
  const { deploymentId, body } = request;
  const assistant = await assistants.findRunnable(deploymentId, body.assistant_id, ['body', 'assistant_id']);
  const language = assistants.languageOf(deploymentId);
  refuseContextConflict(body, language);
  const settings = live.httpSettings(deploymentId);
  await refuseWebhookOf(body, {
    policy: settings?.webhooks?.policy,
    networks: dependencies.webhookNetworks,
  });
  const row = toRunRow(request, {
    id: request.runId ?? newId(),
    threadId: request.threadId ?? newId(),
    assistant,
    language,
    headers: settings?.configurableHeaders,
    instanceId: executor.instanceId,
    now: clock.now(),
  });
  const authorized = await authorizeRun(request, row, assistant);
  const priority = await assignPriority(dependencies, request, authorized.run, assistant);
  // Only a thread that outlives its run has an expiry. The expiry is read before the transaction, because reads of a
  // transaction are not cached.
  const mayCreate = request.threadId === undefined || body.if_not_exists === 'create';
  const expiry =
    mayCreate && !isStateless(row) ? await defaultExpiry(store, deploymentId, row.createdAt) : null;
  return { ...authorized, request, assistant, priority, expiry };
}

/**
 * Stores a new run in the caller's transaction. `language` is the language of the serving graphs. The run fails later
 * if graphs of the other language serve when the run is claimed.
 * @throws HttpError 404 for a missing thread or checkpoint; 409 for the strategy `reject` and for a thread of the
 * other language.
 */
async function insertRun(
  tx: Repositories,
  { request, run, assistant, filter, priority, expiry }: NewRun,
  language: AgentLanguage | undefined,
): Promise<InsertedRun> {
  const { deploymentId, threadId, createdAt: now } = run;
  const { body } = request;
  const own = request.threadId === undefined;
  if (own || (body.if_not_exists === 'create' && !(await tx.threads.exists(deploymentId, threadId)))) {
    // The thread's metadata must contain the run's metadata, because the agent's authorization handler uses metadata to
    // assign the thread to the caller.
    const metadata = request.agentCaller ? run.metadata : {};
    const thread = newThreadRow(deploymentId, threadId, metadata, now, expiry);
    await insertThread(tx, { ...thread, ...withRun(thread, run, priority) });
    await checkStart(tx, threadId, body);
    const stored = { ...run, metadata: runMetadata(run, assistant) };
    await tx.runs.insert(stored);
    await tx.runSummaries.insert(toRunSummary(stored));
    return { run: stored, filter, stopped: [] };
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
  await tx.runSummaries.markAnswered(threadId);
  await tx.runSummaries.insert(toRunSummary(stored));
  return { run: stored, filter, stopped };
}

/**
 * Merges the metadata of a run from its assistant, its existing thread, its configuration and its request. Later
 * sources of metadata take precedence over earlier sources. `assistant_id` in the metadata cannot be replaced.
 */
function runMetadata(
  { kwargs, metadata, assistantId }: Pick<RunRow, 'kwargs' | 'metadata' | 'assistantId'>,
  assistant: Pick<AssistantRow, 'metadata'>,
  ofThread: Record<string, unknown> = {},
): Record<string, unknown> {
  const configured = toRecord(toRecord(kwargs['config'])['metadata']);
  return { ...assistant.metadata, ...ofThread, ...configured, ...metadata, assistant_id: assistantId };
}

/** Returns the changes to a thread that receives a run. */
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

/** @throws HttpError 404 if the checkpoint from which the run starts does not exist. */
async function checkStart(tx: Repositories, threadId: string, body: RunCreate): Promise<void> {
  const from = startingCheckpoint(body);
  if (from && !(await tx.checkpoints.get(threadId, from.ns, from.id))) {
    throw new HttpError(404, `Checkpoint ${from.id} not found in thread ${threadId}`);
  }
}

/** @throws HttpError 422 if the deployment's configuration or the control plane forbids webhooks to this URL. */
async function refuseWebhookOf({ webhook }: Pick<RunCreate, 'webhook'>, rules: WebhookRules): Promise<void> {
  if (webhook === undefined || webhook === null) return;
  if (rules.policy === undefined && rules.networks === undefined) return;
  const { checkWebhook } = await import('./webhook-policy.ts');
  const { refused } = await checkWebhook(webhook, rules);
  if (refused !== undefined) throw invalidField(['body', 'webhook'], `The URL ${refused}`);
}

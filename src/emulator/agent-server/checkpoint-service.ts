import * as z from 'zod';
import { PROTO_KEY_MESSAGE, findProtoKey } from '../../contract/json-safety.ts';
import type { CheckpointPage, Repositories, Store, StoredCheckpoint } from '../ports/store.ts';
import type { AgentLanguage, RunJob } from '../ports/worker.ts';
import { type AnswerStoreCall, ItemOperation, type StoreCall } from '../ports/store-calls.ts';
import { applyItemOperations } from './items.ts';
import { findFilterProblem } from './matching.ts';
import { checkThreadLanguage, OtherLanguageError } from './thread-language.ts';

/** Error for a write of a run that has ended, was rolled back, or is now executed by another worker. */
class StaleRunError extends Error {
  override readonly name = 'StaleRunError';
}

/** Error for a write to another run's thread. */
class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError';
}

/**
 * Executes the store calls that a deployment's workers send. A worker can read only the threads of its deployment, and
 * only checkpoints of its own language. Only the run that currently holds a thread may write to the thread. The
 * transaction of each write checks the run's fence (the number of the run's current attempt), so an outdated attempt
 * cannot write (docs/api/threads-and-runs.md#rollback). Writes of items need no fence, because all graphs of the
 * deployment share the items.
 */
export function createCheckpointService(
  store: Store,
  deploymentId: string,
  language: AgentLanguage,
): AnswerStoreCall {
  const scope = { store, deploymentId, language, checked: new WeakSet<RunJob>() };
  return async (call, jobOf) => {
    try {
      switch (call.op) {
        case 'get':
          return { ok: true, found: await get(scope, call) };
        case 'list':
          return { ok: true, ...(await list(scope, call)) };
        case 'put': {
          const { row, runId } = call;
          await write(scope, jobOf(runId), runId, [row.threadId], (tx) =>
            tx.checkpoints.put({ ...row, runId, language }),
          );
          return { ok: true, found: [] };
        }
        case 'put-writes': {
          const rows = call.rows.map((row) => ({ ...row, runId: call.runId }));
          const threads = rows.map((row) => row.threadId);
          await write(scope, jobOf(call.runId), call.runId, threads, (tx) => tx.checkpoints.putWrites(rows));
          return { ok: true, found: [] };
        }
        case 'items': {
          const operations = z.array(ItemOperation).parse(call.operations);
          const protoKey = findProtoKey(call.operations, operations);
          if (protoKey) {
            const message = `${protoKey.join('.')}: ${PROTO_KEY_MESSAGE}`;
            return { ok: false, error: 'InvalidItemError', message };
          }
          for (const operation of operations) {
            const message = operation.op === 'search' && findFilterProblem(operation.filter ?? {});
            if (typeof message === 'string') return { ok: false, error: 'InvalidItemError', message };
          }
          const answers = await store.transaction((tx) => applyItemOperations(tx, deploymentId, operations));
          return { ok: true, answers };
        }
      }
    } catch (failure) {
      if (failure instanceof z.ZodError) {
        return { ok: false, error: 'InvalidItemError', message: z.prettifyError(failure) };
      }
      const error = failure instanceof Error ? failure : new Error('the store did not respond');
      return { ok: false, error: error.name, message: error.message };
    }
  };
}

interface Scope {
  store: Store;
  deploymentId: string;
  /** Language of the worker's graphs. */
  language: AgentLanguage;
  /**
   * Runs whose thread is known to have the worker's language. While such a run holds the thread, no other run writes to
   * the thread, so the language cannot change.
   */
  checked: WeakSet<RunJob>;
}

async function get(
  { store, deploymentId, language }: Scope,
  call: StoreCall & { op: 'get' },
): Promise<StoredCheckpoint[]> {
  if (!(await store.threads.exists(deploymentId, call.threadId))) return [];
  const checkpoint = await store.checkpoints.get(call.threadId, call.ns, call.checkpointId);
  if (!checkpoint) return [];
  if (checkpoint.language !== language) {
    throw new OtherLanguageError(call.threadId, checkpoint.language, language);
  }
  return [{ checkpoint, writes: await store.checkpoints.writes(call.threadId, call.ns, checkpoint.id) }];
}

async function list(
  { store, deploymentId, language }: Scope,
  { threadId, query }: StoreCall & { op: 'list' },
): Promise<CheckpointPage> {
  if (!(await store.threads.exists(deploymentId, threadId))) return { found: [], next: undefined };
  await checkThreadLanguage(store, threadId, language);
  return store.checkpoints.page(threadId, query);
}

async function write(
  { store, deploymentId, language, checked }: Scope,
  job: RunJob | undefined,
  runId: string,
  threads: string[],
  work: (tx: Repositories) => Promise<void>,
): Promise<void> {
  if (job === undefined) throw stale(runId);
  if (threads.some((threadId) => threadId !== job.threadId)) {
    throw new NotAllowedError(
      `run ${runId} belongs to thread ${job.threadId} and must not write to another thread`,
    );
  }
  await store.transaction(async (tx) => {
    const run = await tx.runs.head(deploymentId, job.threadId, runId);
    if (run?.status !== 'running' || run.fence !== job.fence) throw stale(runId);
    if (!checked.has(job)) await checkThreadLanguage(tx, job.threadId, language);
    await work(tx);
  });
  checked.add(job);
}

function stale(runId: string): StaleRunError {
  return new StaleRunError(`run ${runId} is no longer current, so its writes are rejected`);
}

import * as z from 'zod';
import { PROTO_KEY_MESSAGE, findProtoKey } from '../../contract/json-safety.ts';
import type { CheckpointPage, Repositories, Store, StoredCheckpoint } from '../ports/store.ts';
import type { RunJob } from '../ports/worker.ts';
import { type AnswerStoreCall, ItemOperation, type StoreCall } from '../ports/store-calls.ts';
import { applyItemOperations } from './items.ts';

/** The run that writes has ended, was rolled back, or was given to another worker. */
export class StaleRunError extends Error {
  override readonly name = 'StaleRunError';
}

/** The run writes to a thread that is not its own. */
class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError';
}

/**
 * Answers the store calls of one deployment's workers. A read sees only the threads of the deployment. A write must come
 * from the run that holds the thread at this moment (its fence), which is checked in the same transaction, so that nothing
 * late is stored (docs/api.md#rollback). Items have no fence: all graphs of the deployment share them.
 */
export function createCheckpointService(store: Store, deploymentId: string): AnswerStoreCall {
  return async (call, jobOf) => {
    try {
      switch (call.op) {
        case 'get':
          return { ok: true, found: await get(store, deploymentId, call) };
        case 'list':
          return { ok: true, ...(await list(store, deploymentId, call)) };
        case 'put': {
          const { row, runId } = call;
          await write(store, deploymentId, jobOf(runId), runId, [row.threadId], (tx) =>
            tx.checkpoints.put({ ...row, runId }),
          );
          return { ok: true, found: [] };
        }
        case 'put-writes': {
          const rows = call.rows.map((row) => ({ ...row, runId: call.runId }));
          const threads = rows.map((row) => row.threadId);
          await write(store, deploymentId, jobOf(call.runId), call.runId, threads, (tx) =>
            tx.checkpoints.putWrites(rows),
          );
          return { ok: true, found: [] };
        }
        case 'items': {
          const operations = z.array(ItemOperation).parse(call.operations);
          const protoKey = findProtoKey(call.operations, operations);
          if (protoKey) {
            const message = `${protoKey.join('.')}: ${PROTO_KEY_MESSAGE}`;
            return { ok: false, error: 'InvalidItemError', message };
          }
          const answers = await store.transaction((tx) => applyItemOperations(tx, deploymentId, operations));
          return { ok: true, answers };
        }
      }
    } catch (failure) {
      if (failure instanceof z.ZodError) {
        return { ok: false, error: 'InvalidItemError', message: z.prettifyError(failure) };
      }
      const error = failure instanceof Error ? failure : new Error('the store could not answer');
      return { ok: false, error: error.name, message: error.message };
    }
  };
}

async function get(
  store: Store,
  deploymentId: string,
  call: StoreCall & { op: 'get' },
): Promise<StoredCheckpoint[]> {
  if (!(await store.threads.exists(deploymentId, call.threadId))) return [];
  const checkpoint = await store.checkpoints.get(call.threadId, call.ns, call.checkpointId);
  if (!checkpoint) return [];
  return [{ checkpoint, writes: await store.checkpoints.writes(call.threadId, call.ns, checkpoint.id) }];
}

async function list(
  store: Store,
  deploymentId: string,
  { threadId, query }: StoreCall & { op: 'list' },
): Promise<CheckpointPage> {
  if (!(await store.threads.exists(deploymentId, threadId))) return { found: [], next: undefined };
  return store.checkpoints.page(threadId, query);
}

async function write(
  store: Store,
  deploymentId: string,
  job: RunJob | undefined,
  runId: string,
  threads: string[],
  work: (tx: Repositories) => Promise<void>,
): Promise<void> {
  if (job === undefined) throw stale(runId);
  if (threads.some((threadId) => threadId !== job.threadId)) {
    throw new NotAllowedError(`run ${runId} belongs to thread ${job.threadId} and may write to no other`);
  }
  await store.transaction(async (tx) => {
    const run = await tx.runs.get(deploymentId, job.threadId, runId);
    if (run?.status !== 'running' || run.fence !== job.fence) throw stale(runId);
    await work(tx);
  });
}

function stale(runId: string): StaleRunError {
  return new StaleRunError(`run ${runId} is no longer current: its writes are refused`);
}

import * as z from 'zod';
import { PROTO_KEY_MESSAGE, findProtoKey } from '../../contract/json-safety.ts';
import type { CheckpointPage, Repositories, Store, StoredCheckpoint } from '../ports/store.ts';
import type { RunJob } from '../ports/worker.ts';
import { applyItemOperations } from './items.ts';
import { ItemOperation, type StoreAnswer, type StoreCall } from '../ports/store-calls.ts';

/** What came from a run that ended, was rolled back, or was handed to another worker. */
export class StaleRunError extends Error {
  override readonly name = 'StaleRunError';
}

/** What a worker asks may not be its own. */
class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError';
}

/**
 * Answers what the checkpointers of one deployment's workers ask of the store, and what its graphs ask of their items,
 * which no fence guards: they are nobody's alone. A read sees the threads of the
 * deployment only; a write must come from the run that holds the thread at this moment (its fence), in one transaction
 * with that check, so that nothing late gets in (DESIGN §5 "run rollback"). `jobOf` gives the job a worker is running.
 * Never throws: a refusal is an answer.
 */
export function createCheckpointService(store: Store, deploymentId: string) {
  return async (call: StoreCall, jobOf: (runId: string) => RunJob | undefined): Promise<StoreAnswer> => {
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
          const lost = findProtoKey(call.operations, operations);
          if (lost)
            return {
              ok: false,
              error: 'InvalidItemError',
              message: `${lost.join('.')}: ${PROTO_KEY_MESSAGE}`,
            };
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
  return new StaleRunError(`run ${runId} is no longer current: what it still writes is not kept`);
}

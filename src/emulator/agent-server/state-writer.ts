import type { StateUpdate, StateUpdated, ThreadCreate } from '../../contract/thread.ts';
import { createKeyedLock } from '../ports/keyed-lock.ts';
import type { Repositories, ThreadRow } from '../ports/store.ts';
import type { DraftedUpdate, StateUpdate as Change } from '../ports/worker.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { findThread } from './access.ts';
import { type QueryGraph, createQueryGraph } from './ask.ts';
import { toCheckpointPlace } from './checkpoint-place.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { hasUnfinishedRuns } from './run-outcome.ts';
import { insertThread } from './thread.ts';
import { graphIdOf, checkpointNotFound, type ThreadKey } from './thread-state.ts';

/** Changing a thread's state without a run. Each change is kept as a whole or not at all, and never beside a run. */
export interface StateWriter {
  /** @throws HttpError 404, 409 while a run of the thread is unfinished, 422 when it does not fit the graph, 503. */
  update(key: ThreadKey, body: StateUpdate): Promise<StateUpdated>;
  /** Keeps a thread that begins with this history. @throws HttpError 409 when its id is taken, 422, 503. */
  createThread(thread: ThreadRow, steps: NonNullable<ThreadCreate['supersteps']>): Promise<ThreadRow>;
}

/** How often a change is drafted anew when the thread's history went on meanwhile. */
const TRIES = 3;

export function createStateWriter(
  deps: AgentServerDependencies,
  ask: QueryGraph = createQueryGraph(deps),
): StateWriter {
  const { store, clock } = deps;
  const inTurn = createKeyedLock();

  const change = (
    { deploymentId, threadId }: ThreadKey,
    draft: (graphId: string) => Promise<DraftedUpdate>,
  ): Promise<StateUpdated> =>
    inTurn(threadId, async () => {
      for (let left = TRIES; left > 0; left -= 1) {
        const thread = await findThread(store, deploymentId, threadId);
        await refuseBesideRun(store, deploymentId, threadId);
        const head = await store.checkpoints.newestId(threadId);
        const drafted = ofThread(threadId, await draft(graphFor(thread)));
        const kept = await store.transaction(async (tx) => {
          await findThread(tx, deploymentId, threadId);
          await refuseBesideRun(tx, deploymentId, threadId);
          if ((await tx.checkpoints.newestId(threadId)) !== head) return false;
          await keep(tx, threadId, drafted, clock.now());
          return true;
        });
        if (kept) return { checkpoint: drafted.checkpoint, configurable: drafted.checkpoint };
      }
      throw new HttpError(409, `Thread ${threadId} went on while its state was changed; try again`);
    });

  return {
    async update(key, body) {
      const { threadId } = key;
      const at = toCheckpointPlace(threadId, body.checkpoint, body.checkpoint_id);
      return change(key, async (graphId) => {
        if (at.id !== undefined && !(await store.checkpoints.get(threadId, at.ns, at.id))) {
          throw checkpointNotFound(threadId, at);
        }
        return ask(key.deploymentId, graphId, { kind: 'update', threadId, at, steps: [[toChange(body)]] });
      });
    },
    async createThread(thread, supersteps) {
      const { id, deploymentId } = thread;
      const query = {
        kind: 'update',
        threadId: id,
        at: { ns: '' },
        steps: supersteps.map(({ updates }) => updates.map(toChange)),
      } as const;
      const drafted = ofThread(id, await ask(deploymentId, graphFor(thread), query, ['body', 'supersteps']));
      return store.transaction(async (tx) => {
        await insertThread(tx, thread);
        await keep(tx, id, drafted, thread.updatedAt);
        return findThread(tx, deploymentId, id);
      });
    },
  };
}

const toChange = ({ values, command, as_node: asNode }: Step): Change => ({
  values,
  ...(command && { command }),
  ...(typeof asNode === 'string' && { asNode }),
});
interface Step {
  values?: unknown;
  command?: Record<string, unknown> | null | undefined;
  as_node?: string | null | undefined;
}

function graphFor(thread: ThreadRow): string {
  const graphId = graphIdOf(thread);
  if (graphId !== undefined) return graphId;
  throw invalidField(
    ['path', 'thread_id'],
    `thread ${thread.id} has no graph yet: run one on it, or make it with metadata.graph_id`,
  );
}

async function refuseBesideRun(
  tx: Pick<Repositories, 'runs'>,
  deploymentId: string,
  threadId: string,
): Promise<void> {
  if (!(await hasUnfinishedRuns(tx, deploymentId, threadId))) return;
  throw new HttpError(
    409,
    `Thread ${threadId} has an unfinished run: wait for it or cancel it, then change the state`,
  );
}

/** What a worker drafted, if it is of this thread: it runs other people's code. */
function ofThread(threadId: string, drafted: DraftedUpdate): DraftedUpdate {
  const rows = [...drafted.checkpoints, ...drafted.writes];
  if (rows.every((row) => row.threadId === threadId)) return drafted;
  throw invalidField(
    ['body'],
    'the graph wrote to another thread than the one it was asked about',
    'graph_error',
  );
}

async function keep(tx: Repositories, threadId: string, drafted: DraftedUpdate, now: number): Promise<void> {
  for (const row of drafted.checkpoints) await tx.checkpoints.put({ ...row, runId: null });
  await tx.checkpoints.putWrites(drafted.writes.map((row) => ({ ...row, runId: null })));
  const { values, interrupts, next } = drafted;
  const status = next.length > 0 ? 'interrupted' : 'idle';
  await tx.threads.update(threadId, { values, interrupts, status, stale: false, updatedAt: now });
}

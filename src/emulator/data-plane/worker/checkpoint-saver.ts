import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { BaseCheckpointSaver } from '@langchain/langgraph';
import type { CheckpointCursor, StoredCheckpoint } from '../../ports/store.ts';
import type { GraphLibrary } from './library.ts';
import type { StoreCalls } from './store-calls.ts';

type Config = Parameters<BaseCheckpointSaver['getTuple']>[0];
type Tuple = NonNullable<Awaited<ReturnType<BaseCheckpointSaver['getTuple']>>>;
type ListOptions = Parameters<BaseCheckpointSaver['list']>[1];
type PutArguments = Parameters<BaseCheckpointSaver['put']>;
type Writes = Parameters<BaseCheckpointSaver['putWrites']>[1];
type Serde = BaseCheckpointSaver['serde'];

/** Indexes of writes that are not task results, which differ from all indexes of task results. */
const SPECIAL_WRITES: ReadonlyMap<string, number> = new Map([
  ['__error__', -1],
  ['__scheduled__', -2],
  ['__interrupt__', -3],
  ['__resume__', -4],
]);

function required(config: Config, key: string): string {
  const value: unknown = config.configurable?.[key];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(
    `the graph's configuration has no ${key}, but each checkpoint belongs to a thread and a run`,
  );
}

function optionalText(config: Config | undefined, key: string): string | undefined {
  const value: unknown = config?.configurable?.[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

async function toTuple(serde: Serde, stored: StoredCheckpoint): Promise<Tuple> {
  const { checkpoint: row, writes } = stored;
  const at = (checkpoint_id: string) => ({
    configurable: { thread_id: row.threadId, checkpoint_ns: row.ns, checkpoint_id },
  });
  // The serializer of the same library wrote these bytes, so the types are known.
  const checkpoint = (await serde.loadsTyped(row.checkpointType, row.checkpoint)) as Tuple['checkpoint'];
  const kept = (await serde.loadsTyped(row.metadataType, row.metadata)) as PutArguments[2];
  // The stored metadata of a copied thread contains the ID of the original thread.
  const metadata = { ...kept, thread_id: row.threadId };
  const tuple: Tuple = {
    config: at(row.id),
    checkpoint,
    metadata,
    pendingWrites: await Promise.all(
      writes.map(
        async (write): Promise<[string, string, unknown]> => [
          write.taskId,
          write.channel,
          await serde.loadsTyped(write.valueType, write.value),
        ],
      ),
    ),
  };
  if (row.parentId !== null) tuple.parentConfig = at(row.parentId);
  return tuple;
}

/** Serializes the writes of a task to the checkpoint of `config`. */
async function toWriteRows(serde: Serde, config: Config, writes: Writes, taskId: string) {
  const checkpoint = {
    threadId: required(config, 'thread_id'),
    ns: optionalText(config, 'checkpoint_ns') ?? '',
    checkpointId: required(config, 'checkpoint_id'),
  };
  return Promise.all(
    writes.map(async ([channel, value], position) => {
      const [valueType, bytes] = await serde.dumpsTyped(value);
      const index = SPECIAL_WRITES.get(channel) ?? position;
      return { ...checkpoint, taskId, index, channel, valueType, value: bytes, taskPath: '' };
    }),
  );
}

function hasAll(metadata: Record<string, unknown>, filter: Record<string, unknown> | undefined): boolean {
  return Object.entries(filter ?? {}).every(([key, value]) => isDeepStrictEqual(metadata[key], value));
}

/** Returns the part of a metadata filter that the store can apply, because JSON can represent the part. */
function jsonOf(filter: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  const known = Object.entries(filter ?? {}).filter(([, value]) => {
    const text = JSON.stringify(value);
    return text !== undefined && isDeepStrictEqual(JSON.parse(text), value);
  });
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/**
 * Creates a stateless checkpointer for the checkout's graph library, which sends every checkpoint with its run to the
 * emulator's store. Threads therefore outlive the revision, and a run that was rolled back can no longer write.
 */
export function createCheckpointSaver(library: GraphLibrary, store: StoreCalls): BaseCheckpointSaver {
  class StoreSaver extends library.BaseCheckpointSaver {
    override async getTuple(config: Config): Promise<Tuple | undefined> {
      const checkpointId = optionalText(config, 'checkpoint_id');
      const ns = optionalText(config, 'checkpoint_ns') ?? '';
      const draft = currentDraft();
      const drafted = draft?.find(ns, checkpointId);
      if (drafted) return toTuple(this.serde, drafted);
      const {
        found: [found],
      } = await store.checkpoints({
        op: 'get',
        threadId: required(config, 'thread_id'),
        ns,
        ...(checkpointId !== undefined && { checkpointId }),
      });
      return found && (await toTuple(this.serde, draft?.withDraftedWrites(found) ?? found));
    }

    override async *list(config: Config, options?: ListOptions): AsyncGenerator<Tuple> {
      const { filter, limit } = options ?? {};
      const ns: unknown = config.configurable?.checkpoint_ns;
      const before = optionalText(options?.before, 'checkpoint_id');
      const only = optionalText(config, 'checkpoint_id');
      const metadata = jsonOf(filter);
      let left = limit ?? Number.POSITIVE_INFINITY;
      let after: CheckpointCursor | undefined;
      while (left > 0) {
        const page = await store.checkpoints({
          op: 'list',
          threadId: required(config, 'thread_id'),
          query: {
            ...(typeof ns === 'string' && { ns }),
            ...(only !== undefined && { id: only }),
            ...(before !== undefined && { before }),
            ...(after && { after }),
            ...(Number.isFinite(left) && { limit: left }),
            ...(metadata && { metadata }),
          },
        });
        for (const stored of page.found) {
          const tuple = await toTuple(this.serde, stored);
          if (!hasAll({ ...tuple.metadata }, filter)) continue;
          left -= 1;
          yield tuple;
          if (left <= 0) return;
        }
        after = page.next;
        if (!after) return;
      }
    }

    override async put(
      config: Config,
      checkpoint: PutArguments[1],
      metadata: PutArguments[2],
      // `_newVersions` is not used, because each checkpoint is stored completely.
      _newVersions: PutArguments[3],
    ): Promise<Config> {
      const draft = currentDraft();
      const runId = draft ? null : required(config, 'run_id');
      const threadId = required(config, 'thread_id');
      const ns = optionalText(config, 'checkpoint_ns') ?? '';
      // The library copies the run ID from the previous checkpoint. The copied ID is removed, because a draft belongs
      // to no run.
      const { run_id: _, ...kept }: Record<string, unknown> = { ...metadata };
      const [[checkpointType, bytes], [metadataType, metadataBytes]] = await Promise.all([
        this.serde.dumpsTyped(checkpoint),
        this.serde.dumpsTyped({ ...kept, ...(runId !== null && { run_id: runId }), thread_id: threadId }),
      ]);
      const row = {
        threadId,
        ns,
        id: checkpoint.id,
        parentId: optionalText(config, 'checkpoint_id') ?? null,
        checkpointType,
        checkpoint: bytes,
        metadataType,
        metadata: metadataBytes,
        // The JavaScript library stores the whole state in each checkpoint.
        delta: false,
      };
      draft?.checkpoints.push({ ...row, runId: null, language: 'javascript' });
      if (runId !== null) await store.checkpoints({ op: 'put', runId, row });
      return { configurable: { thread_id: threadId, checkpoint_ns: ns, checkpoint_id: checkpoint.id } };
    }

    override async putWrites(config: Config, writes: Writes, taskId: string): Promise<void> {
      const rows = await toWriteRows(this.serde, config, writes, taskId);
      const draft = currentDraft();
      if (draft) draft.writes.push(...rows.map((row) => ({ ...row, runId: null })));
      else await store.checkpoints({ op: 'put-writes', runId: required(config, 'run_id'), rows });
    }

    override deleteThread(): Promise<void> {
      return Promise.reject(
        new Error(
          'a graph cannot delete its own thread; call DELETE /threads/{thread_id} of the deployment instead',
        ),
      );
    }
  }
  return new StoreSaver();
}

type Checkpoint = StoredCheckpoint['checkpoint'];
type Write = StoredCheckpoint['writes'][number];

/**
 * Checkpoints and writes of a state update. The emulator stores the whole draft or, if the thread has changed since the
 * update began, nothing.
 */
export class Draft {
  readonly checkpoints: Checkpoint[] = [];
  readonly writes: Write[] = [];

  /**
   * Returns the drafted checkpoint with this ID, or the latest drafted checkpoint if `id` is `undefined`, with its
   * drafted writes.
   */
  find(ns: string, id: string | undefined): StoredCheckpoint | undefined {
    const checkpoint = this.checkpoints.findLast(
      (one) => one.ns === ns && (id === undefined || one.id === id),
    );
    return checkpoint && this.withDraftedWrites({ checkpoint, writes: [] });
  }

  /** Returns a stored checkpoint with the drafted writes for it. */
  withDraftedWrites({ checkpoint, writes }: StoredCheckpoint): StoredCheckpoint {
    const { ns, id } = checkpoint;
    const drafted = this.writes.filter((write) => write.ns === ns && write.checkpointId === id);
    return { checkpoint, writes: [...writes, ...drafted] };
  }
}

const drafts = new AsyncLocalStorage<Draft>();

/** Calls `work`. Checkpoints that `work` writes are added to the draft, and are not stored. */
export function withDraft<T>(draft: Draft, work: () => Promise<T>): Promise<T> {
  return drafts.run(draft, work);
}

/** Returns the draft of the current `withDraft`, if any. */
function currentDraft(): Draft | undefined {
  return drafts.getStore();
}

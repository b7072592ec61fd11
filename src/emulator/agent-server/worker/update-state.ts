import type { DraftedUpdate, StateUpdate, WorkerQuery } from '../../ports/worker.ts';
import { Draft, withDraft } from './draft.ts';
import type { LibraryGraph, RunnableGraph } from './graphs.ts';
import { toPlain, toPlainRecord } from './plain.ts';
import { interruptsOf } from './state.ts';

type Query<K extends WorkerQuery['kind']> = Extract<WorkerQuery, { kind: K }>;
type Opened = Extract<RunnableGraph, { kind: 'library' }>;

/**
 * Drafts a change of a thread's state by the graph library's own `updateState`.
 * @throws Error of the library, when the change does not fit the graph.
 */
export async function updateState(
  { graph, library }: Opened,
  query: Query<'update'>,
): Promise<DraftedUpdate> {
  const { threadId, at, steps } = query;
  const toUpdate = ({ values, command, asNode }: StateUpdate) => ({
    values: command ? new library.Command(command) : values,
    ...(asNode !== undefined && { asNode }),
  });
  const config = {
    configurable: {
      thread_id: threadId,
      checkpoint_ns: at.ns,
      ...(at.id !== undefined && { checkpoint_id: at.id }),
    },
  };
  const supersteps = steps.map((updates) => ({ updates: updates.map(toUpdate) }));
  return drafted(graph, threadId, async () => (await apply(graph, config, supersteps)).configurable);
}

function apply(
  graph: LibraryGraph,
  config: Record<string, unknown>,
  supersteps: { updates: { values?: unknown; asNode?: string }[] }[],
): ReturnType<LibraryGraph['updateState']> {
  const [only, ...more] = supersteps;
  const [update, ...others] = only?.updates ?? [];
  if (update && more.length === 0 && others.length === 0) {
    return graph.updateState(config, update.values, update.asNode);
  }
  if (graph.bulkUpdateState) return graph.bulkUpdateState(config, supersteps);
  throw new Error(
    'the graph library of this agent takes one update at a time; a newer version takes several',
  );
}

async function drafted(
  graph: LibraryGraph,
  threadId: string,
  work: () => Promise<Record<string, unknown> | undefined>,
): Promise<DraftedUpdate> {
  const draft = new Draft();
  return withDraft(draft, async () => {
    const { thread_id, checkpoint_ns, checkpoint_id, checkpoint_map } = toPlainRecord(await work());
    const snapshot = await graph.getState({ configurable: { thread_id: threadId } });
    return {
      checkpoint: {
        thread_id,
        checkpoint_ns: checkpoint_ns ?? '',
        checkpoint_id,
        checkpoint_map: checkpoint_map ?? null,
      },
      checkpoints: draft.checkpoints,
      writes: draft.writes,
      values: toPlain(snapshot.values) ?? {},
      next: [...snapshot.next],
      interrupts: interruptsOf(snapshot),
    };
  });
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { StoredCheckpoint } from '../../ports/store.ts';

type Checkpoint = StoredCheckpoint['checkpoint'];
type Write = StoredCheckpoint['writes'][number];

/** What would be written: for the emulator to keep as a whole, once it found that nothing else happened meanwhile. */
export class Draft {
  readonly checkpoints: Checkpoint[] = [];
  readonly writes: Write[] = [];

  /** The drafted checkpoint of that name, or the newest one; with the drafted writes. */
  find(ns: string, id: string | undefined): StoredCheckpoint | undefined {
    const checkpoint = this.checkpoints.findLast(
      (one) => one.ns === ns && (id === undefined || one.id === id),
    );
    return checkpoint && this.withDraftedWrites({ checkpoint, writes: [] });
  }

  /** A kept checkpoint with the drafted writes on top. */
  withDraftedWrites({ checkpoint, writes }: StoredCheckpoint): StoredCheckpoint {
    const { ns, id } = checkpoint;
    const drafted = this.writes.filter((write) => write.ns === ns && write.checkpointId === id);
    return { checkpoint, writes: [...writes, ...drafted] };
  }
}

const drafts = new AsyncLocalStorage<Draft>();

/** Does work whose checkpoints are drafted, and not written. */
export function withDraft<T>(draft: Draft, work: () => Promise<T>): Promise<T> {
  return drafts.run(draft, work);
}

/** The draft that is being made here, if one is. */
export function currentDraft(): Draft | undefined {
  return drafts.getStore();
}

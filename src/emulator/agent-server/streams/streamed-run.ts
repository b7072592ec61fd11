import type { RunRow, Store } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import type { RunKey } from '../run-executor.ts';

/** A run as far as those who read its events need it. */
export interface StreamedRun extends RunKey {
  attempt: number;
  resumable: boolean;
  /** Of which feedback URLs are told; null: of none. */
  feedbackKeys: string[] | null;
}

export function toStreamedRun({ deploymentId, threadId, id, attempt, kwargs }: RunRow): StreamedRun {
  const keys: unknown = kwargs.feedback_keys;
  return {
    deploymentId,
    threadId,
    id,
    attempt,
    resumable: kwargs.stream_resumable === true,
    feedbackKeys: Array.isArray(keys) ? keys.map(String) : null,
  };
}

/**
 * A run by its key, also one that went with the thread that was made for it alone, as long as its events are kept.
 * @throws HttpError 404.
 */
export async function findStreamedRun(store: Store, key: RunKey): Promise<StreamedRun> {
  const run = await store.runs.get(key.deploymentId, key.threadId, key.id);
  if (run) return toStreamedRun(run);
  const stream = await store.runStreams.get(key.id);
  if (stream?.threadId !== null || stream.deploymentId !== key.deploymentId) {
    throw new HttpError(404, `Run with ID ${key.id} not found`);
  }
  const { resumable, feedbackKeys } = stream;
  return { ...key, attempt: 1, resumable, feedbackKeys };
}

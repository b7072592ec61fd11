import type { CheckpointRef } from '../../contract/thread.ts';
import type { CheckpointPlace } from '../ports/worker.ts';
import { invalidField } from '../server/http-error.ts';

/**
 * The place that a client's reference means in this thread's history; without one, the newest state of the graph itself.
 * @throws HttpError 422 when it names another thread.
 */
export function toCheckpointPlace(
  threadId: string,
  ref: CheckpointRef | null | undefined,
  id?: string | null,
): CheckpointPlace {
  const named = ref?.thread_id;
  if (typeof named === 'string' && named.toLowerCase() !== threadId.toLowerCase()) {
    throw invalidField(
      ['body', 'checkpoint', 'thread_id'],
      `must be the thread of the path, ${threadId}, or be left out`,
    );
  }
  const checkpointId = ref?.checkpoint_id ?? id;
  return {
    ns: ref?.checkpoint_ns ?? '',
    ...(typeof checkpointId === 'string' && checkpointId !== '' && { id: checkpointId }),
  };
}

import { StepTimeout } from '../../runner/job/step-process.ts';
import type { Session } from '../jobs/session.ts';

export interface Guard {
  /** Whether the step still wants to run, asked when its job is cancelled under it. */
  stillWanted: () => boolean;
  /** The step around it: its end of time is this one's too. */
  outer?: AbortSignal | undefined;
  timeout?: { ms: number; message: string } | undefined;
}

/**
 * Runs a step under the job's cancellation: a step whose condition still holds then (`always()`) goes on, any other is
 * cancelled. A job that was cancelled before cancels nothing any more.
 */
export async function guarded<T>(
  session: Session,
  guard: Guard,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onCancel = () => {
    session.job.status = 'cancelled';
    if (!guard.stillWanted()) controller.abort(session.signal.reason);
  };
  const onOuter = () => {
    if (guard.outer?.reason instanceof StepTimeout) controller.abort(guard.outer.reason);
  };
  if (!session.signal.aborted) session.signal.addEventListener('abort', onCancel, { once: true });
  guard.outer?.addEventListener('abort', onOuter, { once: true });
  const timer =
    guard.timeout === undefined
      ? undefined
      : setTimeout(() => controller.abort(new StepTimeout(guard.timeout?.message)), guard.timeout.ms);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    session.signal.removeEventListener('abort', onCancel);
    guard.outer?.removeEventListener('abort', onOuter);
  }
}

/** Takes notice of a cancellation that came between two steps. */
export function noticeCancel(session: Session): void {
  if (session.signal.aborted) session.job.status = 'cancelled';
}

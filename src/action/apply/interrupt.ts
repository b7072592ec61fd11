import type { ControlPlane } from '../../clients/control-plane.ts';
import { ApiError } from '../../clients/errors.ts';
import { statusKind } from '../../contract/statuses.ts';
import { isLostAnswer } from './lost-answer.ts';

/** What became of asking for a revision to be given up, in words for the outcome's message. */
export interface InterruptResult {
  done: boolean;
  message: string;
}

/**
 * Gives a revision up. Sent once: when the answer is lost or refuses, the revision itself tells what became of it. Never
 * throws but for the signal: whatever ends here ended before.
 */
export async function interruptRevision(
  controlPlane: ControlPlane,
  deploymentId: string,
  revisionId: string,
  signal: AbortSignal,
): Promise<InterruptResult> {
  try {
    await controlPlane.interruptRevision(deploymentId, revisionId, signal);
    return { done: true, message: `Revision ${revisionId} is interrupted.` };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError)) throw error;
    const status = await statusOf(controlPlane, deploymentId, revisionId, signal);
    if (status !== undefined && statusKind(status) === 'interrupted') {
      return { done: true, message: `Revision ${revisionId} is interrupted.` };
    }
    const now = status === undefined ? '' : ` It is ${status} now.`;
    const what = isLostAnswer(error) ? 'whether that arrived is not known' : 'that was refused';
    return {
      done: false,
      message: `Interrupting revision ${revisionId} was tried, and ${what}: ${error.message}${now}`,
    };
  }
}

async function statusOf(
  controlPlane: ControlPlane,
  deploymentId: string,
  revisionId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return (await controlPlane.getRevision(deploymentId, revisionId, signal)).status;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

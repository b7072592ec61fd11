import type { ControlPlane } from '../clients/control-plane.ts';
import { realClock } from '../clients/clock.ts';
import { statusKind } from '../contract/statuses.ts';
import type { CommonSettings } from './inputs/settings.ts';
import { cancelledOutcome } from './outcome/cancelled.ts';
import { outcome, type Outcome } from './outcome/outcome.ts';
import { recordRevision, type RunRecord } from './run-record.ts';
import { errorMessage } from './error-message.ts';

/** Of the seconds that the runner leaves a cancelled step. Real milliseconds. */
const LIMIT_MS = 2500;

/**
 * How a cancelled run ends: with `on-cancel: interrupt` our revision is given up when it is on its way, within the few
 * seconds there are; one of somebody else never is, nor one that brings back what worked. Never throws.
 */
export async function interruptOnCancel(
  controlPlane: ControlPlane | undefined,
  settings: Pick<CommonSettings, 'onCancel'>,
  record: RunRecord,
  limitMs = LIMIT_MS,
): Promise<Outcome> {
  const end = cancelledOutcome(record);
  const { deployment, revision, ownRevisionId } = record;
  if (controlPlane === undefined || settings.onCancel !== 'interrupt' || record.stage !== 'waiting')
    return end;
  if (deployment === undefined || revision === undefined) return end;
  if (ownRevisionId !== revision.id) {
    const back = record.rollback?.revisionId === revision.id && record.rollback.after !== undefined;
    return and(end, `It is not interrupted: it ${back ? 'brings back what worked' : 'is not of this run'}.`);
  }
  if (statusKind(revision.status) !== 'progress') return end;
  const { done, message } = await withinLimit(limitMs, (signal) =>
    tryToInterrupt(controlPlane, deployment.id, revision.id, signal),
  );
  if (!done) return and(end, message);
  recordRevision(record, { ...revision, status: 'INTERRUPTED' });
  return outcome('cancelled', 'revision-interrupted', `The run was cancelled. ${message}`);
}

async function tryToInterrupt(
  controlPlane: ControlPlane,
  deploymentId: string,
  revisionId: string,
  signal: AbortSignal,
) {
  const { interruptRevision } = await import('./apply/interrupt.ts');
  return interruptRevision(controlPlane, deploymentId, revisionId, signal);
}

async function withinLimit<T extends { done: boolean; message: string }>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
) {
  const settled = new AbortController();
  const late = {
    done: false,
    message: `Interrupting it was tried, and was not answered within ${limitMs / 1000} s.`,
  };
  const over = realClock.sleep(limitMs, settled.signal).then(() => late);
  const stop = new AbortController();
  try {
    return await Promise.race([work(stop.signal), over]);
  } catch (error) {
    return {
      done: false,
      message: `Interrupting it was tried, and failed: ${errorMessage(error)}`,
    };
  } finally {
    stop.abort(new Error('the time is up'));
    settled.abort();
    over.catch(() => {});
  }
}

function and(end: Outcome, message: string): Outcome {
  return outcome('cancelled', 'signal', `${end.message} ${message}`);
}

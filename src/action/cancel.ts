import { realClock, rejectOnAbort } from '../clients/clock.ts';
import type { ControlPlane } from '../clients/control-plane.ts';
import { statusKind } from '../contract/statuses.ts';
import type { InterruptResult } from './deploy/write.ts';
import type { CommonSettings } from './inputs/settings.ts';
import { outcome, type Outcome } from './outcome.ts';
import { recordRevision, type RunRecord } from './run-record.ts';
import { errorMessage } from '../os/errors.ts';

/**
 * Time limit for the interruption of a revision after a cancellation, in milliseconds of wall-clock time. The limit is
 * shorter than the grace period that the runner grants a cancelled step.
 */
const LIMIT_MS = 2500;

/**
 * Interrupts our revision if the run is cancelled while the revision is in progress and the input is
 * `on-cancel: interrupt`. Never interrupts another client's revision or a rollback, does not wait longer than
 * `limitMs`, and never throws.
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
  // A rebuild deletes its deployment with the revision.
  if (record.throwAway !== undefined) return end;
  if (deployment === undefined || revision === undefined) return end;
  if (ownRevisionId !== revision.id) {
    const back = record.rollback?.revisionId === revision.id && record.rollback.after !== undefined;
    return and(
      end,
      `The revision was not interrupted, because it ${back ? 'is a rollback' : 'was not created by this run'}.`,
    );
  }
  if (statusKind(revision.status) !== 'progress') return end;
  const { done, message } = await tryToInterrupt(controlPlane, deployment.id, revision.id, limitMs);
  if (!done) return and(end, message);
  recordRevision(record, { ...revision, status: 'INTERRUPTED' });
  return outcome('cancelled', 'revision-interrupted', `The run was cancelled. ${message}`);
}

async function tryToInterrupt(
  controlPlane: ControlPlane,
  deploymentId: string,
  revisionId: string,
  limitMs: number,
): Promise<InterruptResult> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    const { interruptRevision } = await import('./deploy/write.ts');
    return await rejectOnAbort(limit, () =>
      interruptRevision({ controlPlane, clock: realClock, signal: limit }, deploymentId, revisionId),
    );
  } catch (error) {
    const why = limit.aborted
      ? `the service did not respond within ${limitMs / 1000} s.`
      : `failed: ${errorMessage(error)}`;
    return { done: false, message: `The action tried to interrupt the revision, but ${why}` };
  }
}

function and(end: Outcome, message: string): Outcome {
  return outcome('cancelled', 'signal', `${end.message} ${message}`);
}

/**
 * Returns the outcome of a cancelled run, whose message describes what remains of the run and how to resume the run.
 */
function cancelledOutcome(record: RunRecord): Outcome {
  return outcome('cancelled', 'signal', `The run was cancelled. ${describeRemaining(record)}`);
}

/** Describes in one or two sentences what remains on the service if a run stops at its current stage. */
export function describeRemaining(record: RunRecord): string {
  const { stage, deployment, revision, created, isAgentCalled } = record;
  const name = deployment?.name ?? 'the deployment';
  switch (stage) {
    case 'reading':
      return isAgentCalled ? 'No deployment was changed.' : 'Nothing was sent.';
    case 'reported':
      return 'Nothing was sent.';
    case 'uploading':
      return created
        ? `${name} was created, but its source was still being uploaded. Run the workflow again: it uploads the source from the start and does not create a second deployment.`
        : `The source of ${name} was still being uploaded, so no revision was requested and the active revision keeps serving. Run the workflow again.`;
    case 'writing':
      return `A change of ${name} was being sent, and it is unknown whether the service received it. Check the deployment, or run the workflow again: it waits for the change if the service received it.`;
    case 'waiting': {
      const what = revision === undefined ? `The change of ${name}` : `Revision ${revision.id} of ${name}`;
      return `${what} was ${revision?.status ?? 'accepted'} and continues without this run. Run the workflow again to resume: it waits for a revision of this commit that is in progress instead of building another.`;
    }
  }
}

/**
 * Appends to a failed run's message a description of what remains on the service, because a revision continues after
 * the run ends.
 */
export function withRemainingRevision(end: Outcome, record: RunRecord): Outcome {
  const { stage, created, source, deployment } = record;
  const broke = end.reason === 'internal-error' && stage === 'writing';
  if (stage === 'waiting' || stage === 'uploading' || broke) {
    return { ...end, message: `${end.message} ${describeRemaining(record)}` };
  }
  if (stage !== 'writing' || !created || source?.path === undefined) return end;
  const next = `${deployment?.name ?? 'The deployment'} was created but has no source yet. Run the workflow again: it continues with this deployment.`;
  return { ...end, message: `${end.message} ${next}` };
}

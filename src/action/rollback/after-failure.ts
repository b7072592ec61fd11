import { ApiError } from '../../clients/errors.ts';
import { readCurrent } from '../apply/read.ts';
import type { VerbContext } from '../deploy/tools.ts';
import type { CommonSettings } from '../inputs/settings.ts';
import { outcome, type Outcome, ActionError } from '../outcome/outcome.ts';
import type { RunRecord } from '../run-record.ts';
import { runRollback, planRollback, showRollbackPlan } from './bring-back.ts';
import { type RollbackDecision, decideRollback } from './due.ts';
import { readRevision } from './history.ts';

type Failure = Extract<Outcome, { kind: 'failed' }>;

/**
 * Brings back the revision that was active before the run, when ours failed and is what answers now (DESIGN §5): at most
 * once, never over a newer revision of somebody else, and not when the earlier one serves on anyway. Whoever finds out
 * that our revision is bad, a later check of the live agent as well, hands its failure in and gives the outcome back.
 */
export async function rollBackAfterFailure(
  context: VerbContext<CommonSettings>,
  failure: Failure,
): Promise<Outcome> {
  const { record, controlPlane, signal, log } = context;
  const { deployment, revision, previousRevisionId } = record;
  const kept = { revision, timeline: record.timeline, prediction: record.prediction };
  try {
    if (deployment === undefined) return failure;
    const current = await readCurrent(
      controlPlane,
      await controlPlane.getDeployment(deployment.id, signal),
      signal,
    );
    const found = decideRollback({
      ourId: revision?.id,
      targetId: previousRevisionId,
      activeId: current.activeRevisionId,
      latestId: current.latestRevisionId,
      begun: record.rollback !== undefined,
    });
    if (found.kind !== 'due') return tell(failure, found);
    log.line(`Our revision ${found.ourId} is active and bad: bringing back ${found.targetId}.`);
    const target =
      current.revisions.find(({ id }) => id === found.targetId) ??
      (await readRevision(controlPlane, current, found.targetId, signal));
    const way = await planRollback(context, current, target);
    const { plan } = record;
    await showRollbackPlan(context, way);
    record.plan = plan;
    const end = await runRollback(context, way, { after: failure.reason, keep: true });
    restore(record, kept);
    return end.kind === 'deployed' ? rolledBack(failure, record) : rollbackFailed(failure, end.message);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError) && !(error instanceof ActionError)) throw error;
    restore(record, kept);
    return rollbackFailed(failure, error.message);
  }
}

/** Outputs and summary tell of our revision; the one that was brought back has outputs of its own. */
function restore(record: RunRecord, kept: Pick<RunRecord, 'revision' | 'timeline' | 'prediction'>): void {
  Object.assign(record, kept);
}

function rolledBack(failure: Failure, { rollback }: RunRecord): Outcome {
  return outcome(
    'rolled-back',
    'after-failure',
    `${failure.message} Rolled back: the commit or image of revision ${rollback?.targetId ?? ''} is deployed again, as revision ${rollback?.revisionId ?? ''}, which is active.`,
  );
}

function rollbackFailed(failure: Failure, why: string): Outcome {
  return outcome(
    'failed',
    'rollback-failed',
    `${failure.message} Bringing back what was active before failed as well: ${why}`,
  );
}

function tell(failure: Failure, found: Exclude<RollbackDecision, { kind: 'due' }>): Outcome {
  return outcome('failed', failure.reason, `${failure.message} ${found.message}`);
}

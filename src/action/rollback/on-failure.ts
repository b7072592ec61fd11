import { ApiError } from '../../clients/errors.ts';
import { fixedPauses, poll } from '../../clients/poll.ts';
import { readCurrent } from '../deploy/read.ts';
import type { CommonSettings } from '../inputs/settings.ts';
import { ActionError, outcome, type Outcome, type OutcomeOf } from '../outcome.ts';
import type { RunRecord } from '../run-record.ts';
import type { VerbContext } from '../verb-context.ts';
import { decideRollback, type RollbackDecision } from './plan-rollback.ts';
import { planRollback, readRevision, runRollback, logRollbackPlan } from './rollback.ts';

/**
 * Pauses between the probes of the agent, because a gateway can fail for a while after the switch to another revision.
 */
const HEALTH_PROBES = fixedPauses(2000, 5000, 10_000, 20_000, 30_000);

/** Reason codes of failures that do not show whether the revision works. */
const SAYS_NOTHING: readonly string[] = [
  'deployment-gone',
  'verification-impossible',
  'gate-inconclusive',
  'seed-failed',
];

/**
 * Result of probing the agent, where `unknown` means that no response arrived, which might be caused by this runner's
 * network.
 */
type Health = 'well' | 'ill' | 'unknown';

/**
 * Implements `rollback-on-failure` after a deployment that waited for its revision. Rolls back a revision that failed,
 * or a deployed revision whose agent reports that it is unhealthy. Does not change an outcome that needs no rollback,
 * such as a timeout, after which our revision might still become active.
 */
export async function rollBackOnFailure(
  context: VerbContext<CommonSettings>,
  end: Outcome,
): Promise<Outcome> {
  switch (end.kind) {
    case 'failed':
      return context.record.stage === 'waiting' && !SAYS_NOTHING.includes(end.reason)
        ? rollBackAfterFailure(context, end)
        : end;
    case 'deployed':
      return end.reason === 'configuration-updated' ? end : checkHealth(context, end);
    default:
      return end;
  }
}

async function checkHealth(context: VerbContext<CommonSettings>, end: Outcome): Promise<Outcome> {
  const { record, log } = context;
  const url = record.deployment?.url;
  if (url === undefined) return end;
  const health = await ask(context, url);
  if (health === 'unknown') {
    log.line(
      'The live agent did not respond to this runner, so its health is unknown and does not affect the result.',
    );
  }
  if (health !== 'ill') return end;
  const failure = outcome(
    'failed',
    'unhealthy',
    `Revision ${record.revision?.id ?? ''} of ${record.deployment?.name ?? 'the deployment'} is deployed and active, but the live agent responds to every health check with an error.`,
  );
  return rollBackAfterFailure(context, failure);
}

/** Probes the agent. The agent counts as unhealthy only if every probe reports that the agent is unhealthy. */
async function ask(context: VerbContext<CommonSettings>, base: string): Promise<Health> {
  const url = `${base.replace(/(?<!\/)\/+$/, '')}/ok`;
  const health = await poll(context, HEALTH_PROBES, async (): Promise<Health | undefined> => {
    const status = await context.probeStatus(url, context.signal);
    if (status === undefined) return 'unknown';
    if (status < 500) return 'well';
    context.log.line(`The live agent responded to a health check with status ${status}.`);
    return undefined;
  });
  return health ?? 'ill';
}

type Failure = OutcomeOf<'failed'>;

/**
 * Rolls back to the revision that was active before the run, if our revision failed although it is active. Rolls back
 * at most once, never over a newer revision of another client, and not if the earlier revision is still active. Every
 * check that can show that our revision does not work calls this function.
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
    const current = await readCurrent(context, await controlPlane.getDeployment(deployment.id, signal));
    const found = decideRollback({
      ourId: revision?.id,
      targetId: previousRevisionId,
      activeId: current.activeRevisionId,
      latestId: current.latestRevisionId,
      begun: record.rollback !== undefined,
    });
    if (found.kind !== 'due') return failureOutcome(failure, found);
    log.line(`This run's revision ${found.ourId} is active but failed; rolling back to ${found.targetId}.`);
    const target =
      current.revisions.find(({ id }) => id === found.targetId) ??
      (await readRevision(context, current, found.targetId));
    const way = await planRollback(context, current, target);
    const { plan } = record;
    await logRollbackPlan(context, way);
    record.plan = plan;
    const end = await runRollback(context, way, { after: failure.reason, keep: true });
    restore(record, kept);
    return end.kind === 'deployed' ? rolledBack(failure, record) : rollbackFailed(failure, end.message);
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof ActionError)) throw error;
    restore(record, kept);
    return rollbackFailed(failure, error.message);
  }
}

/**
 * Restores our revision in the record for the outputs and the summary, because separate outputs describe the revision
 * of the rollback.
 */
function restore(record: RunRecord, kept: Pick<RunRecord, 'revision' | 'timeline' | 'prediction'>): void {
  Object.assign(record, kept);
}

function rolledBack(failure: Failure, { rollback }: RunRecord): Outcome {
  return outcome(
    'rolled-back',
    'after-failure',
    `${failure.message} Rolled back: the commit or image of revision ${rollback?.targetId ?? ''} was deployed again as revision ${rollback?.revisionId ?? ''}, which is active.`,
  );
}

function rollbackFailed(failure: Failure, why: string): Outcome {
  return outcome('failed', 'rollback-failed', `${failure.message} The rollback failed as well: ${why}`);
}

function failureOutcome(failure: Failure, found: Exclude<RollbackDecision, { kind: 'due' }>): Outcome {
  return outcome('failed', failure.reason, `${failure.message} ${found.message}`);
}

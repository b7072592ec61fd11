import type { CauseKind } from '../deploy/failure-cause.ts';
import { outcome, type Outcome, type ReasonOf } from '../outcome.ts';
import type { RunRecord } from '../run-record.ts';

/** Names of the part that broke, by the kind of the cause that the log shows. */
const PARTS: Readonly<Record<CauseKind, string>> = {
  credentials: 'the credentials of a package index, a registry or a git server',
  package: 'a package',
  image: 'an image',
  memory: 'the memory limit',
  disk: 'the disk of the build',
  module: 'an import in the code',
  variable: 'an environment variable',
  network: 'the network of the build',
};

/** Reasons of failures that the service causes. */
const OF_SERVICE: ReadonlySet<string> = new Set<ReasonOf<'failed'>>([
  'create-failed',
  'no-revision',
  'settings-ignored',
  'contradictory-answers',
  'lost-answer',
  'deployment-gone',
  'ambiguous-name',
  'name-taken',
  'upload-failed',
  'rate-limited',
  'service-error',
  'unreachable',
]);

/** Sentence about a throw-away deployment that the run could not delete. */
export const LATER = 'The next rebuild or a sweep deletes it after its time has passed.';

/** Facts about a rebuild that has ended. */
export interface Rebuild {
  /** Name of the deployment that is built again. */
  production: string;
  /** ID of its deployed revision. */
  revisionId: string;
  commit: string;
  /** Part of the build or the start that failed, if the log shows it. */
  brokenPart: CauseKind | undefined;
  /** Last status of the revision of the throw-away deployment. */
  status: string | undefined;
  /** List of production's variables that the throw-away deployment lacked. */
  missing: string | undefined;
  /** Name of the throw-away deployment if the service may create it later, because the response to the create was lost. */
  mayAppear: string | undefined;
  /** Why the throw-away deployment could not be deleted. */
  failures: readonly string[];
}

/**
 * Converts the outcome of the throw-away deployment to the outcome of the rebuild, whose message states what broke and
 * that production is unchanged.
 */
export function concludeRebuild(end: Outcome, rebuild: Rebuild): Outcome {
  return withRemoval(evaluate(end, rebuild), rebuild);
}

function evaluate(end: Outcome, rebuild: Rebuild): Outcome {
  const { production, revisionId, commit, status = 'unknown' } = rebuild;
  const short = commit.slice(0, 7);
  const unchanged = `The rebuild changed nothing in ${production}: revision ${revisionId} is still deployed.`;
  switch (end.kind) {
    // A run that found its deployment after a lost response can end as `unchanged`.
    case 'unchanged':
    case 'deployed': {
      const doubt =
        end.reason === 'commit-unknown'
          ? ' The service does not report the commit of the new build, but the branch or tag points to this commit before and after the build.'
          : '';
      return outcome(
        'verified',
        'rebuilt',
        `${production} can be built again: a throw-away deployment was built from commit ${short} and started.${doubt}`,
      );
    }
    case 'timed-out':
      return outcome(
        'timed-out',
        end.reason,
        `${production} was not built again in time: the revision of the throw-away deployment was still ${status} when wait-timeout expired. Raise wait-timeout if builds always take this long. ${unchanged}`,
      );
    case 'superseded':
      return outcome(
        'failed',
        end.reason === 'commit-mismatch' ? 'rebuild-impossible' : 'contradictory-answers',
        `${production} was not built again from commit ${short}. ${end.message} ${unchanged}`,
      );
    case 'failed': {
      // The checkout was refused before anything was sent, so nothing broke.
      if (end.reason === 'deployed-commit-missing') return end;
      const { missing, mayAppear } = rebuild;
      const part = partOf(end.reason, rebuild.brokenPart);
      const broke = part === undefined ? '' : ` What broke: ${part}.`;
      return outcome(
        'failed',
        end.reason,
        `${production} ${failureText(end.reason)} commit ${short}.${broke} ${mayAppear === undefined ? end.message : lostText(mayAppear)}${isStartFailure(end.reason) ? lackText(missing) : ''} ${unchanged}`,
      );
    }
    default:
      return outcome(
        'failed',
        'contradictory-answers',
        `${production} was not built again from commit ${short}. ${end.message} ${unchanged}`,
      );
  }
}

function lostText(name: string): string {
  return `The response to creating the throw-away deployment was lost, so ${name} may still appear. ${LATER}`;
}

function lackText(missing: string | undefined): string {
  if (missing === undefined) return '';
  return ` The throw-away deployment lacked variables of production, which the start may need: ${missing}. Set them in secrets.`;
}

function failureText(reason: string): string {
  if (reason === 'build-failed') return 'no longer builds from';
  if (isStartFailure(reason)) return 'no longer starts after a new build of';
  if (/^(?:verification|gate)-/.test(reason)) return 'does not pass its checks after a new build of';
  return 'could not be built again from';
}

function isStartFailure(reason: string): boolean {
  return reason === 'deploy-failed' || reason === 'unhealthy';
}

function partOf(reason: string, cause: CauseKind | undefined): string | undefined {
  if (cause !== undefined) return PARTS[cause];
  return OF_SERVICE.has(reason) ? 'the service' : undefined;
}

/** Adds the failures of the deletion to the outcome. A successful rebuild with a remaining deployment is a failure. */
function withRemoval(end: Outcome, { failures }: Rebuild): Outcome {
  if (failures.length === 0) return end;
  const left = `The throw-away deployment could not be deleted: ${failures.join('; ').replace(/\.$/, '')}. ${LATER} Delete it by hand to save its cost.`;
  if (end.kind === 'verified') return outcome('failed', 'rebuild-left', `${end.message} ${left}`);
  return { ...end, message: `${end.message} ${left}` };
}

/** Returns the outcome of a cancelled rebuild, and shows production in the outputs. */
export function cancelledRebuild(record: RunRecord, throwAway: NonNullable<RunRecord['throwAway']>): Outcome {
  const { name, isDeleted } = throwAway;
  showProduction(record, throwAway);
  const rest = isDeleted
    ? `The throw-away deployment ${name} was deleted.`
    : `The throw-away deployment ${name} may remain: the post step, the next rebuild or a sweep deletes it.`;
  return outcome('cancelled', 'signal', `The run was cancelled. ${rest} Nothing was changed in production.`);
}

/** Replaces the throw-away deployment in the outputs and the summary by the deployment that is built again. */
export function showProduction(record: RunRecord, { production }: NonNullable<RunRecord['throwAway']>): void {
  record.deployment = production.deployment;
  record.previousRevisionId = production.revisionId;
  record.earlier = production.earlier;
  record.created = false;
  record.changed = false;
  record.plan = undefined;
  record.planId = undefined;
}

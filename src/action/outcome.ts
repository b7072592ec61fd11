import { ApiError } from '../clients/errors.ts';

/** All outcomes of a run with their reason codes, and a sentence that explains each code. */
export const REASONS = {
  deployed: {
    'rolled-out': "This run's revision is deployed and active.",
    'already-building': 'A revision with this commit was already in progress; it is deployed and active.',
    'commit-unknown':
      "This run's revision is deployed and active, but the service does not report the commit it was built from.",
    'configuration-updated': 'Only settings changed, and they need no new revision.',
    'rolled-back-to': 'An earlier revision was deployed again, as requested, and is active.',
  },
  verified: {
    'all-passed': 'The live agent passed every check.',
    'gate-passed': 'The gate found no reason to stop the change.',
    rebuilt: 'The deployed commit was built again on a throw-away deployment, which was deleted.',
  },
  provided: {
    'sandbox-ready': 'The sandbox was created and is ready.',
    'command-passed':
      'The command exited with code 0 in a box that reaches the network only through the credential proxy.',
    'proxy-started': 'The credential proxy runs on this runner for the following steps.',
    'emulator-started': 'The emulator runs on this runner for the following steps.',
  },
  unchanged: {
    'already-active': 'The active revision already has this commit or image, and no setting differs.',
    'paths-untouched': 'No changed file matches `paths`.',
    'not-locked': 'The deployment has no lock to remove.',
    'nothing-to-sweep': 'There are no previews to delete.',
    'idle-announced': 'Comments announce the deletion of inactive previews; nothing was deleted yet.',
    'no-sandbox-left': 'There are no sandboxes of earlier runs to delete.',
  },
  observed: {
    serving: 'The latest revision is deployed and active.',
    'on-its-way': 'A revision newer than the active revision is in progress.',
    'latest-failed': 'The latest revision failed; an earlier revision, if any, keeps serving.',
    'nothing-serves': 'No revision has been deployed yet.',
    'lock-set': 'The deployment is locked, as requested.',
    'lock-removed': 'The lock of the deployment was removed, as requested.',
  },
  'torn-down': {
    deleted: 'The preview and its tracing project were deleted.',
    'already-gone': 'The preview no longer existed.',
    'closed-meanwhile':
      'The pull request was closed while its preview was being deployed, so the preview was deleted.',
    swept: 'Leftover previews were deleted.',
    'sandboxes-swept': 'Sandboxes left by earlier runs were deleted.',
  },
  'rolled-back': {
    'after-failure': 'The change failed, and the previous revision was deployed again.',
  },
  planned: {
    'dry-run': 'Nothing was sent; the log shows what a run without `dry-run` would send.',
  },
  submitted: {
    'not-waited': 'The service accepted the change; `wait: false` skips the wait.',
    'sandbox-requested': 'The sandbox was requested; `wait-for-ready: false` skips the wait.',
  },
  superseded: {
    'newer-revision': "Another revision superseded this run's revision during the rollout or right after it.",
    'skipped-by-service': "The service skipped this run's revision because a newer revision exists.",
    'commit-mismatch':
      "The branch pointed to another commit when the service fetched it, so this run's revision was built from that commit.",
    'image-mismatch':
      'Another client changed the image or source at the same time, and that change took effect.',
    'settings-mismatch':
      "Another client changed settings at the same time, and this run's revision has those settings.",
  },
  skipped: {
    'ref-deleted': 'The push deleted its branch or tag, so there is nothing to deploy.',
    fork: 'The head of the pull request is in a fork or in an unknown repository, and forks get no secrets.',
    'approval-missing': 'Nobody with write permission approved this commit of the fork.',
    'approval-outdated': 'The approval is for another commit of the fork than the head of the pull request.',
    'label-missing': 'The pull request has none of the labels in `preview-labels`.',
    'pull-request-closed': 'The pull request is closed, so it gets no preview.',
    'no-command': 'The event contains no command that may run.',
    'command-refused': 'The command in the comment may not run.',
    dependabot: 'Dependabot started the run, which gets no secrets.',
  },
  'timed-out': {
    deadline: 'The revision was still in progress when wait-timeout expired.',
    'still-deleting': 'The preview was still being deleted when wait-timeout expired.',
    'not-active':
      'The revision is deployed, but the deployment had not switched to it when wait-timeout expired.',
    'sandbox-not-ready': 'The sandbox was not ready when timeout expired.',
    'command-timed-out': 'The command was still running when time-limit expired, and was killed.',
    'emulator-not-ready': 'The emulator was not installed or not ready when timeout expired.',
  },
  failed: {
    'invalid-input': 'An input is invalid; nothing was sent.',
    'create-failed': 'The service could not create the revision.',
    'build-failed': 'The revision could not be built.',
    'deploy-failed': 'The revision was built but never became ready.',
    'revision-failed': 'The revision ended in another failed status.',
    unhealthy: "This run's revision is deployed and active, but the live agent reports unhealthy.",
    'verification-failed': 'The live agent failed a check.',
    'verification-timed-out': 'A check of the live agent did not finish within its time limit.',
    'verification-impossible': 'The live agent could not be checked, so it is unknown whether it works.',
    'gate-worse': 'The agent responds significantly worse than the deployment it is compared with.',
    'gate-below-floor': 'The mean of a score is below its floor.',
    'gate-inconclusive': 'Too many cases have no result, so the gate could not judge the agent.',
    interrupted: 'The revision was interrupted.',
    'immutable-field': 'A setting that differs cannot be changed after creation.',
    'secrets-hidden': 'Secrets can be kept only if their values are sent again, and the service hides them.',
    'invalid-plan': 'The desired settings contradict the settings of the deployment.',
    'ambiguous-name': 'Several deployments have this name.',
    'ambiguous-integration': 'Several git integrations exist and none was chosen.',
    'ambiguous-listener': 'Several listeners exist and none was chosen.',
    'source-unusable':
      'The source cannot be packed: it is empty, unreadable, or lacks the graph configuration.',
    'source-too-large': "The packed source exceeds the service's size limit; nothing was sent.",
    'source-changed': 'A file of the source changed while it was being packed.',
    'upload-failed': 'The source could not be uploaded, so no revision was created.',
    'deployment-not-found': 'No deployment with this ID exists.',
    'deployment-gone':
      'The deployment is being deleted, or the deployment or its revision disappeared during the wait.',
    'name-taken': 'The name is in use, but not by a deployment.',
    'no-revision': 'The service accepted the change, but no revision appeared.',
    'ambiguous-revision':
      'Several revisions appeared at the same time, and the service does not report which one belongs to this run.',
    'settings-ignored': 'The service accepted the change but does not show the settings that were sent.',
    'contradictory-answers': 'Two responses of the service contradict each other.',
    'lost-answer': 'The response to a change was lost, and its effect could not be determined.',
    'command-unverified': 'GitHub did not confirm that the command in the comment may run.',
    'head-moved': 'The pull request was changed after the comment with the command.',
    locked: 'A user locked the deployment, so the change was not sent.',
    'lock-unreadable': 'The lock of the deployment could not be read, so the change was not sent.',
    'lock-changed': 'Another run changed the lock at the same time.',
    'lock-not-stored': 'GitHub did not store the lock, so the lock is unchanged.',
    'plan-changed': 'The plan differs from the approved plan.',
    'revision-not-found': 'The requested revision does not exist in this deployment.',
    'never-deployed': 'The revision to roll back to was never deployed.',
    'no-rollback-target': 'There is no earlier revision that was deployed.',
    'rollback-impossible': 'The service cannot deploy the target revision of the rollback again unchanged.',
    'nothing-to-rebuild': 'No revision is deployed, so no commit can be built again.',
    'rebuild-impossible': 'The service cannot build the deployed commit again.',
    'deployed-commit-missing': 'The checkout is not exactly the deployed commit.',
    'rebuild-left':
      'The deployed commit was built again, but the throw-away deployment could not be deleted.',
    'rollback-failed': 'The change failed, and the rollback failed as well.',
    'not-a-preview':
      'The deployment with this name is not a preview of this pull request, so it was not changed.',
    'merge-impossible': 'The pull requests of the shared preview could not be merged in this checkout.',
    'approval-unknown': 'GitHub did not show whether the commit of the fork is approved.',
    'commit-not-approved': 'The checkout is not exactly the approved commit of the fork.',
    'pull-request-unknown': 'The pull request, or its state, could not be determined.',
    'sweep-incomplete': 'Some previews could not be evaluated or deleted.',
    'seed-failed': 'The preview was deployed, but its data could not be written completely.',
    'sandbox-failed': 'The sandbox failed or was stopped before it was ready.',
    'sandbox-name-taken': 'A sandbox with this name already exists.',
    'sandbox-quota': 'The workspace has reached its limit of sandboxes.',
    'sandboxes-left': 'Some sandboxes of earlier runs could not be deleted.',
    'command-failed': 'The command exited with a code other than 0.',
    'proxy-failed': 'The credential proxy could not be started, or exited early.',
    'isolation-missing': 'This machine cannot isolate the command at the level that `isolation` requires.',
    'emulator-missing': 'This commit of the action does not contain the emulator.',
    'emulator-install-failed': 'The emulator could not be installed.',
    'emulator-failed': 'The emulator could not be started, or exited before it was ready.',
    unauthorized: 'The service rejected the API key.',
    forbidden: 'The API key lacks the permission for this operation.',
    rejected: 'The service rejected the request.',
    'rate-limited': 'The service requested a longer wait than the action allows.',
    'service-error': 'The service failed or returned an unreadable response.',
    unreachable: 'The service could not be reached.',
    'internal-error': 'The action itself failed because of a bug.',
  },
  cancelled: {
    signal: 'The run was cancelled.',
    'revision-interrupted': 'The run was cancelled, and its revision was interrupted because of `on-cancel`.',
  },
} as const;

export type OutcomeKind = keyof typeof REASONS;
export type ReasonOf<K extends OutcomeKind> = keyof (typeof REASONS)[K] & string;

/** Result of a run. `message` contains the result and a hint, and is redacted before the outcome is published. */
export type Outcome = { [K in OutcomeKind]: OutcomeOf<K> }[OutcomeKind];

/** Result of a run with the outcome `K`. */
export interface OutcomeOf<K extends OutcomeKind> {
  kind: K;
  reason: ReasonOf<K>;
  message: string;
}

/** Returns an outcome with a reason code of its kind. */
export function outcome<K extends OutcomeKind>(kind: K, reason: ReasonOf<K>, message: string): OutcomeOf<K> {
  return { kind, reason, message };
}

export class ActionError extends Error {
  readonly outcome: Outcome;
  constructor(reason: ReasonOf<'failed'>, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ActionError';
    this.outcome = outcome('failed', reason, message);
  }
}

/** The workflow's policy for outcomes that are neither success nor failure. */
export interface Policy {
  onTimeout: 'fail' | 'warn' | 'interrupt';
  onSuperseded: 'fail' | 'warn' | 'ignore';
}

/**
 * Default policy, under which a timeout and a superseded revision fail the step, because success means that our
 * revision is active.
 */
export const DEFAULT_POLICY: Policy = { onTimeout: 'fail', onSuperseded: 'fail' };

export type Severity = 'fine' | 'warning' | 'error';

const SUPERSEDED = { fail: 'error', warn: 'warning', ignore: 'fine' } as const;

/** Returns whether the policy treats an outcome as a success, a warning or a failure. */
export function severityOf(kind: OutcomeKind, policy: Policy): Severity {
  switch (kind) {
    case 'deployed':
    case 'verified':
    case 'provided':
    case 'unchanged':
    case 'planned':
    case 'submitted':
    case 'skipped':
    case 'observed':
    case 'torn-down':
      return 'fine';
    case 'superseded':
      return SUPERSEDED[policy.onSuperseded];
    case 'timed-out':
      return policy.onTimeout === 'warn' ? 'warning' : 'error';
    // After a rollback, failure or cancellation, the desired revision is not active.
    case 'rolled-back':
    case 'failed':
    case 'cancelled':
      return 'error';
  }
}

/** Returns the exit code of the process. Exit code 1 fails the step. */
export function exitCodeOf(kind: OutcomeKind, policy: Policy): 0 | 1 {
  return severityOf(kind, policy) === 'error' ? 1 : 0;
}

/** Returns the outcome of a run that an error ended. */
export function toOutcome(error: unknown): Outcome {
  if (error instanceof ActionError) return error.outcome;
  if (error instanceof ApiError) return outcome('failed', reasonOf(error), error.message);
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return outcome(
    'failed',
    'internal-error',
    `The action itself failed: ${what}. Please report it with the log of this step.`,
  );
}

function reasonOf(error: ApiError): ReasonOf<'failed'> {
  switch (error.kind) {
    case 'network':
    case 'timeout':
      return 'unreachable';
    case 'ambiguous':
      return 'lost-answer';
    case 'malformed':
      return 'service-error';
    case 'http':
      return reasonOfStatus(error.status ?? 0);
  }
}

function reasonOfStatus(status: number): ReasonOf<'failed'> {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 408 || status === 425 || status === 429) return 'rate-limited';
  return status >= 500 ? 'service-error' : 'rejected';
}

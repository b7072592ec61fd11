import { ApiError } from '../clients/errors.ts';

/**
 * Every way a run can end: each outcome with its reason codes, and the meaning of each code in one sentence. The only
 * source for outputs, `result`, docs and tests.
 */
export const REASONS = {
  deployed: {
    'rolled-out': 'Our revision is deployed and is the active one.',
    'already-building': 'A revision with this commit was already in progress; it is deployed and active.',
    'commit-unknown':
      'Our revision is deployed and active; the service does not say which commit it is built from.',
    'configuration-updated': 'Only settings changed that need no revision.',
    'rolled-back-to': 'An earlier revision was deployed again, as requested, and is active.',
  },
  verified: {
    'all-passed': 'The live agent passed every check.',
  },
  provided: {
    'sandbox-ready': 'The sandbox is made, and ready.',
    'command-passed': 'The command ended with 0, in a box whose way out is the credential proxy.',
    'proxy-started': 'The credential proxy runs on this runner, for the steps that follow.',
    'emulator-started': 'The emulator runs on this runner, for the steps that follow.',
  },
  unchanged: {
    'already-active': 'The active revision has this commit or image, and nothing else differs.',
    'paths-untouched': 'Nothing that `paths` names was changed.',
    'nothing-to-sweep': 'No preview is left over.',
    'no-sandbox-left': 'No sandbox of an earlier run is left over.',
  },
  observed: {
    serving: 'The latest revision is deployed and is the active one.',
    'on-its-way': 'A later revision than the active one is in progress.',
    'latest-failed': 'The latest revision failed; an earlier one serves, if any.',
    'nothing-serves': 'No revision was deployed yet.',
  },
  'torn-down': {
    deleted: 'The preview is deleted, with its tracing project.',
    'already-gone': 'There was no preview any more.',
    'closed-meanwhile':
      'The pull request was closed while its preview was being deployed, so the preview is deleted.',
    swept: 'Left-over previews are deleted.',
    'sandboxes-swept': 'Sandboxes that earlier runs left behind are deleted.',
  },
  'rolled-back': {
    'after-failure': 'The change failed, and the previous revision is deployed again.',
  },
  planned: {
    'dry-run': 'Nothing was sent; the plan shows what would be.',
  },
  submitted: {
    'not-waited': 'The change is accepted; `wait: false` skips the wait.',
    'sandbox-requested': 'The sandbox is requested; `wait-for-ready: false` skips the wait.',
  },
  superseded: {
    'newer-revision': 'Another revision superseded ours while it was in progress or right after.',
    'skipped-by-service': 'The service skipped our revision for a newer one.',
    'commit-mismatch':
      'The branch was at another commit when it was fetched: our revision was built from that.',
    'image-mismatch': 'Another client changed the image or source at the same time, and that change won.',
    'settings-mismatch': 'Another client changed settings at the same time, and our revision has them.',
  },
  skipped: {
    'ref-deleted': 'The push deleted its branch or tag, so there is nothing to deploy.',
    fork: 'The head of the pull request is a fork, or the event does not say whose it is: forks get no secrets.',
    'label-missing': 'The pull request has none of the labels in `preview-labels`.',
    'pull-request-closed': 'The pull request is closed, so it gets no preview.',
    dependabot: 'The run is by Dependabot, which gets no secrets.',
  },
  'timed-out': {
    deadline: 'The revision was still in progress when wait-timeout ran out.',
    'still-deleting': 'The preview is being deleted, but was still there when wait-timeout ran out.',
    'not-active':
      'The revision is deployed, but the deployment had not switched to it when wait-timeout ran out.',
    'sandbox-not-ready': 'The sandbox was not ready when timeout ran out.',
    'command-timed-out': 'The command had not ended when time-limit ran out, and was killed.',
    'emulator-not-ready': 'The emulator was not installed or not ready when timeout ran out.',
  },
  failed: {
    'invalid-input': 'An input is wrong; nothing was sent.',
    'create-failed': 'The service could not create the revision.',
    'build-failed': 'The revision could not be built.',
    'deploy-failed': 'The revision was built but never became ready.',
    'revision-failed': 'The revision ended in another state of failure.',
    unhealthy: 'Our revision is deployed and active, but the live agent reports unhealthy.',
    'verification-failed': 'The live agent failed a check.',
    'verification-timed-out': 'A check of the live agent had not ended within its time limit.',
    'verification-impossible': 'The live agent could not be checked, which proves nothing about it.',
    interrupted: 'The revision was interrupted.',
    'immutable-field': 'A setting differs that cannot be changed after creation.',
    'secrets-hidden': 'Keeping the other secrets needs their values, and the service hides them.',
    'invalid-plan': 'The desired settings contradict those of the deployment.',
    'ambiguous-name': 'Several deployments have this name.',
    'ambiguous-integration': 'Several git integrations exist and none was chosen.',
    'ambiguous-listener': 'Several listeners exist and none was chosen.',
    'source-unusable':
      'The source cannot be packed: it is empty, unreadable or without the graph configuration.',
    'source-too-large': 'The packed source is larger than the service takes; nothing was sent.',
    'source-changed': 'A file of the source changed while it was packed.',
    'upload-failed': 'The source could not be uploaded, so no revision of it was created.',
    'deployment-not-found': 'There is no deployment with this ID.',
    'deployment-gone': 'The deployment is being deleted, or it or the revision disappeared while we waited.',
    'name-taken': 'The name is held by something that is no deployment.',
    'no-revision': 'The change was accepted, but no revision of it appeared.',
    'ambiguous-revision':
      'Several revisions appeared at the same time, and the service does not say which is ours.',
    'settings-ignored': 'The service accepted the change and does not show what was sent.',
    'contradictory-answers': 'Two answers of the service contradict each other.',
    'lost-answer': 'The response to a change was lost, and its effect could not be determined.',
    'plan-changed': 'The plan differs from the one that was approved.',
    'revision-not-found': 'The deployment has no such revision.',
    'never-deployed': 'The revision to roll back to was never deployed.',
    'no-rollback-target': 'There is no earlier revision that was deployed.',
    'rollback-impossible': 'The service has no way to deploy exactly that revision again.',
    'rollback-failed': 'The change failed, and rolling back failed as well.',
    'not-a-preview': 'The deployment of this name is no preview of this pull request, so it is left alone.',
    'pull-request-unknown': 'The pull request, or its state, could not be determined.',
    'sweep-incomplete': 'Some previews could not be judged or deleted.',
    'sandbox-failed': 'The sandbox failed or was stopped before it was ready.',
    'sandbox-name-taken': 'The name of the sandbox is taken.',
    'sandbox-quota': 'The workspace has no room for another sandbox.',
    'sandboxes-left': 'Some sandboxes of earlier runs could not be deleted.',
    'command-failed': 'The command ended with another code than 0.',
    'proxy-failed': 'The credential proxy could not be started, or exited early.',
    'isolation-missing': 'This machine cannot isolate the command as `isolation` asks.',
    'emulator-missing': 'This commit of the action does not carry the emulator.',
    'emulator-install-failed': 'The emulator could not be installed.',
    'emulator-failed': 'The emulator could not be started, or exited before it was ready.',
    unauthorized: 'The service does not accept the API key.',
    forbidden: 'The API key may not do this.',
    rejected: 'The service refused the request.',
    'rate-limited': 'The service asked to wait for longer than the action can.',
    'service-error': 'The service failed or answered something unreadable.',
    unreachable: 'The service could not be reached.',
    'internal-error': 'The action itself failed: this is a bug.',
  },
  cancelled: {
    signal: 'The run was cancelled.',
    'revision-interrupted': 'The run was cancelled, and its revision was interrupted, as `on-cancel` asks.',
  },
} as const;

export type OutcomeKind = keyof typeof REASONS;
export type ReasonOf<K extends OutcomeKind> = keyof (typeof REASONS)[K] & string;

/** How a run ended. The message tells what happened and what to do next; it is redacted before it is published. */
export type Outcome = {
  [K in OutcomeKind]: { kind: K; reason: ReasonOf<K>; message: string };
}[OutcomeKind];

/** Returns an outcome whose reason belongs to its kind. */
export function outcome<K extends OutcomeKind>(kind: K, reason: ReasonOf<K>, message: string): Outcome {
  return { kind, reason, message } as Outcome;
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

/** Success means that our revision serves, so both outcomes fail the step by default. */
export const DEFAULT_POLICY: Policy = { onTimeout: 'fail', onSuperseded: 'fail' };

export type Severity = 'fine' | 'warning' | 'error';

const SUPERSEDED = { fail: 'error', warn: 'warning', ignore: 'fine' } as const;

/** Decides whether an outcome is a success, a warning or a failure under the policy. No other code decides this. */
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
    // The desired revision does not serve.
    case 'rolled-back':
    case 'failed':
    case 'cancelled':
      return 'error';
  }
}

/** Returns the exit code of the process; 1 fails the step. */
export function exitCodeOf(kind: OutcomeKind, policy: Policy): 0 | 1 {
  return severityOf(kind, policy) === 'error' ? 1 : 0;
}

/** Returns the outcome of a run that ended with an error. */
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

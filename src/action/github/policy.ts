import type { RunEvent } from '../event.ts';
import type { Settings } from '../inputs/settings.ts';
import type { Outcome, OutcomeKind } from '../outcome.ts';
import type { ReportPartName } from '../publish/code-host.ts';
import type { RunRecord } from '../run-record.ts';
import type { GitHubFailure } from './client.ts';

export type DeploymentState = 'in_progress' | 'success' | 'failure' | 'error' | 'inactive';

/** Reason codes of failures that do not show whether the deployment works. */
const ERRORS: readonly string[] = [
  'unauthorized',
  'forbidden',
  'rate-limited',
  'service-error',
  'unreachable',
  'lost-answer',
  'internal-error',
  'verification-impossible',
];

/**
 * Returns the last state that this run reports for its GitHub deployment, or `in_progress` if another run reports the
 * last state.
 */
export function deploymentStateOf({ kind, reason }: { kind: OutcomeKind; reason: string }): DeploymentState {
  switch (kind) {
    case 'deployed':
    // A run with the outcome `unchanged` had started to deploy, but another run deployed the desired state first.
    case 'unchanged':
    case 'observed':
    case 'verified':
      return 'success';
    case 'submitted':
      return 'in_progress';
    case 'failed':
      return ERRORS.includes(reason) ? 'error' : 'failure';
    // After a rollback, the previous deployment is still active, also on GitHub.
    case 'rolled-back':
      return 'failure';
    case 'timed-out':
      return 'error';
    case 'superseded':
    case 'cancelled':
    case 'torn-down':
    case 'planned':
    case 'skipped':
    // Sandboxes have no GitHub deployment.
    case 'provided':
      return 'inactive';
  }
}

/**
 * Returns the GitHub environment of a run that changes something or waits. Returns `undefined` if the run shows no
 * environment, or if the name of the environment is not known yet.
 */
export function environmentOf(
  settings: Settings,
  record: RunRecord,
): { environment: string; transient: boolean; agent: string } | undefined {
  if (!settings.github.deployment || settings.dryRun) return undefined;
  const agent = agentOf(settings, record);
  if (agent === undefined) return undefined;
  switch (settings.verb) {
    // A preview always has a separate environment, because the input `environment` might mean production.
    case 'preview':
    case 'shared-preview':
      return { environment: agent, transient: true, agent };
    case 'deploy':
    case 'rollback':
    case 'wait':
      return { environment: settings.github.environment ?? agent, transient: false, agent };
    default:
      return undefined;
  }
}

/** Key of the comment that all agents of a pull request share. */
export const SHARED_KEY = 'agents';
/** Name of the section about an agent that the inputs specify only by its URL. */
const VERIFY_AGENT = 'verify';

/**
 * Returns the pull request comment that the run updates, or `undefined` if the run updates no comment. A verification
 * without a gate updates no comment.
 */
export function commentTargetOf(
  settings: Settings,
  event: RunEvent,
  record: RunRecord,
): { pullRequest: number; key: string; agent: string } | undefined {
  if (!settings.github.comment || settings.dryRun) return undefined;
  // A shared preview belongs to several pull requests, so it is shown in the summary and not in the comment of one.
  if (['sweep', 'status', 'lock', 'unlock', 'rebuild', 'shared-preview'].includes(settings.verb))
    return undefined;
  const isVerify = settings.verb === 'verify';
  if (isVerify && record.gate === undefined) return undefined;
  const pullRequest = record.pullRequest ?? event.pullRequest?.number;
  const agent =
    record.previewNames[0] ??
    agentOf(settings, record) ??
    record.retired[0] ??
    (isVerify ? VERIFY_AGENT : undefined);
  if (pullRequest === undefined || agent === undefined) return undefined;
  return { pullRequest, key: settings.github.commentKey ?? SHARED_KEY, agent };
}

/** Returns whether the repository has several agents, whose jobs might write the comment at the same time. */
export function expectsOtherAgents(settings: Settings): boolean {
  return 'paths' in settings && settings.paths !== undefined;
}

/**
 * Returns whether an earlier run of the pull request has probably created the comment, so the start of this run need
 * not create it.
 */
export function isLaterRun({ action }: Pick<RunEvent, 'action'>, attempt: string): boolean {
  return action === 'synchronize' || action === 'reopened' || attempt !== '1';
}

/**
 * Returns whether the run has started to deploy. Returns false for read-only verbs and teardowns, because they have
 * no plan.
 */
export function isRollingOut({ verb, dryRun }: Settings, { stage, plan }: RunRecord): boolean {
  if (dryRun || !['deploy', 'preview', 'shared-preview', 'rollback', 'wait'].includes(verb)) return false;
  return stage === 'waiting' || (['uploading', 'writing'].includes(stage) && plan !== undefined);
}

/** Returns how to change the comment at the end of a run. Only `write` creates a comment if none exists. */
export function finalCommentAction(
  verb: Settings['verb'],
  { kind, reason }: Outcome,
  begun: boolean,
): 'write' | 'update' | 'leave' {
  switch (kind) {
    case 'planned':
    case 'observed':
    case 'skipped':
      return 'leave';
    case 'unchanged':
      return reason === 'paths-untouched' ? 'leave' : 'update';
    case 'torn-down':
      return 'update';
    case 'cancelled':
      return begun ? 'write' : 'leave';
    default:
      return verb === 'teardown' ? 'update' : 'write';
  }
}

function agentOf(settings: Settings, record: RunRecord): string | undefined {
  const known = record.deployment?.name ?? record.name;
  if (known !== undefined) return known;
  if (!('target' in settings)) return undefined;
  return settings.target.by === 'name' ? settings.target.name : undefined;
}

/**
 * Returns the refs under which GitHub might find the run's commit, best first, or an empty list for an image or for a
 * commit of another repository.
 */
export function candidateRefs(
  settings: Settings,
  event: RunEvent,
  record: RunRecord,
  sha: string | undefined,
): string[] {
  const commit = record.commit ?? record.revision?.commit;
  const refs = [isOfThisRepository(settings, event) ? commit : undefined, event.commit, sha];
  return [...new Set(refs.filter((ref) => ref !== undefined))];
}

function isOfThisRepository(settings: Settings, event: RunEvent): boolean {
  if (!('desired' in settings) || settings.desired.repoUrl === undefined) return true;
  const path = URL.parse(settings.desired.repoUrl)?.pathname.replace(/\.git$|(?<!\/)\/+$/g, '');
  return path?.toLowerCase().endsWith(`/${event.repository.toLowerCase()}`) ?? false;
}

/** A part of the report on GitHub, such as the comment, with its required permission and the input that disables it. */
interface ReportPart {
  what: string;
  /** Line under `permissions:` that this part of the report requires. */
  permission: string;
  /** Input that disables this part of the report. */
  off: string;
}

const REPORT_PARTS = {
  deployment: {
    what: 'the deployment of this run',
    permission: 'deployments: write',
    off: 'github-deployment: false',
  },
  retire: {
    what: 'the deployments of the deleted preview',
    permission: 'deployments: write',
    off: 'github-deployment: false',
  },
  comment: {
    what: 'the comment on the pull request',
    permission: 'pull-requests: write',
    off: 'comment: false',
  },
} as const satisfies Record<ReportPartName, ReportPart>;

/**
 * Returns the warning for a part of the report, such as the comment or the GitHub deployment, that could not be
 * updated. If the token lacks a permission, the warning contains the line to add under `permissions:`.
 */
export function describeReportFailure(name: ReportPartName, failure: GitHubFailure): string {
  const { what, permission, off }: ReportPart = REPORT_PARTS[name];
  const start = `The action could not update ${what} on GitHub; the deployment itself is not affected.`;
  if (isMissingPermission(failure)) {
    const line = lineFor(permission, failure.permissions);
    return `${start} The token lacks a permission: add \`${line}\` under \`permissions:\` of the job (a job with \`permissions:\` has only the permissions listed there), or set \`${off}\`.`;
  }
  if (failure.status === 401) {
    return `${start} GitHub rejected the token (${failure.message}): pass a valid token as \`github-token\`, or set \`${off}\`.`;
  }
  return `${start} ${failure.description}.`;
}

/** Returns whether the token lacks a permission, so further attempts in this run would fail too. */
export function isMissingPermission({ status, message }: Pick<GitHubFailure, 'status' | 'message'>): boolean {
  return status === 403 && /not accessible by/i.test(message);
}

/**
 * Returns `known` if GitHub lists no permission or lists the permission in `known`, even with less access, or else the
 * lines that GitHub lists.
 */
function lineFor(known: string, named: readonly string[]): string {
  const [name = ''] = known.split(':');
  if (named.length === 0 || named.some((line) => line.startsWith(`${name}:`))) return known;
  // GitHub reports a single permission, although either of two permissions allows writing pull request comments.
  if (known.startsWith('pull-requests') && named.some((line) => line.startsWith('issues:'))) return known;
  return named.join('`, `');
}

import { isFinal } from '../../../contract/statuses.ts';
import { fullRef, isBranch, repositoryKey } from '../../ports/git.ts';
import type { DeploymentRow, PolledRef, RevisionPush, RevisionRow } from '../../ports/store.ts';

/** A push, as reported by one of its channels. */
export interface PushEvent {
  /** Every known spelling of the repository's URL; one match is enough. */
  repoUrls: readonly string[];
  /** In full. */
  ref: string;
  /** `created`: the ref is new and brings no commit of its own. Neither that nor a deletion makes a revision. */
  change: 'moved' | 'created' | 'deleted';
  /** The pushed commit of the revisions. Null: the ref's commit at build time. */
  commit: string | null;
  /** The ref's commit when this was reported: identifies the same push again if `commit` is null. */
  observedCommit: string | null;
  /** The reporter: `local`, `poll`, or `webhook:` and the integration. */
  channel: string;
  /** Only deployments of this workspace; absent: of all workspaces. */
  workspaceId?: string | undefined;
  /** Not those of another integration. */
  integrationId?: string | undefined;
  /** Whether the ref is the branch that the repository's HEAD is on. */
  isDefaultBranch?: boolean | undefined;
}

/** What a revision stores of its push. */
export function toRevisionPush({ ref, commit, observedCommit: seen, channel }: PushEvent): RevisionPush {
  return { ref, commit: commit ?? seen, channels: [channel] };
}

/** Whether a push to this repository concerns the deployment, on any ref. */
export function matchesDeployment(push: PushEvent, deployment: DeploymentRow): boolean {
  const { source, sourceConfig, workspaceId, status } = deployment;
  const { repo_url: repoUrl, build_on_push: onPush, integration_id: integration } = sourceConfig;
  if (source !== 'git_host' || onPush !== true || status === 'AWAITING_DELETE') return false;
  if (push.workspaceId !== undefined && push.workspaceId !== workspaceId) return false;
  if (push.integrationId !== undefined && integration && integration.toLowerCase() !== push.integrationId) {
    return false;
  }
  if (typeof repoUrl !== 'string') return false;
  const own = repositoryKey(repoUrl);
  return push.repoUrls.some((url) => repositoryKey(url) === own);
}

/** Whether a push makes a revision of a deployment whose latest revision is this one. */
export function triggersRevision(push: PushEvent, latest: Pick<RevisionRow, 'config'> | undefined): boolean {
  if (latest === undefined || push.change !== 'moved' || !isBranch(push.ref)) return false;
  const own = fullRef(latest.config.repo_ref);
  return own === push.ref || (own === fullRef(null) && push.isDefaultBranch === true);
}

/**
 * The revision that was made when this very push was reported on another channel; undefined for a new one. Each channel
 * claims a revision once, the oldest first: a branch may lead to the same commit twice. `pushed`: newest first.
 */
export function findRevisionOfPush(push: PushEvent, pushed: readonly RevisionRow[]): RevisionRow | undefined {
  const commit = push.commit ?? push.observedCommit;
  if (commit === null) return undefined;
  return pushed.findLast(
    ({ push: made }) =>
      made !== null &&
      made.ref === push.ref &&
      made.commit === commit &&
      !made.channels.includes(push.channel),
  );
}

/** The input of a poll's decision. */
export interface PollObservation {
  /** In full. */
  ref: string;
  /** The current commit; null: the ref does not exist. */
  head: string | null;
  /** The result of the last poll. */
  previous: PolledRef | undefined;
  /** The deployment's revisions, newest first; at least the latest. */
  revisions: readonly Pick<RevisionRow, 'status' | 'config' | 'push'>[];
}

type PollDecision =
  /** Nothing is new, and nothing is to be stored. */
  | { kind: 'nothing' }
  /** The latest revision's commit is not known yet: the next poll decides. */
  | { kind: 'wait' }
  /** The result is stored, and makes no revision. */
  | { kind: 'keep' }
  | { kind: 'pushed'; commit: string };

/**
 * Whether a poll of a ref saw a push. The first poll compares with the deployment's build; later ones with the previous
 * poll, so that a deployment that was rolled back stays so. A ref that appears makes nothing: creating a branch alone
 * triggers no revision.
 */
export function decidePoll({ ref, head, previous: seen, revisions }: PollObservation): PollDecision {
  const before = seen?.ref === ref ? seen : undefined;
  if (before !== undefined && before.commit === head) return { kind: 'nothing' };
  if (head === null || before?.commit === null) return { kind: 'keep' };
  const [latest] = revisions;
  const own = latest && commitOf(latest);
  if (own === head) return { kind: 'keep' };
  if (latest !== undefined && !own && !isFinal(latest.status)) return { kind: 'wait' };
  if (before !== undefined) return { kind: 'pushed', commit: head };
  // One that ended before its commit was known is skipped: the one before decides.
  const known = revisions.map(commitOf).filter((commit) => commit !== undefined);
  return known.length === 0 || known.includes(head) ? { kind: 'keep' } : { kind: 'pushed', commit: head };
}

/** A revision's commit, or that of its push, if known. */
function commitOf({ config, push }: PollObservation['revisions'][number]): string | undefined {
  return config.repo_commit_sha ?? push?.commit ?? undefined;
}

import { isFinal } from '../../../contract/statuses.ts';
import { fullRef, isBranch, repositoryKey } from '../../ports/git.ts';
import type { DeploymentRow, PolledRef, RevisionPush, RevisionRow } from '../../ports/store.ts';

/** A push, as one of the ways tells it on which we hear of pushes. */
export interface PushEvent {
  /** Every spelling of the repository's URL that is known; one that fits is enough. */
  repoUrls: readonly string[];
  /** In full. */
  ref: string;
  /** `created`: the ref is new and brings no commit of its own. Neither that nor a deletion makes a revision. */
  change: 'moved' | 'created' | 'deleted';
  /** The commit pushed, which the revisions are to be of. Null: the commit the ref leads to when they are built. */
  commit: string | null;
  /** Where the ref was seen to lead when this was told: to know the same push again, where `commit` is null. */
  observedCommit: string | null;
  /** Who tells: `local`, `poll`, or `webhook:` and the integration. */
  channel: string;
  /** Only deployments of this workspace; absent: of all workspaces. */
  workspaceId?: string | undefined;
  /** Not those of another integration. */
  integrationId?: string | undefined;
  /** Whether the ref is the branch that the repository's HEAD is on. */
  isDefaultBranch?: boolean | undefined;
}

/** What a revision keeps of the push it is made for. */
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
 * The revision that was made when this very push was told on another way; undefined when it is a new one. Each way
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

/** What a look at a deployment's ref is judged by. */
export interface PollObservation {
  /** In full. */
  ref: string;
  /** Where it leads now; null: it is not there. */
  head: string | null;
  /** What the last look found. */
  previous: PolledRef | undefined;
  /** The deployment's revisions, newest first; at least the latest. */
  revisions: readonly Pick<RevisionRow, 'status' | 'config' | 'push'>[];
}

type PollDecision =
  /** Nothing is new, and nothing is to be kept. */
  | { kind: 'nothing' }
  /** It is not known yet what the latest revision is of: another look tells. */
  | { kind: 'wait' }
  /** What was found is to be kept, and makes no revision. */
  | { kind: 'keep' }
  /** A push happened. */
  | { kind: 'pushed'; commit: string };

/**
 * Whether a look at a ref saw a push. The first look compares with what the deployment was built of; later ones with
 * the look before, so that a deployment that was taken back to an older revision stays there. A ref that appears makes
 * nothing: creating a branch alone triggers no revision.
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
  // One that ended before its commit was known says nothing: what came before it does.
  const known = revisions.map(commitOf).filter((commit) => commit !== undefined);
  return known.length === 0 || known.includes(head) ? { kind: 'keep' } : { kind: 'pushed', commit: head };
}

/** What a revision is of, or was made for, as far as that is known. */
function commitOf({ config, push }: PollObservation['revisions'][number]): string | undefined {
  return config.repo_commit_sha ?? push?.commit ?? undefined;
}

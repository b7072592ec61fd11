import { isFinal } from '../../../contract/statuses.ts';
import { fullRef, isBranch, repositoryKey } from '../../ports/git.ts';
import type { DeploymentRow, PolledRef, RevisionPush, RevisionRow } from '../../ports/store.ts';

/** Push to a repository, from any reporting channel. */
export interface PushEvent {
  /** All known spellings of the repository's URL. A deployment matches if it uses any of the spellings. */
  repoUrls: readonly string[];
  /** Full ref name, such as `refs/heads/main`. */
  ref: string;
  /**
   * `moved` means that the ref has a new commit. `created` means that the ref is new, without a new commit. Only a
   * `moved` ref triggers a revision.
   */
  change: 'moved' | 'created' | 'deleted';
  /** ID of the pushed commit, or null to use the ref's commit at build time. */
  commit: string | null;
  /**
   * ID of the ref's commit at the time of the report. If `commit` is null, `observedCommit` identifies repeated reports
   * of a push.
   */
  observedCommit: string | null;
  /** Reporting channel: `local`, `poll`, or `webhook:` followed by the integration's ID. */
  channel: string;
  /** ID of the only workspace whose deployments are affected, or `undefined` for all workspaces. */
  workspaceId?: string | undefined;
  /**
   * ID of the integration that the push concerns, or `undefined` for any integration. Deployments that use another
   * integration are not affected.
   */
  integrationId?: string | undefined;
  /** True if the ref is the repository's default branch (HEAD). */
  isDefaultBranch?: boolean | undefined;
}

/** Returns the fields of a push that its revision stores. */
export function toRevisionPush({ ref, commit, observedCommit: seen, channel }: PushEvent): RevisionPush {
  return { ref, commit: commit ?? seen, channels: [channel] };
}

/** Returns whether the push concerns the deployment's repository, on any ref. */
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

/** Returns whether the push triggers a revision of a deployment. `latest` is the deployment's latest revision. */
export function triggersRevision(push: PushEvent, latest: Pick<RevisionRow, 'config'> | undefined): boolean {
  if (latest === undefined || push.change !== 'moved' || !isBranch(push.ref)) return false;
  const own = fullRef(latest.config.repo_ref);
  return own === push.ref || (own === fullRef(null) && push.isDefaultBranch === true);
}

/**
 * Finds the revision that another channel created for the same push, or returns `undefined` if the push is new. A
 * branch can point to the same commit several times, so a channel assigns each of its reports to a different revision,
 * oldest first. The revisions in `pushed` are sorted newest first.
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

/** Input of `decidePoll`. */
export interface PollObservation {
  /** Full ref name, such as `refs/heads/main`. */
  ref: string;
  /** Current commit of the ref, or null if the ref does not exist. */
  head: string | null;
  /** Result of the previous poll, or `undefined` for the first poll. */
  previous: PolledRef | undefined;
  /** Revisions of the deployment, newest first, including at least the latest revision. */
  revisions: readonly Pick<RevisionRow, 'status' | 'config' | 'push'>[];
}

type PollDecision =
  /** The poll found no change, so nothing is stored. */
  | { kind: 'nothing' }
  /** The latest revision's commit is not known yet, so the next poll decides. */
  | { kind: 'wait' }
  /** The poll's result is stored but triggers no revision. */
  | { kind: 'keep' }
  | { kind: 'pushed'; commit: string };

/**
 * Decides whether a poll of a ref has found a push. The first poll compares the ref with the deployment's builds. Later
 * polls compare the ref with the previous poll, so that a rolled-back deployment is not rebuilt. A poll that finds a
 * new ref does not trigger a revision, because the creation of a branch triggers no revision.
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
  // A revision that ended before its commit was known is ignored.
  const known = revisions.map(commitOf).filter((commit) => commit !== undefined);
  return known.length === 0 || known.includes(head) ? { kind: 'keep' } : { kind: 'pushed', commit: head };
}

/** Returns the commit of a revision, or else of its push, or `undefined` if neither is known. */
function commitOf({ config, push }: PollObservation['revisions'][number]): string | undefined {
  return config.repo_commit_sha ?? push?.commit ?? undefined;
}

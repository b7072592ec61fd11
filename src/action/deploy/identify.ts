import { ignoreApiError } from '../../clients/errors.ts';
import { growingPauses, poll, limitTime } from '../../clients/poll.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { isFinal } from '../../contract/statuses.ts';
import { PAGE_DEFAULT } from '../../contract/limits.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import { ActionError } from '../outcome.ts';
import { type RevisionView, toCurrent, toRevisionView } from '../plan/current.ts';
import { contradictsOrigin, matchesOrigin } from '../plan/origin.ts';
import type { ServiceContext } from '../verb-context.ts';

/** Maximum number of milliseconds until a revision appears in the list after the service accepted the change. */
const APPEARS_WITHIN_MS = 60_000;

/**
 * Identifies the revision that our change created. Usually, the ID of our revision is the response's
 * `latest_revision_id`, if this ID is new and the response does not show another client's ref or image. If the response
 * contains no new ID, polls the list until a new revision appears.
 *
 * Returns `undefined` if no revision appears, and throws ActionError if several revisions appear.
 *
 * @param sentOrigin Whether the change contained the ref or image. A change without a ref or image creates a revision
 * from the current ref or image, which another client might have changed unnoticed.
 * @param lost Whether the response was lost, so the run reads the deployment instead. After a lost response, the latest
 * revision might belong to a later client, so the oldest candidate counts as ours. If the change contains settings that
 * only the latest revision shows, the latest revision counts as ours.
 */
export async function identifyRevision(
  context: ServiceContext,
  answer: Deployment,
  before: ReadonlySet<string>,
  desired: DesiredDeployment,
  { sentOrigin, lost }: { sentOrigin: boolean; lost: boolean },
): Promise<string | undefined> {
  const oldest = lost && isIdentifiedByOrigin(desired);
  const latest = oldest ? undefined : answer.latest_revision_id;
  const shown = toCurrent(answer, []);
  const theirs = sentOrigin && contradictsOrigin({ ...shown, commit: undefined }, desired);
  if (latest && !before.has(latest) && !theirs) return latest;
  const schedule = limitTime(APPEARS_WITHIN_MS, growingPauses(1000, 2, 10_000));
  return poll(context, schedule, async () => {
    const views = await listViews(context, answer.id);
    const fresh = views.filter(({ id }) => !before.has(id));
    const all = sentOrigin ? possibleRevisions(views, before, desired) : fresh;
    const [found, ...others] = oldest ? all.slice(-1) : all;
    if (found !== undefined && others.length > 0) {
      const ids = [found, ...others].map(({ id }) => id).join(', ');
      throw new ActionError(
        'ambiguous-revision',
        `The service accepted the change of ${answer.name}, but several revisions appeared at the same time, and the service does not report which one belongs to this run: ${ids}. Run the workflow again.`,
      );
    }
    return found?.id;
  });
}

/**
 * Returns the new revisions that might be ours. Prefers revisions with our commit or image, or else revisions without a
 * commit yet, or else revisions of our ref with a later commit. Never returns a revision of another ref or image than
 * ours.
 */
export function possibleRevisions(
  revisions: readonly RevisionView[],
  before: ReadonlySet<string>,
  desired: DesiredDeployment,
): RevisionView[] {
  const fresh = revisions.filter(({ id }) => !before.has(id));
  const confirmed = fresh.filter((revision) => matchesOrigin(revision, desired));
  if (confirmed.length > 0) return confirmed;
  const silent = fresh.filter((revision) => !contradictsOrigin(revision, desired));
  if (silent.length > 0) return silent;
  return fresh.filter((revision) => !contradictsOrigin(withoutCommit(revision), desired));
}

/**
 * Returns whether a revision's commit or image proves that the revision is ours. Changed secrets or resources prove
 * nothing, because a revision does not contain its secrets and resources. The path of an upload proves that a revision
 * is ours, because only this run knows the path.
 */
export function isIdentifiedByOrigin({ secrets, resourceSpec, archive }: DesiredDeployment): boolean {
  if (archive !== undefined) return true;
  return secrets === undefined && resourceSpec === undefined;
}

/**
 * Returns the newest revision with our commit or image that was created after the revision identified as ours, and the
 * revisions before the newest revision. If no such revision exists or the list cannot be read, returns `undefined`, so
 * the revision identified earlier remains ours.
 */
export async function findDuplicateRevision(
  context: ServiceContext,
  {
    deployment,
    revisionId,
    desired,
  }: { deployment: Deployment; revisionId: string; desired: DesiredDeployment },
): Promise<{ id: string; before: ReadonlySet<string> } | undefined> {
  const views = (await ignoreApiError(() => listViews(context, deployment.id))) ?? [];
  const ours = views.findIndex(({ id }) => id === revisionId);
  const at = views.findIndex((revision, index) => index < ours && matchesOrigin(revision, desired));
  const found = views[at];
  return found && { id: found.id, before: new Set(views.slice(at + 1).map(({ id }) => id)) };
}

function withoutCommit(revision: RevisionView): RevisionView {
  return { ...revision, commit: undefined };
}

/** Time limits for waiting for a revision's commit, in milliseconds. */
export interface CommitTimeouts {
  /**
   * Maximum time until the service has fetched the commit. The limit includes the time in the queue, because another
   * revision of ours would wait in the queue too.
   */
  queuedMs: number;
  /** Maximum time from the moment when the revision leaves the queue until its commit is known. */
  fetchedMs: number;
}

const QUEUED: readonly string[] = ['CREATING', 'QUEUED', 'AWAITING_BUILD'];

/**
 * Result of waiting for a commit. `settled` means that the commit is known or the revision has ended, `silent` that the
 * commit was still unknown after `fetchedMs`, and `queued` that the revision was still queued after `queuedMs`.
 */
export type CommitWaitResult = 'settled' | 'silent' | 'queued';

/** Waits until the commit of a revision in progress is known, the revision ends, or the time limit is exceeded. */
export async function waitForCommit(
  context: ServiceContext,
  deploymentId: string,
  revisionId: string,
  timeouts: CommitTimeouts,
): Promise<CommitWaitResult> {
  const startedAt = context.clock.now();
  let fetchedAt: number | undefined;
  // Waits one second before the first poll, because the caller has just read the revision.
  await context.clock.sleep(1000, context.signal);
  return poll(context, growingPauses(1500, 1.5, 10_000), async () => {
    const now = context.clock.now();
    const view = (await listViews(context, deploymentId)).find(({ id }) => id === revisionId);
    if (view === undefined || view.commit !== undefined || isFinal(view.status)) return 'settled';
    if (!QUEUED.includes(view.status)) fetchedAt ??= now;
    if (fetchedAt !== undefined && now - fetchedAt >= timeouts.fetchedMs) return 'silent';
    return now - startedAt >= timeouts.queuedMs ? 'queued' : undefined;
  });
}

/**
 * For a deployment with `build_on_push`, waits for the revision that the service creates for the push. The revision for
 * the push has our commit and had not ended when the run began. The revision for the push might exist already, because
 * a revision's commit is unknown until the service has fetched the source. Returns `undefined` if no revision for the
 * push appears within the grace period.
 */
export async function waitForPushRevision(
  context: ServiceContext,
  deploymentId: string,
  desired: DesiredDeployment,
  ended: ReadonlySet<string>,
  graceMs: number,
): Promise<RevisionView | undefined> {
  return poll(
    context,
    limitTime(graceMs, () => 2000),
    async () => {
      const views = await listViews(context, deploymentId);
      return views.find((revision) => !ended.has(revision.id) && matchesOrigin(revision, desired));
    },
  );
}

async function listViews({ controlPlane, signal }: ServiceContext, id: string): Promise<RevisionView[]> {
  const revisions = await controlPlane.listRevisions(id, { limit: PAGE_DEFAULT }, signal);
  return revisions.map(toRevisionView);
}

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

/** Milliseconds in which a revision must appear in the list after its change was accepted. */
const APPEARS_WITHIN_MS = 60_000;

/**
 * Identifies our revision: the response's `latest_revision_id` if it was not listed before, unless the response
 * already shows another client's ref or image. A response may contain no ID or an old one; then the list is polled
 * until a new one appears. Returns `undefined` if none appears; throws ActionError if several do. `sentOrigin`: the
 * change contained the ref or image. Without it, the change creates a revision of the values that another client has
 * set since, and shows no difference. `lost`: the response is a later read, whose latest revision may belong to a later
 * client, so the oldest candidate is ours. With settings that only the latest revision shows, ours is the latest.
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
 * Returns the new revisions that may be ours: those with our commit or image; otherwise those that have no commit
 * yet; otherwise those of our ref with a later commit. Never returns a revision of another ref or image.
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
 * Returns whether a revision's commit or image proves that it is ours. Revisions do not show secrets and resources,
 * but only we know the path of our upload.
 */
export function isIdentifiedByOrigin({ secrets, resourceSpec, archive }: DesiredDeployment): boolean {
  if (archive !== undefined) return true;
  return secrets === undefined && resourceSpec === undefined;
}

/**
 * Returns the newest revision with our commit or image after the revision that was taken for ours, and the revisions
 * before it. Returns `undefined` if no such revision exists or the list cannot be read; the known facts are used
 * then.
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
  /** Limit until the commit is fetched, because a new revision of ours would queue behind this revision. */
  queuedMs: number;
  /** Limit after the revision has left the queue. */
  fetchedMs: number;
}

const QUEUED: readonly string[] = ['CREATING', 'QUEUED', 'AWAITING_BUILD'];

/**
 * How waiting for a commit ended: `settled` if it is known or the revision ended; otherwise which limit was exceeded.
 */
export type CommitWaitResult = 'settled' | 'silent' | 'queued';

/** Waits until a revision in progress has its commit, or ends, or the time limit is exceeded. */
export async function waitForCommit(
  context: ServiceContext,
  deploymentId: string,
  revisionId: string,
  timeouts: CommitTimeouts,
): Promise<CommitWaitResult> {
  const startedAt = context.clock.now();
  let fetchedAt: number | undefined;
  // The revision was just read, so wait first.
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
 * Waits for the revision that the push itself creates on a deployment with `build_on_push`: the one with our commit
 * that had not ended when the run began. Returns `undefined` after the grace period. It may exist already, because
 * its commit is only known after the fetch.
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

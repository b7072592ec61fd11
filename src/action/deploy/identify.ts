import { unlessApiError } from '../../clients/errors.ts';
import { growing, poll, within } from '../../clients/poll.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { isFinal } from '../../contract/statuses.ts';
import { PAGE_DEFAULT } from '../../contract/limits.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import { ActionError } from '../outcome.ts';
import { type RevisionView, toCurrent, toRevisionView } from '../plan/current.ts';
import { contradictsOrigin, matchesOrigin } from '../plan/origin.ts';
import type { ServiceContext } from '../verb-context.ts';

/** How long a revision may take to show up in the list after its change was accepted. */
const APPEARS_WITHIN_MS = 60_000;

/**
 * Which revision is ours: the answer's `latest_revision_id` when it was not in the list read before, unless
 * the answer already shows another client's ref or image. An answer may carry none or an old one; then the list is
 * watched until a new one appears. Undefined when none does; throws ActionError when several do. `sentOrigin`: the change said
 * the ref or image; one that did not makes a revision of what another client set meanwhile, and shows no difference.
 * `lost`: the answer is a later look, whose latest revision may be of a client that came after us: of those that can be
 * ours the oldest is. With settings that only the latest revision shows it is the latest: that one has them for sure.
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
  const schedule = within(APPEARS_WITHIN_MS, growing(1000, 2, 10_000));
  return poll(context, schedule, async () => {
    const views = await listViews(context, answer.id);
    const fresh = views.filter(({ id }) => !before.has(id));
    const all = sentOrigin ? possibleRevisions(views, before, desired) : fresh;
    const [found, ...others] = oldest ? all.slice(-1) : all;
    if (found !== undefined && others.length > 0) {
      const ids = [found, ...others].map(({ id }) => id).join(', ');
      throw new ActionError(
        'ambiguous-revision',
        `The change of ${answer.name} was accepted, but several revisions appeared at the same time, and the service does not say which is ours: ${ids}. Run the workflow again.`,
      );
    }
    return found?.id;
  });
}

/**
 * The new revisions that can be ours: those that name our commit or image; else those that do not say yet; else those of
 * our ref from a commit that came later. One of another ref or image never is.
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
 * Whether a revision's commit or image says all that was asked for. Secrets and resources no revision shows; but the path
 * of an upload is known to us alone, so that a revision of it results from our change.
 */
export function isIdentifiedByOrigin({ secrets, resourceSpec, archive }: DesiredDeployment): boolean {
  if (archive !== undefined) return true;
  return secrets === undefined && resourceSpec === undefined;
}

/**
 * The newest revision of our commit or image that came after the one taken for ours, and what was there before it.
 * Undefined where there is none, or no look at the list is answered: what is known without it stands.
 */
export async function findLaterTwin(
  context: ServiceContext,
  {
    deployment,
    revisionId,
    desired,
  }: { deployment: Deployment; revisionId: string; desired: DesiredDeployment },
): Promise<{ id: string; before: ReadonlySet<string> } | undefined> {
  const views = (await unlessApiError(() => listViews(context, deployment.id))) ?? [];
  const ours = views.findIndex(({ id }) => id === revisionId);
  const at = views.findIndex((revision, index) => index < ours && matchesOrigin(revision, desired));
  const found = views[at];
  return found && { id: found.id, before: new Set(views.slice(at + 1).map(({ id }) => id)) };
}

function withoutCommit(revision: RevisionView): RevisionView {
  return { ...revision, commit: undefined };
}

/** How long a revision's commit is awaited, in milliseconds. */
export interface CommitTimeouts {
  /** While it has not been fetched: one that we asked for would stand behind it in the queue. */
  queuedMs: number;
  /** After that. */
  fetchedMs: number;
}

const QUEUED: readonly string[] = ['CREATING', 'QUEUED', 'AWAITING_BUILD'];

/** How waiting for a commit ended: `settled` when it is said or the revision ended, else which patience did. */
export type CommitWaitResult = 'settled' | 'silent' | 'queued';

/** Waits until a revision on its way says its commit, or ends, or the patience does. */
export async function waitForCommit(
  context: ServiceContext,
  deploymentId: string,
  revisionId: string,
  patience: CommitTimeouts,
): Promise<CommitWaitResult> {
  const startedAt = context.clock.now();
  let fetchedAt: number | undefined;
  // It was read a moment ago.
  await context.clock.sleep(1000, context.signal);
  return poll(context, growing(1500, 1.5, 10_000), async () => {
    const now = context.clock.now();
    const view = (await listViews(context, deploymentId)).find(({ id }) => id === revisionId);
    if (view === undefined || view.commit !== undefined || isFinal(view.status)) return 'settled';
    if (!QUEUED.includes(view.status)) fetchedAt ??= now;
    if (fetchedAt !== undefined && now - fetchedAt >= patience.fetchedMs) return 'silent';
    return now - startedAt >= patience.queuedMs ? 'queued' : undefined;
  });
}

/**
 * Waits for the revision that the push itself makes on a deployment with `build_on_push`: the one with our
 * commit that had not ended when the run began, or undefined when the grace period passes without it. It may have been
 * there already: its commit becomes known only when it is fetched.
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
    within(graceMs, () => 2000),
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

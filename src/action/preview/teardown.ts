import { ApiError, isApiError, ignoreApiError } from '../../clients/errors.ts';
import { ONE_MINUTE_SCHEDULE, growingPauses, poll, limitTime } from '../../clients/poll.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import { errorMessage } from '../../os/errors.ts';
import { setStage } from '../deploy/rollout.ts';
import type { VerbContext } from '../verb-context.ts';
import type { CommonSettings, TeardownSettings } from '../inputs/settings.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import { formatDuration } from '../run-record.ts';
import { commitFormsOf, type NamingInputs, possibleNames } from './names.ts';
import {
  checkOwnership,
  isMarkerUnknown,
  markerText,
  type Ownership,
  type PullRequestId,
  readEvidence,
} from './ownership.ts';
import { type CommitNameForm, commitInName } from './preview-name.ts';
import { fetchPullRequest, pullRequestIdOf } from './pull-request.ts';

/**
 * Implements the verb teardown: deletes all previews of the pull request, even if the pull request is open. Sends a
 * request to GitHub only if the preview's name contains the branch and the event does not contain the branch.
 */
export async function teardown(context: VerbContext<TeardownSettings>): Promise<Outcome> {
  const { settings, record } = context;
  record.pullRequest = settings.pullRequest;
  const of = pullRequestIdOf(context);
  return removePreview(context, allPreviewsOf(settings, of, await branchOf(context)));
}

async function branchOf(context: VerbContext<TeardownSettings>): Promise<string | undefined> {
  const { event, settings } = context;
  if (settings.nameTemplate?.includes('{branch}') !== true) return undefined;
  if (event.pullRequest?.number === settings.pullRequest && event.ref !== undefined) return event.ref;
  const reading = await fetchPullRequest(context, settings.pullRequest);
  return reading?.kind === 'read' ? reading.pull.branch : undefined;
}

/** Possible names of a pull request's previews, and the pull request to which the previews belong. */
export interface PreviewQuery {
  names: readonly string[];
  /** Forms of the names of the previews of commits. */
  forms: readonly CommitNameForm[];
  of: PullRequestId;
}

/**
 * Returns the query for the preview of a pull request and the previews of its commits. Throws ActionError if a name
 * requires an unknown branch.
 */
export function allPreviewsOf(
  naming: NamingInputs,
  of: PullRequestId,
  branch: string | undefined,
): PreviewQuery {
  return { names: possibleNames(naming, of, branch), forms: commitFormsOf(naming, of, branch), of };
}

/** Owner of a preview of any kind, and how to recognize the preview. */
interface Owner {
  /** Phrase for messages that follows "preview of", such as `acme/agents#7`. */
  whose: string;
  check(deployment: Deployment): Ownership;
}

/** Possible names of the previews of an owner. */
export interface OwnedPreviews extends Owner, NameQuery {
  /** Returns whether the service hides the deployment's marker, so that the owner is unknown. */
  isHidden(deployment: Deployment): boolean;
  /** Instruction for another name if an unrelated deployment has the preview's name. */
  rename: string;
}

/** Deletes the previews of a pull request (see {@link removeOwnedPreviews}). */
export function removePreview(
  context: VerbContext<CommonSettings & { repoUrl: string | undefined }>,
  { of, ...query }: PreviewQuery,
): Promise<Outcome> {
  return removeOwnedPreviews(context, {
    ...query,
    ...ownerOf(context, of),
    isHidden: isMarkerUnknown,
    rename: 'set another preview-name-template',
  });
}

function ownerOf(
  context: VerbContext<CommonSettings & { repoUrl: string | undefined }>,
  of: PullRequestId,
): Owner {
  const evidence = readEvidence(context);
  return { whose: markerText(of), check: (deployment) => checkOwnership(deployment, of, evidence) };
}

/**
 * Deletes the previews of an owner and their tracing projects, and waits until all are deleted. The teardown succeeds if
 * no preview exists. Throws ActionError if the only deployment with the preview's name is not the preview. If a preview
 * cannot be deleted, the teardown deletes the others and then throws the error.
 */
export async function removeOwnedPreviews(
  context: VerbContext<CommonSettings>,
  previews: OwnedPreviews,
): Promise<Outcome> {
  const { settings, record } = context;
  const { names, whose } = previews;
  const found = await findAllByNames(context, previews);
  const evaluated = found.map((item) => ({ item, verdict: previews.check(item) }));
  const ours = evaluated.flatMap(({ item, verdict }) => (verdict.ours ? [item] : []));
  const unowned = evaluated.flatMap(({ item, verdict }) =>
    verdict.ours || isBeingDeleted(item.status) ? [] : [{ item, why: verdict.why }],
  );
  // A name that looks like a commit's preview proves nothing, unless the deployment's marker is unknown.
  const isConflict = found.some((item) => names.includes(item.name) || previews.isHidden(item));
  if (ours.length === 0 && unowned.length > 0 && isConflict) {
    const lines = unowned.map(({ item, why }) => `${item.name} (${item.id}) ${why}`);
    throw new ActionError(
      'not-a-preview',
      `Nothing was deleted: ${lines.join('; ')}. If the deployment was meant to be the preview of ${whose}, delete it manually; otherwise ${previews.rename}.`,
    );
  }
  for (const { item, why } of unowned)
    reportUnowned(context, item, { why, isHidden: previews.isHidden(item) });
  const active = ours.filter(({ status }) => !isBeingDeleted(status));
  if (settings.dryRun && active.length > 0) {
    note(context, active);
    return outcome('planned', 'dry-run', `Nothing was sent. ${list(active)} would be deleted.`);
  }
  if (ours.some(({ name }) => !names.includes(name))) record.previewNames = [...names];
  const deleted = settings.dryRun ? [] : await deleteAll(context, ours, previews);
  record.retired = [...new Set(ours.length > 0 ? ours.map(({ name }) => name) : names)];
  const left = settings.wait && !settings.dryRun ? await waitUntilDeleted(context, ours) : [];
  if (left.length > 0) return stillDeletingOutcome(settings.waitTimeoutMs, left);
  // If the run does not wait, the list might still contain the deployments that the run has just deleted.
  const gone = ours.filter((item) => settings.wait || !deleted.includes(item));
  if (!settings.dryRun) await waitUntilUnlisted(context, gone);
  if (deleted.length === 0) {
    return outcome('torn-down', 'already-gone', `No preview of ${whose} exists (${names.join(', ')}).`);
  }
  const message =
    deleted.length === 1
      ? `The preview of ${whose}, ${list(deleted)}, was deleted.`
      : `${deleted.length} previews of ${whose} were deleted: ${list(deleted)}.`;
  return outcome('torn-down', 'deleted', message);
}

/**
 * Reports a deployment that has the name of a preview, and that the run keeps. Warns if it might be the preview, because
 * a preview that is never deleted costs money.
 */
export function reportUnowned(
  { log }: Pick<VerbContext, 'log'>,
  { name, id }: Deployment,
  { why, isHidden }: { why: string; isHidden: boolean },
): void {
  const line = `${name} (${id}) ${why}.`;
  if (isHidden) log.warn('preview', `Kept: ${line}`);
  else log.line(`Left alone: ${line}`);
}

/**
 * Deletes previews, and returns the previews that still existed. Throws the first error after all previews were tried,
 * and records the previews that were deleted.
 */
async function deleteAll(
  context: VerbContext<CommonSettings>,
  items: readonly Deployment[],
  owner: Owner,
): Promise<Deployment[]> {
  const { record, log, signal } = context;
  const deleted: Deployment[] = [];
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      if (!(await isSameOwned(context, item, owner))) continue;
      note(context, [item]);
      log.line(`Deleting ${item.name} (${item.id}), the preview of ${owner.whose}, and its tracing project.`);
      if (await deletePreview(context, item)) deleted.push(item);
    } catch (error) {
      signal.throwIfAborted();
      log.line(`${item.name} (${item.id}) could not be deleted: ${errorMessage(error)}`);
      errors.push(error);
    }
  }
  if (errors.length === 0) return deleted;
  record.retired = [...new Set(deleted.map(({ name }) => name))];
  throw errors[0];
}

/** Returns the deployments with exactly these names, including deployments that are being deleted. */
export async function findByNames(
  { controlPlane, signal }: Pick<VerbContext, 'controlPlane' | 'signal'>,
  names: readonly string[],
): Promise<Deployment[]> {
  const found = new Map<string, Deployment>();
  for (const name of names) {
    for (const item of await controlPlane.listDeployments({ nameContains: name }, signal)) {
      if (item.name === name) found.set(item.id, item);
    }
  }
  return [...found.values()];
}

type NameQuery = Pick<PreviewQuery, 'names' | 'forms'>;

/** Returns the deployments whose names match the query, including deployments that are being deleted. */
export async function findPreviews(
  { controlPlane, signal }: Pick<VerbContext, 'controlPlane' | 'signal'>,
  query: NameQuery,
): Promise<Deployment[]> {
  const found = new Map<string, Deployment>();
  for (const nameContains of searchTexts(query)) {
    for (const item of await controlPlane.listDeployments({ nameContains }, signal)) {
      if (isNamed(item, query)) found.set(item.id, item);
    }
  }
  return [...found.values()];
}

function isNamed({ name }: Deployment, { names, forms }: NameQuery): boolean {
  return names.includes(name) || commitInName(name, forms) !== undefined;
}

/** Returns texts to search for, so that the results contain every possible name, with as few requests as possible. */
function searchTexts({ names, forms }: NameQuery): string[] {
  const texts = [...new Set([...names, ...forms.map(({ before }) => before)])];
  return texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
}

/**
 * Returns the deployments whose names match the query from the filtered list. If the filtered list contains no such
 * deployment, reads the unfiltered list, because a wrong filter would keep the deployment forever.
 */
export async function findAllByNames(
  context: Pick<VerbContext, 'controlPlane' | 'signal'>,
  query: NameQuery,
): Promise<Deployment[]> {
  const found = await findPreviews(context, query);
  if (found.length > 0) return found;
  return (await context.controlPlane.listDeployments({}, context.signal)).filter((item) =>
    isNamed(item, query),
  );
}

/**
 * Waits until the list no longer contains the deployments, because a 404 by ID does not prove the deletion of a listed
 * deployment.
 */
export async function waitUntilUnlisted(
  context: Pick<VerbContext, 'controlPlane' | 'signal' | 'clock'>,
  items: readonly Deployment[],
): Promise<void> {
  let left = [...items];
  await poll(context, ONE_MINUTE_SCHEDULE, async () => {
    const [only, ...others] = left;
    if (only === undefined) return true;
    const listed =
      others.length === 0
        ? await findByNames(context, [only.name])
        : await context.controlPlane.listDeployments({}, context.signal);
    const active = new Set(listed.filter(({ status }) => !isBeingDeleted(status)).map(({ id }) => id));
    left = left.filter(({ id }) => active.has(id));
    return left.length === 0 || undefined;
  });
  if (left.length === 0) return;
  throw new ActionError(
    'contradictory-answers',
    `The list still shows ${list(left)} as existing, but a request by ID returns no deployment. Check the service, and run the workflow again.`,
  );
}

/** Returns whether the deployment is the pull request's preview in the list (see {@link isSameOwned}). */
export function isSameById(
  context: VerbContext<CommonSettings & { repoUrl: string | undefined }>,
  item: Deployment,
  of: PullRequestId,
): Promise<boolean> {
  return isSameOwned(context, item, ownerOf(context, of));
}

/**
 * Returns whether the deployment that is read by ID is the preview in the list, or false if the deployment was deleted.
 * Throws ActionError if the deployment differs from its entry in the list.
 */
async function isSameOwned(
  context: VerbContext<CommonSettings>,
  item: Deployment,
  owner: Owner,
): Promise<boolean> {
  const now = await readDeployment(context, item.id);
  if (now === undefined) return false;
  if (now.name === item.name && owner.check(now).ours) return true;
  throw new ActionError(
    'contradictory-answers',
    `One response shows ${item.id} as ${item.name}, the preview of ${owner.whose}, and another response does not, so it was not deleted. Check the service, and run the workflow again.`,
  );
}

/**
 * Deletes one preview and its tracing project, because the project would block the name for a reopened pull request.
 * Returns whether the preview existed. After a lost response, reads the deployment to determine whether it was deleted.
 */
export async function deletePreview(
  context: VerbContext<CommonSettings>,
  { id, status }: Deployment,
): Promise<boolean> {
  const { controlPlane, signal, record } = context;
  await setStage(context, 'writing');
  record.changed = true;
  const wasLiving = !isBeingDeleted(status);
  try {
    return (await controlPlane.deleteDeployment(id, { deleteTracingProject: true }, signal)) && wasLiving;
  } catch (error) {
    // If the deployment was already being deleted, the request could only delete the deployment's tracing project, so an
    // error of the service does not matter.
    if (!wasLiving && isApiError(error)) return false;
    if (!mayHaveHappened(error)) throw error;
    const now = await readDeployment(context, id);
    if (now !== undefined && !isBeingDeleted(now.status)) throw error;
    return true;
  }
}

/**
 * Waits at most `wait-timeout` until the service responds with 404 for all previews, and returns the remaining
 * previews.
 */
export async function waitUntilDeleted<T extends Pick<Deployment, 'id'>>(
  context: VerbContext<CommonSettings>,
  items: readonly T[],
): Promise<T[]> {
  const { waitTimeoutMs, pollIntervalMs } = context.settings;
  context.setReadDeadline(context.clock.now() + waitTimeoutMs);
  try {
    let left = [...items];
    const schedule = limitTime(waitTimeoutMs, growingPauses(1000, 1.5, Math.min(pollIntervalMs, 15_000)));
    await poll(context, schedule, async () => {
      const still: T[] = [];
      for (const item of left) if ((await readDeployment(context, item.id)) !== undefined) still.push(item);
      left = still;
      return left.length === 0 || undefined;
    });
    return left;
  } finally {
    context.setReadDeadline(undefined);
  }
}

/** Returns the outcome of a run whose time limit ended before the previews were deleted. */
export function stillDeletingOutcome(waitedMs: number, left: readonly Deployment[]): Outcome {
  return outcome(
    'timed-out',
    'still-deleting',
    `${list(left)} ${left.length === 1 ? 'is' : 'are'} still being deleted after ${formatDuration(waitedMs)}. The service continues without this run; raise wait-timeout, or set \`wait: false\`.`,
  );
}

function readDeployment({ controlPlane, signal }: Pick<VerbContext, 'controlPlane' | 'signal'>, id: string) {
  return ignoreApiError(() => controlPlane.getDeployment(id, signal), 404);
}

/**
 * Returns whether the deployment might have been deleted despite the error. A refusal (4xx) proves that the deployment
 * was not deleted.
 */
function mayHaveHappened(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === undefined || error.status >= 500 || error.status < 400)
  );
}

function note({ record }: Pick<VerbContext, 'record'>, [first]: readonly Deployment[]): void {
  if (first !== undefined) record.deployment = { id: first.id, name: first.name, url: undefined };
}

function list(items: readonly Deployment[]): string {
  return items.map(({ name, id }) => `${name} (${id})`).join(', ');
}

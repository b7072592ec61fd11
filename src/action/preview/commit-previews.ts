import { ApiError } from '../../clients/errors.ts';
import { errorMessage } from '../../os/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted, isFinal } from '../../contract/statuses.ts';
import type { PreviewSettings } from '../inputs/settings.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import { urlOf } from '../plan/current.ts';
import type { CommitPreview } from '../run-record.ts';
import { countOf } from '../text.ts';
import type { VerbContext } from '../verb-context.ts';
import { checkOwnership, isMarkerUnknown, markerText, readEvidence } from './ownership.ts';
import { commitInName } from './preview-name.ts';
import { deletePreview, findPreviews, isSameById, type PreviewQuery, reportUnowned } from './teardown.ts';

type PreviewContext = VerbContext<PreviewSettings>;

interface Options {
  query: PreviewQuery;
  /** Name of the preview that the run deploys. */
  name: string;
  /** Number of previews to keep, including the preview of the run. */
  keep: number;
}

/**
 * A revision in progress for longer than this time in milliseconds belongs to a run that ended, because the service
 * has no result for it.
 */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * Deploys the preview of one commit. Then deletes the oldest previews of the pull request's commits, also after a
 * failed deploy, and records the remaining previews. A preview that cannot be deleted causes a warning and does not
 * change the outcome.
 */
export async function withCommitPreviews(
  context: PreviewContext,
  options: Options,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const { record, signal } = context;
  let end: Outcome;
  try {
    end = await work();
  } catch (error) {
    signal.throwIfAborted();
    if (record.changed) await deleteSurplus(context, options);
    throw error;
  }
  if (end.kind === 'skipped') return end;
  if (context.settings.dryRun) return describeSurplus(context, options, end);
  if (end.kind === 'superseded' && end.reason === 'commit-mismatch') {
    end = await deleteOtherCommit(context, options, end);
  }
  await deleteSurplus(context, options);
  return end;
}

/**
 * Returns the previews to delete so that `keep` remain, oldest first. The preview of the run is always kept, and so are
 * newer previews, which belong to runs that began later. A preview with an unknown time counts as new. The IDs determine
 * the order of previews with the same time.
 */
export function selectSurplus<T extends Pick<CommitPreview, 'name' | 'createdAt'> & { id: string }>(
  previews: readonly T[],
  name: string,
  keep: number,
): T[] {
  const others = newestFirst(previews.filter((one) => one.name !== name));
  const ownTime = previews.find((one) => one.name === name)?.createdAt ?? Number.POSITIVE_INFINITY;
  return others
    .slice(Math.max(0, keep - 1))
    .filter(({ createdAt }) => createdAt !== undefined && createdAt <= ownTime)
    .toReversed();
}

function newestFirst<T extends Pick<CommitPreview, 'createdAt'> & { id: string }>(items: readonly T[]): T[] {
  const timeOf = ({ createdAt = Number.POSITIVE_INFINITY }: T) => createdAt;
  return items.toSorted((a, b) => {
    const [left, right] = [timeOf(a), timeOf(b)];
    return left === right ? (a.id < b.id ? 1 : -1) : right - left;
  });
}

type Found = CommitPreview & { id: string; deployment: Deployment };

/** Returns this pull request's previews of commits. Logs deployments that only have such a name. */
async function readCommitPreviews(context: PreviewContext, { query, name }: Options): Promise<Found[]> {
  const evidence = readEvidence(context);
  const found: Found[] = [];
  for (const deployment of await findPreviews(context, query)) {
    const commit = commitInName(deployment.name, query.forms)?.commit;
    if (commit === undefined || isBeingDeleted(deployment.status)) continue;
    const isOwn = deployment.id === context.record.deployment?.id && deployment.name === name;
    const verdict = checkOwnership(deployment, query.of, { ...evidence, proven: isOwn });
    if (!verdict.ours) {
      reportUnowned(context, deployment, { why: verdict.why, isHidden: isMarkerUnknown(deployment) });
      continue;
    }
    const createdAt = Date.parse(deployment.created_at ?? '');
    found.push({
      id: deployment.id,
      name: deployment.name,
      commit,
      url: deployment.active_revision_id ? urlOf(deployment) : undefined,
      createdAt: createdAt >= 0 ? createdAt : undefined,
      deployment,
    });
  }
  return found;
}

/** Logs the previews that a deploy would delete, and appends them to the outcome of a plan. */
async function describeSurplus(context: PreviewContext, options: Options, end: Outcome): Promise<Outcome> {
  const surplus = selectSurplus(await readCommitPreviews(context, options), options.name, options.keep);
  if (surplus.length === 0) return end;
  const names = surplus.map(({ name, id }) => `${name} (${id})`).join(', ');
  const line = `${countOf(surplus.length, 'older preview')} would be deleted, because preview-keep is ${options.keep}: ${names}.`;
  context.log.line(line);
  return end.kind === 'planned' ? outcome('planned', 'dry-run', `${end.message} ${line}`) : end;
}

/** Deletes the oldest previews that exceed the bound, and records the remaining previews. */
async function deleteSurplus(context: PreviewContext, options: Options): Promise<void> {
  const { record, log, signal } = context;
  try {
    const found = await readCommitPreviews(context, options);
    const deleted = new Set<string>();
    const { name: own } = options;
    // A run without a preview, because it was deleted, leaves its place to an older preview.
    const keep = found.some(({ name }) => name === own) ? options.keep : options.keep + 1;
    const surplus = selectSurplus(found, own, keep);
    for (const preview of surplus) {
      if (await tryDelete(context, options, preview)) deleted.add(preview.id);
    }
    reportExcess(context, options, { found, surplus });
    const left = found.filter(({ id, name }) => !deleted.has(id) && !record.retired.includes(name));
    record.commitPreviews = newestFirst(left).map(({ name, commit, url, createdAt }) => ({
      name,
      commit,
      url,
      createdAt,
    }));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError)) throw error;
    log.warn(
      'preview-keep',
      `The previews of ${markerText(options.query.of)} could not be listed, so older previews were not deleted: ${error.message} The next deploy of the pull request deletes them, and its closing deletes all.`,
    );
  }
}

/** Reports the previews that exceed the bound although no run deploys them. */
function reportExcess(
  { log }: PreviewContext,
  { name: own, keep }: Options,
  { found, surplus }: { found: readonly Found[]; surplus: readonly Found[] },
): void {
  if (found.length - surplus.length <= keep) return;
  const ownTime = found.find(({ name }) => name === own)?.createdAt ?? Number.POSITIVE_INFINITY;
  for (const { name, id, createdAt } of found) {
    if (name === own) continue;
    if (createdAt === undefined) {
      log.warn(
        'preview',
        `Kept: ${name} (${id}) might be older than preview-keep allows, but the service returns no time of its creation. Delete it manually, or close the pull request.`,
      );
    } else if (createdAt > ownTime) {
      log.line(`${name} (${id}) is kept, because it is newer than the preview of this run.`);
    }
  }
}

/** Deletes an older preview unless another run deploys it. Returns true if the preview no longer exists. */
async function tryDelete(
  context: PreviewContext,
  { query: { of }, keep }: Options,
  { deployment }: Found,
): Promise<boolean> {
  const { log, signal, record } = context;
  const { name, id } = deployment;
  try {
    if (!(await isSameById(context, deployment, of))) return true;
    if (await isDeploying(context, deployment)) {
      log.line(`${name} (${id}) is kept, because another run is deploying it.`);
      return false;
    }
    log.line(`Deleting ${name} (${id}), because preview-keep is ${keep} and newer previews exist.`);
    await deletePreview(context, deployment);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError) && !(error instanceof ActionError)) throw error;
    log.warn(
      'preview-keep',
      `${name} (${id}), an older preview of ${markerText(of)}, could not be deleted: ${errorMessage(error)} The next deploy of the pull request tries again, and its closing deletes all previews.`,
    );
    return false;
  }
  record.retired.push(name);
  return true;
}

/** Returns whether a run is deploying a preview: its latest revision is in progress, or it has no revision yet. */
async function isDeploying(
  { controlPlane, signal, clock }: PreviewContext,
  { id, created_at: createdAt }: Deployment,
): Promise<boolean> {
  const [latest] = await controlPlane.listRevisions(id, { limit: 1 }, signal);
  if (latest !== undefined && isFinal(latest.status)) return false;
  const since = Date.parse((latest === undefined ? createdAt : latest.created_at) ?? '');
  return Number.isNaN(since) || clock.now() - since < ABANDONED_MS;
}

/**
 * Deletes the preview of the run, which the service builds from a newer commit than the commit in the preview's name.
 * The run of the newer commit deploys that commit's own preview.
 */
async function deleteOtherCommit(
  context: PreviewContext,
  { query: { of } }: Options,
  end: Outcome,
): Promise<Outcome> {
  const { record, controlPlane, signal, log } = context;
  const { deployment: own } = record;
  if (own === undefined) return end;
  try {
    const found = await controlPlane.getDeployment(own.id, signal);
    if (!(await isSameById(context, found, of))) return end;
    await deletePreview(context, found);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError) && !(error instanceof ActionError)) throw error;
    log.warn(
      'preview-per',
      `${own.name} (${own.id}) has another commit than its name, and could not be deleted: ${errorMessage(error)}`,
    );
    return end;
  }
  record.retired.push(own.name);
  return outcome(
    'superseded',
    'commit-mismatch',
    `${end.message} The preview ${own.name} was deleted, because its name contains the other commit.`,
  );
}

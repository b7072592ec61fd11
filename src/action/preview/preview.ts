import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import { findTarget } from '../deploy/read.ts';
import { deploy } from '../deploy/deploy.ts';
import { checkPullRequestPaths } from '../paths/check-paths.ts';
import type { SeedOptions } from '../seed/seed-preview.ts';
import type { VerbContext } from '../verb-context.ts';
import type {
  CommonSettings,
  DeploySettings,
  DesiredDeployment,
  GateInputs,
  PreviewSettings,
  Verification,
} from '../inputs/settings.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import { type CurrentDeployment, toCurrent } from '../plan/current.ts';
import { normalizeRepoUrl } from '../plan/fields.ts';
import { isRedactedValue } from '../plan/hidden-value.ts';
import { approveFork } from './approve-fork.ts';
import { inheritSettings } from './inherit.ts';
import { withCommitPreviews } from './commit-previews.ts';
import { commitFormsOf, commitPreviewNameOf, previewNameOf } from './names.ts';
import {
  checkOwnership,
  isMarkerUnknown,
  readEvidence,
  markerText,
  type OwnershipEvidence,
  type PullRequestId,
  readMarker,
} from './ownership.ts';
import { PREVIEW_MARKER } from '../inputs/secrets.ts';
import {
  currentPullRequest,
  type CurrentPullRequest,
  currentPullRequestState,
  hasLabel,
  pullRequestIdOf,
} from './pull-request.ts';
import {
  allPreviewsOf,
  findByNames,
  findPreviews,
  type PreviewQuery,
  removePreview,
  reportUnowned,
  stillDeletingOutcome,
  waitUntilDeleted,
} from './teardown.ts';

type PreviewContext = VerbContext<PreviewSettings>;

/**
 * Implements the verb preview: deploys a pull request under a separate name, with a marker and the settings of its
 * base. Deletes the preview if the pull request was closed or lost its label during the deployment.
 */
export async function preview(context: PreviewContext): Promise<Outcome> {
  const { settings, record } = context;
  record.pullRequest = settings.pullRequest;
  const of = pullRequestIdOf(context);
  const pull = await currentPullRequest(context);
  const skipped = gatePullRequest(of, pull, settings.forks !== undefined);
  if (skipped !== undefined) return skipped;
  if (!hasLabel(settings.labels, pull.labels)) return tearDownUnlabelled(context, of, pull);
  if (!pull.fork) return createPreview(context, of, pull);
  const approval = await approveFork(context, of, pull);
  if (approval.kind === 'refused') return approval.end;
  return createPreview(restrictToFork(context, approval.commit), of, pull);
}

/**
 * Returns the context for a fork's preview, which packs only the files of the approved commit, and sends secrets only
 * with `fork-secrets`. Secrets of an earlier run are removed.
 */
function restrictToFork(context: PreviewContext, commit: string): PreviewContext {
  const { settings } = context;
  const { desired, forks } = settings;
  // The service fetches the head of a branch, which the owner of the fork can move after the approval.
  if (desired.source !== 'internal_source')
    throw new Error('only an upload contains exactly the approved commit');
  const secrets = forks?.secrets === true ? (desired.secrets ?? []) : [];
  return {
    ...context,
    exactCommit: { commit, name: 'the approved commit', refuse: notApproved },
    settings: { ...settings, desired: { ...desired, secrets, secretsStrategy: 'replace' } },
  };
}

function notApproved(why: string): ActionError {
  return new ActionError(
    'commit-not-approved',
    `Only the approved commit of a fork may be deployed, and ${why}, so nothing was sent. Check out the commit directly before this step, with \`ref: \${{ github.event.pull_request.head.sha }}\`, and change no file. Git LFS files and submodules are not supported.`,
  );
}

async function createPreview(
  context: PreviewContext,
  of: PullRequestId,
  pull: CurrentPullRequest,
): Promise<Outcome> {
  const { settings, record } = context;
  const untouched = await checkPullRequestPaths(context);
  if (untouched !== undefined) return untouched;
  const base = await readBase(context);
  const { source } = inheritSettings(settings.desired, base, { exists: false });
  const where = { source, endpoint: settings.endpoint };
  const pullRequestName = previewNameOf(settings, of, pull.branch, where);
  const query = { names: [pullRequestName], forms: commitFormsOf(settings, of, pull.branch), of };
  const { keepCommits: keep } = settings;
  if (keep === undefined) {
    context.log.line(`The preview of ${markerText(of)} is ${pullRequestName}.`);
    record.name = pullRequestName;
    return withPreviewCleanup(context, query, () => deployPreview(context, of, pull, base, pullRequestName));
  }
  const commit = commitOf(context, of, pull);
  const name = commitPreviewNameOf(settings, of, pull.branch, { ...where, commit });
  context.log.line(`The preview of commit ${commit} in ${markerText(of)} is ${name}.`);
  record.name = name;
  record.previewNames = [pullRequestName];
  return withPreviewCleanup(context, query, () =>
    withCommitPreviews(context, { query, name, keep }, () => deployPreview(context, of, pull, base, name)),
  );
}

/** Returns the commit that the run deploys, or throws ActionError if the commit is unknown. */
function commitOf(context: PreviewContext, of: PullRequestId, pull: CurrentPullRequest): string {
  const { desired } = ofPullRequest(context.settings, pull);
  const ofHead = pull.ofEvent ? (context.event.commit ?? pull.commit) : pull.commit;
  const commit = context.exactCommit?.commit ?? (desired.source === 'git_host' ? desired.commit : ofHead);
  if (commit !== undefined) return commit;
  throw new ActionError(
    'pull-request-unknown',
    `The name of the preview contains its commit, but the head commit of ${markerText(of)} is unknown. Let the job read pull requests (\`pull-requests: read\`), or set \`preview-per: pull-request\`.`,
  );
}

/** Returns an outcome if the pull request must not have a preview, because it is closed or comes from a fork. */
function gatePullRequest(
  of: PullRequestId,
  { fork, closed }: CurrentPullRequest,
  acceptsForks: boolean,
): Outcome | undefined {
  const which = `Pull request ${markerText(of)}`;
  if (fork && !acceptsForks) {
    return outcome(
      'skipped',
      'fork',
      `${which} comes from a fork, whose code must not run with the secrets of this repository. A maintainer can push the change to a branch of this repository, or the workflow can set fork-approval.`,
    );
  }
  if (!closed) return undefined;
  return outcome('skipped', 'pull-request-closed', `${which} is closed, so it gets no preview.`);
}

/**
 * Deletes the preview of a pull request that has none of the required labels. A deployment that has the name of the
 * preview but is not the preview is neither deleted nor treated as an error.
 */
async function tearDownUnlabelled(
  context: VerbContext<PreviewSettings>,
  of: PullRequestId,
  pull: CurrentPullRequest,
): Promise<Outcome> {
  const { settings } = context;
  const query = allPreviewsOf(settings, of, pull.branch);
  const there = await findPreviews(context, query);
  const verdicts = there.map((item) => ({ item, verdict: checkOwnership(item, of, readEvidence(context)) }));
  if (verdicts.some(({ verdict }) => verdict.ours)) {
    context.log.line('The label that requests a preview was removed.');
    return removePreview(context, query);
  }
  for (const { item, verdict } of verdicts) {
    if (verdict.ours || isBeingDeleted(item.status)) continue;
    reportUnowned(context, item, { why: verdict.why, isHidden: isMarkerUnknown(item) });
  }
  return outcome(
    'skipped',
    'label-missing',
    `Pull request ${markerText(of)} has none of the labels ${settings.labels.join(', ')}, so it gets no preview.`,
  );
}

/**
 * Returns the base deployment, from which the preview inherits its settings. Throws ActionError if an input specifies a
 * base that does not exist.
 */
export async function readBase(
  context: VerbContext<CommonSettings & Pick<PreviewSettings, 'from' | 'desired'>>,
): Promise<CurrentDeployment | undefined> {
  const { settings, log } = context;
  const { from } = settings;
  if (from === undefined) return undefined;
  const found = await findTarget(context, from.target);
  if (found !== undefined) {
    log.line(`The preview inherits settings, but no secrets, from ${found.name} (${found.id}).`);
    const base = toCurrent(found, []);
    refusePlaceholders(base, settings.desired);
    return base;
  }
  if (from.specified && from.target.by === 'name') {
    throw new ActionError(
      'deployment-not-found',
      `preview-from: no deployment ${from.target.name} exists to inherit settings from. Correct the name, or omit preview-from to inherit nothing.`,
    );
  }
  return undefined;
}

/**
 * Throws ActionError if an inherited command contains a placeholder, because the placeholder would be deployed as
 * literal text.
 */
function refusePlaceholders(base: CurrentDeployment, desired: DesiredDeployment): void {
  for (const [input, own, inherited] of [
    ['install-command', desired.installCommand, base.installCommand],
    ['build-command', desired.buildCommand, base.buildCommand],
  ] as const) {
    if (own !== undefined || inherited === undefined || !isRedactedValue(inherited)) continue;
    throw new ActionError(
      'secrets-hidden',
      `${input}: ${base.name} shows a placeholder, which cannot be inherited. Set ${input}, or set preview-from to another deployment.`,
    );
  }
}

/**
 * Deploys the preview. Deletes the preview if the pull request was closed or lost its label during the deployment,
 * because the teardown might have run before the preview existed. Reads the pull request even after a failed
 * deployment, because the failure might leave a deployment behind.
 */
async function withPreviewCleanup(
  context: VerbContext<PreviewSettings>,
  previewQuery: PreviewQuery,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  let end: Outcome;
  try {
    end = await work();
  } catch (error) {
    context.signal.throwIfAborted();
    // A deployment that the run must not change must not be deleted either.
    if (error instanceof ActionError && error.outcome.reason === 'not-a-preview') throw error;
    const removed = await removeIfUnwanted(context, previewQuery);
    if (removed !== undefined) return removed;
    throw error;
  }
  const sent = end.kind !== 'unchanged' && end.kind !== 'planned';
  return (sent ? await removeIfUnwanted(context, previewQuery) : undefined) ?? end;
}

async function removeIfUnwanted(
  context: VerbContext<PreviewSettings>,
  previewQuery: PreviewQuery,
): Promise<Outcome | undefined> {
  if (context.settings.dryRun) return undefined;
  const state = await currentPullRequestState(context);
  if (state === undefined || state === 'open') return undefined;
  context.log.line(
    `The pull request ${state === 'closed' ? 'was closed' : 'lost its label'} while its preview was being deployed.`,
  );
  const end = await removePreview(context, previewQuery);
  if (end.kind !== 'torn-down' || state !== 'closed') return end;
  return outcome(
    'torn-down',
    'closed-meanwhile',
    `Pull request ${markerText(previewQuery.of)} was closed while its preview was being deployed, so the preview was deleted.`,
  );
}

async function deployPreview(
  context: PreviewContext,
  of: PullRequestId,
  pull: CurrentPullRequest,
  base: CurrentDeployment | undefined,
  name: string,
): Promise<Outcome> {
  const there = await findByNames(context, [name]);
  const left = await untilFree(context, there);
  if (left !== undefined) return left;
  const found = there.find(({ status }) => !isBeingDeleted(status));
  const own = ofPullRequest(context.settings, pull);
  const inherited = inheritSettings(own.desired, base, { exists: found !== undefined });
  const desired = withMarker(inherited, of, found);
  const writeGuard = previewGuard({ of, desired: inherited, evidence: readEvidence(context) });
  if (found !== undefined) writeGuard.update(found);
  const settings: DeploySettings = {
    ...context.settings,
    ...own,
    desired,
    verification: compareWithBase(context, base),
    // Does not compare `paths` again, because `paths` was already compared with the pull request's files.
    paths: undefined,
    verb: 'deploy',
    target: { by: 'name', name },
  };
  const afterRollout = seedAfterRollout(context, {
    pull,
    base,
    checkOwner: (deployment) => writeGuard.update(deployment),
  });
  const rename = 'set another preview-name-template';
  return withFreeName(context, { name, rename }, () =>
    deploy({ ...context, settings, writeGuard, afterRollout }),
  );
}

/**
 * Runs a deployment. If an earlier deployment with the name is still being deleted, waits until the name is free and
 * runs the deployment again.
 */
export async function withFreeName(
  context: VerbContext<CommonSettings>,
  { name, rename }: { name: string; rename: string },
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ActionError) || error.outcome.reason !== 'name-taken') throw error;
    const beingDeleted = (await findByNames(context, [name])).filter(({ status }) => isBeingDeleted(status));
    if (beingDeleted.length === 0) throw leftOver({ name, rename }, error);
    return (await untilFree(context, beingDeleted)) ?? work();
  }
}

/** Returns the function that writes the data of the preview, or `undefined` if the preview gets no data. */
function seedAfterRollout(
  context: PreviewContext,
  { pull, ...options }: { pull: CurrentPullRequest } & Omit<SeedOptions, 'seed'>,
): VerbContext['afterRollout'] {
  const { seed } = context.settings;
  // A request to the agent contains the API key, which the code of a fork could read.
  if (seed === undefined || pull.fork) return undefined;
  return async (end) => {
    const { seedPreview } = await import('../seed/seed-preview.ts');
    return seedPreview(context, end, { ...options, seed });
  };
}

/**
 * Returns the verification with the base as the deployment to compare with, unless the inputs specify another
 * deployment. Does not compare with a base that has no active revision yet.
 */
export function compareWithBase(
  { settings, log }: VerbContext<CommonSettings & Pick<PreviewSettings, 'verification'>>,
  base: CurrentDeployment | undefined,
): Verification | undefined {
  const { verification } = settings;
  if (verification?.gate?.compareWith.kind !== 'base') return verification;
  const compareWith = (): GateInputs['compareWith'] => {
    if (base?.activeRevisionId !== undefined)
      return { kind: 'deployment', target: { by: 'id', id: base.id } };
    const why =
      base === undefined
        ? 'inherits from no deployment'
        : `inherits from ${base.name}, which serves no revision`;
    log.line(`The preview ${why}, so the gate judges it without a comparison.`);
    return { kind: 'none' };
  };
  return { ...verification, gate: { ...verification.gate, compareWith: compareWith() } };
}

/** Sets the ref and commit of the pull request, unless inputs specify another ref or commit. */
function ofPullRequest(
  { desired, specified, resolveCommit }: PreviewSettings,
  pull: CurrentPullRequest,
): { desired: DesiredDeployment; resolveCommit: boolean } {
  if (pull.ofEvent || specified.ref || desired.source !== 'git_host') return { desired, resolveCommit };
  const commit = specified.commit ? desired.commit : pull.commit;
  return { desired: { ...desired, ref: pull.branch, commit }, resolveCommit: false };
}

/** Waits until the previous preview of a reopened pull request is deleted and the preview's name is free. */
export async function untilFree(
  context: VerbContext<CommonSettings>,
  there: readonly Deployment[],
): Promise<Outcome | undefined> {
  const beingDeleted = there.filter(({ status }) => isBeingDeleted(status));
  if (beingDeleted.length === 0 || context.settings.dryRun) return undefined;
  context.log.line('The previous preview with this name is still being deleted; waiting until it is gone.');
  const left = await waitUntilDeleted(context, beingDeleted);
  return left.length > 0 ? stillDeletingOutcome(context.settings.waitTimeoutMs, left) : undefined;
}

/**
 * Returns an error with a hint about a name that a tracing project still uses. Does not delete the tracing project,
 * because its traces might be needed.
 */
function leftOver({ name, rename }: { name: string; rename: string }, cause: ActionError): ActionError {
  return new ActionError(
    'name-taken',
    `The name ${name} is taken by the tracing project of an earlier deployment that was deleted without it. Delete that project and run the workflow again, or ${rename}. Teardown and sweep always delete both. ${cause.message}`,
    { cause },
  );
}

/**
 * Adds the marker to the secrets of a preview. If the inputs contain no secrets and the service hides values, an
 * existing preview keeps its secrets, because the marker can be sent only together with all secrets.
 */
function withMarker(
  desired: DesiredDeployment,
  of: PullRequestId,
  found: Deployment | undefined,
): DesiredDeployment {
  const marker = { name: PREVIEW_MARKER, value: markerText(of) };
  if (desired.secrets !== undefined) return { ...desired, secrets: [...desired.secrets, marker] };
  const hidden = found !== undefined && readMarker(found).kind === 'hidden';
  return { ...desired, secrets: hidden ? undefined : [marker], secretsStrategy: 'merge' };
}

/**
 * Creates a check that runs immediately before each write, because another user might have created a deployment with
 * the preview's name since the last read. The check prevents a preview without its marker, and changes to a deployment
 * that is not this pull request's preview. If the marker's value is hidden, a build from our repository proves the
 * ownership, because no other pull request of the repository has this number.
 */
function previewGuard({
  of,
  desired,
  evidence,
}: {
  of: PullRequestId;
  desired: DesiredDeployment;
  evidence: OwnershipEvidence;
}): NonNullable<VerbContext['writeGuard']> {
  return {
    create: ({ secrets }) => {
      if (secrets?.some(({ name }) => name === PREVIEW_MARKER)) return;
      throw new ActionError(
        'deployment-gone',
        `The preview of ${markerText(of)} disappeared while it was being updated. Run the workflow again.`,
      );
    },
    update: (found) => {
      const { repoUrl } = toCurrent(found, []);
      const proven =
        desired.source === 'git_host' &&
        repoUrl !== undefined &&
        normalizeRepoUrl(repoUrl) === normalizeRepoUrl(desired.repoUrl ?? '');
      const verdict = checkOwnership(found, of, { ...evidence, proven });
      if (verdict.ours) return;
      throw new ActionError(
        'not-a-preview',
        `${found.name} (${found.id}) ${verdict.why}, so it was not changed. Set another preview-name-template, or delete the deployment if the preview may replace it.`,
      );
    },
  };
}

import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import { findTarget } from '../deploy/read.ts';
import { deploy } from '../deploy/deploy.ts';
import { checkPullRequestPaths } from '../paths/check-paths.ts';
import type { VerbContext } from '../verb-context.ts';
import type { DeploySettings, PreviewSettings, DesiredDeployment } from '../inputs/settings.ts';
import { outcome, type Outcome, ActionError } from '../outcome.ts';
import { type CurrentDeployment, toCurrent } from '../plan/current.ts';
import { looksHidden } from '../plan/hidden-value.ts';
import { inheritSettings } from './inherit.ts';
import { evidenceOf } from './ownership.ts';
import { markerText, type PullRequestId } from './marker.ts';
import { previewNameOf } from './names.ts';
import { previewGuard, withMarker } from './guard.ts';
import { currentPullRequest, hasLabel, pullRequestIdOf, type CurrentPullRequest } from './pull-request.ts';
import { waitUntilDeleted, stillDeleting, findByNames } from './remove.ts';
import { tearDownUnlabelled } from './unlabelled.ts';
import { withPreviewCleanup } from './unless-unwanted.ts';

type PreviewTools = VerbContext<PreviewSettings>;

/**
 * The verb preview (DESIGN §5 "previews"): a deployment for a pull request, named and marked as its own, with the
 * settings of the base it is to become part of. It is deployed by the verb deploy, and is gone again when the pull
 * request is closed, or loses its label, before that is done.
 */
export async function preview(context: PreviewTools): Promise<Outcome> {
  const { settings, record } = context;
  record.pullRequest = settings.pullRequest;
  const of = pullRequestIdOf(context);
  const pull = await currentPullRequest(context);
  const skipped = gatePullRequest(of, pull);
  if (skipped !== undefined) return skipped;
  if (!hasLabel(settings.labels, pull.labels)) return tearDownUnlabelled(context, of, pull);
  const untouched = await checkPullRequestPaths(context);
  if (untouched !== undefined) return untouched;
  const base = await readBase(context);
  const { source } = inheritSettings(settings.wanted, base, { exists: false });
  const name = previewNameOf(settings, of, pull.branch, { source, endpoint: settings.endpoint });
  context.log.line(`The preview of ${markerText(of)} is ${name}.`);
  record.name = name;
  return withPreviewCleanup(context, { names: [name], of }, () =>
    deployPreview(context, of, pull, base, name),
  );
}

/** What a pull request must be like to get a preview. Pure. */
function gatePullRequest(of: PullRequestId, { fork, closed }: CurrentPullRequest): Outcome | undefined {
  const which = `Pull request ${markerText(of)}`;
  if (fork) {
    return outcome(
      'skipped',
      'fork',
      `${which} comes from a fork, whose code must not run with secrets of this repository. A maintainer can push the change to a branch of this repository.`,
    );
  }
  if (!closed) return undefined;
  return outcome('skipped', 'pull-request-closed', `${which} is closed, so it gets no preview.`);
}

/** The deployment whose settings are inherited; one that was named has to be there. */
async function readBase({
  settings,
  controlPlane,
  signal,
  log,
}: PreviewTools): Promise<CurrentDeployment | undefined> {
  const { from } = settings;
  if (from === undefined) return undefined;
  const found = await findTarget(controlPlane, from.target, signal);
  if (found !== undefined) {
    log.line(`Settings are inherited from ${found.name} (${found.id}), secrets are not.`);
    const base = toCurrent(found, []);
    refusePlaceholders(base, settings.wanted);
    return base;
  }
  if (from.said && from.target.by === 'name') {
    throw new ActionError(
      'deployment-not-found',
      `preview-from: there is no deployment ${from.target.name} to inherit settings from. Correct the name, or leave preview-from out to go without.`,
    );
  }
  return undefined;
}

/** A command with a hidden part would reach the preview as it is shown. */
function refusePlaceholders(base: CurrentDeployment, desired: DesiredDeployment): void {
  for (const [input, own, inherited] of [
    ['install-command', desired.installCommand, base.installCommand],
    ['build-command', desired.buildCommand, base.buildCommand],
  ] as const) {
    if (own !== undefined || inherited === undefined || !looksHidden(inherited)) continue;
    throw new ActionError(
      'secrets-hidden',
      `${input}: ${base.name} shows one that looks hidden, so that it cannot be inherited. Give ${input}, or set preview-from to another deployment.`,
    );
  }
}

async function deployPreview(
  context: PreviewTools,
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
  const inherited = inheritSettings(own.wanted, base, { exists: found !== undefined });
  const desired = withMarker(inherited, of, found);
  const writeGuard = previewGuard({ of, wanted: inherited, evidence: evidenceOf(context) });
  if (found !== undefined) writeGuard.update(found);
  const settings: DeploySettings = {
    ...context.settings,
    ...own,
    wanted: desired,
    // They were asked about the pull request already.
    paths: undefined,
    verb: 'deploy',
    target: { by: 'name', name },
  };
  const work = () => deploy({ ...context, settings, writeGuard });
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ActionError) || error.outcome.reason !== 'name-taken') throw error;
    const leaving = (await findByNames(context, [name])).filter(({ status }) => isBeingDeleted(status));
    if (leaving.length === 0) throw leftOver(name, error);
    return (await untilFree(context, leaving)) ?? work();
  }
}

/** The ref and commit of the pull request, unless inputs say others. */
function ofPullRequest(
  { wanted: desired, said, resolveCommit }: PreviewSettings,
  pull: CurrentPullRequest,
): { wanted: DesiredDeployment; resolveCommit: boolean } {
  if (pull.ofEvent || said.ref || desired.source !== 'git_host') return { wanted: desired, resolveCommit };
  const commit = said.commit ? desired.commit : pull.commit;
  return { wanted: { ...desired, ref: pull.branch, commit }, resolveCommit: false };
}

/** A preview that was closed and is opened again: the name is free when the one before is gone. */
async function untilFree(context: PreviewTools, there: readonly Deployment[]): Promise<Outcome | undefined> {
  const dying = there.filter(({ status }) => isBeingDeleted(status));
  if (dying.length === 0 || context.settings.dryRun) return undefined;
  context.log.line('The preview of this name is being deleted: waiting until it is gone.');
  const left = await waitUntilDeleted(context, dying);
  return left.length > 0 ? stillDeleting(context.settings.waitTimeoutMs, left) : undefined;
}

/** The project may hold traces that somebody wants: it is not ours to delete. */
function leftOver(name: string, cause: ActionError): ActionError {
  return new ActionError(
    'name-taken',
    `The name ${name} is taken by something that is no deployment: the tracing project of an earlier one, which was deleted without it. Teardown and sweep always delete both. Delete the tracing project ${name} (on its page, or by DELETE /api/v1/sessions/{id} of the tracing API), and run again; or give another preview-name-template. ${cause.message}`,
    { cause },
  );
}

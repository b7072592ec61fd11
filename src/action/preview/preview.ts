import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import { findTarget } from '../apply/read.ts';
import { deploy } from '../deploy/deploy.ts';
import { checkPullRequestPaths } from '../deploy/paths.ts';
import type { VerbContext } from '../deploy/tools.ts';
import type { DeploySettings, PreviewSettings, DesiredDeployment } from '../inputs/settings.ts';
import { outcome, type Outcome, ActionError } from '../outcome/outcome.ts';
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
export async function preview(tools: PreviewTools): Promise<Outcome> {
  const { settings, record } = tools;
  record.pullRequest = settings.pullRequest;
  const of = pullRequestIdOf(tools);
  const pull = await currentPullRequest(tools);
  const skipped = gatePullRequest(of, pull);
  if (skipped !== undefined) return skipped;
  if (!hasLabel(settings.labels, pull.labels)) return tearDownUnlabelled(tools, of, pull);
  const untouched = await checkPullRequestPaths(tools);
  if (untouched !== undefined) return untouched;
  const base = await readBase(tools);
  const { source } = inheritSettings(settings.wanted, base, { exists: false });
  const name = previewNameOf(settings, of, pull.branch, { source, endpoint: settings.endpoint });
  tools.log.line(`The preview of ${markerText(of)} is ${name}.`);
  record.name = name;
  return withPreviewCleanup(tools, { names: [name], of }, () => deployPreview(tools, of, pull, base, name));
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
  plane,
  signal,
  log,
}: PreviewTools): Promise<CurrentDeployment | undefined> {
  const { from } = settings;
  if (from === undefined) return undefined;
  const found = await findTarget(plane, from.target, signal);
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
function refusePlaceholders(base: CurrentDeployment, wanted: DesiredDeployment): void {
  for (const [input, own, inherited] of [
    ['install-command', wanted.installCommand, base.installCommand],
    ['build-command', wanted.buildCommand, base.buildCommand],
  ] as const) {
    if (own !== undefined || inherited === undefined || !looksHidden(inherited)) continue;
    throw new ActionError(
      'secrets-hidden',
      `${input}: ${base.name} shows one that looks hidden, so that it cannot be inherited. Give ${input}, or set preview-from to another deployment.`,
    );
  }
}

async function deployPreview(
  tools: PreviewTools,
  of: PullRequestId,
  pull: CurrentPullRequest,
  base: CurrentDeployment | undefined,
  name: string,
): Promise<Outcome> {
  const there = await findByNames(tools, [name]);
  const left = await untilFree(tools, there);
  if (left !== undefined) return left;
  const found = there.find(({ status }) => !isBeingDeleted(status));
  const own = ofPullRequest(tools.settings, pull);
  const inherited = inheritSettings(own.wanted, base, { exists: found !== undefined });
  const wanted = withMarker(inherited, of, found);
  const guard = previewGuard({ of, wanted: inherited, evidence: evidenceOf(tools) });
  if (found !== undefined) guard.update(found);
  const settings: DeploySettings = {
    ...tools.settings,
    ...own,
    wanted,
    // They were asked about the pull request already.
    paths: undefined,
    verb: 'deploy',
    target: { by: 'name', name },
  };
  const work = () => deploy({ ...tools, settings, guard });
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ActionError) || error.outcome.reason !== 'name-taken') throw error;
    const leaving = (await findByNames(tools, [name])).filter(({ status }) => isBeingDeleted(status));
    if (leaving.length === 0) throw leftOver(name, error);
    return (await untilFree(tools, leaving)) ?? work();
  }
}

/** The ref and commit of the pull request, unless inputs say others. */
function ofPullRequest(
  { wanted, said, resolveCommit }: PreviewSettings,
  pull: CurrentPullRequest,
): { wanted: DesiredDeployment; resolveCommit: boolean } {
  if (pull.ofEvent || said.ref || wanted.source !== 'git_host') return { wanted, resolveCommit };
  const commit = said.commit ? wanted.commit : pull.commit;
  return { wanted: { ...wanted, ref: pull.branch, commit }, resolveCommit: false };
}

/** A preview that was closed and is opened again: the name is free when the one before is gone. */
async function untilFree(tools: PreviewTools, there: readonly Deployment[]): Promise<Outcome | undefined> {
  const dying = there.filter(({ status }) => isBeingDeleted(status));
  if (dying.length === 0 || tools.settings.dryRun) return undefined;
  tools.log.line('The preview of this name is being deleted: waiting until it is gone.');
  const left = await waitUntilDeleted(tools, dying);
  return left.length > 0 ? stillDeleting(tools.settings.waitTimeoutMs, left) : undefined;
}

/** The project may hold traces that somebody wants: it is not ours to delete. */
function leftOver(name: string, cause: ActionError): ActionError {
  return new ActionError(
    'name-taken',
    `The name ${name} is taken by something that is no deployment: the tracing project of an earlier one, which was deleted without it. Teardown and sweep always delete both. Delete the tracing project ${name} (on its page, or by DELETE /api/v1/sessions/{id} of the tracing API), and run again; or give another preview-name-template. ${cause.message}`,
    { cause },
  );
}

import { isHosted } from '../../contract/dialect.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import { deploy } from '../deploy/deploy.ts';
import { type LabelledPull, listLabelledPulls, MAX_PAGES } from '../github/labelled-pulls.ts';
import { describeFailure, PULL_REQUEST_PERMISSION } from '../github/pull-requests.ts';
import { quote } from '../inputs/problem.ts';
import { SHARED_PREVIEW_MARKER } from '../inputs/secrets.ts';
import type { DeploySettings, DesiredDeployment, SharedPreviewSettings } from '../inputs/settings.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import { createFindNeededVariables } from '../pack/code-reader.ts';
import { createPackSource } from '../pack/pack.ts';
import { inheritSettings } from '../preview/inherit.ts';
import { compareWithBase, readBase, untilFree, withFreeName } from '../preview/preview.ts';
import { nameLimit } from '../preview/preview-name.ts';
import { NO_TOKEN, repositoryOf } from '../preview/pull-request.ts';
import { findByNames, removeOwnedPreviews } from '../preview/teardown.ts';
import { sharedLines } from '../report/log-lines.ts';
import type { SharedPreviewRecord, SharedPull } from '../run-record.ts';
import { countOf } from '../text.ts';
import type { VerbContext } from '../verb-context.ts';
import {
  checkSharedOwnership,
  contentOf,
  describeShared,
  readSharedMarker,
  sharedMarkerText,
  type SharedPreviewId,
  sharedPreviewName,
} from './marker.ts';
import { withMergedPulls } from './merge-pulls.ts';

type SharedContext = VerbContext<SharedPreviewSettings>;

/** Maximum number of pull requests in a shared preview. */
const MAX_PULLS = 50;
const RENAME = 'set another deployment-name or shared-label';

/**
 * Implements the verb shared-preview: merges the open pull requests with a label onto the default branch in a temporary
 * folder, and deploys the merged files as an upload. Leaves out pull requests that conflict, and heads of other
 * repositories. Deletes the shared preview if no pull request remains.
 */
export async function sharedPreview(context: SharedContext): Promise<Outcome> {
  const { settings, event, record, env, signal } = context;
  const of = { repository: repositoryOf(event), label: settings.label };
  const { pulls, base } = await listPulls(context);
  const name = nameOf(settings, of);
  context.log.line(`The shared preview of ${describeShared(of)} is ${name}.`);
  record.name = name;
  if (base === undefined) return finishEmpty(context, of, name, { base, pulls: [] });
  return withMergedPulls(
    { label: settings.label, base, pulls },
    { env, signal },
    async ({ shared, folder }) => {
      record.shared = shared;
      await reportPulls(context, shared);
      if (folder === undefined || shared.tree === undefined) return finishEmpty(context, of, name, shared);
      return deployMerged(context, { of, name, folder, tree: shared.tree });
    },
  );
}

/** Returns the pull requests with the label, or throws ActionError if GitHub does not list them completely. */
async function listPulls(
  context: SharedContext,
): Promise<{ pulls: readonly LabelledPull[]; base: SharedPreviewRecord['base'] }> {
  const { settings, clock, signal } = context;
  const what = `The pull requests with the label ${quote(settings.label)}`;
  const github = await context.github();
  if (github === undefined) {
    throw new ActionError('pull-request-unknown', `${what} have to be read from GitHub. ${NO_TOKEN}`);
  }
  const listed = await listLabelledPulls(github, settings.label, { clock, signal });
  if (listed.kind === 'unreadable') {
    throw new ActionError(
      'pull-request-unknown',
      describeFailure(`${what} could not be read`, listed.failure, PULL_REQUEST_PERMISSION),
    );
  }
  if (listed.kind === 'too-many' || listed.pulls.length > MAX_PULLS) {
    const count =
      listed.kind === 'read'
        ? `${listed.pulls.length} have the label, and a shared preview contains at most ${MAX_PULLS}`
        : `the repository has ${MAX_PAGES * 100} or more open pull requests, which is more than the action reads`;
    throw new ActionError('pull-request-unknown', `${what} were not merged: ${count}. Close some of them.`);
  }
  return listed;
}

function nameOf({ baseName, endpoint }: SharedPreviewSettings, of: SharedPreviewId): string {
  const limit = nameLimit({ source: 'internal_source', hosted: isHosted(endpoint.baseUrl) });
  const repository = of.repository.slice(of.repository.lastIndexOf('/') + 1);
  return sharedPreviewName(baseName ?? repository, of.label, limit);
}

async function reportPulls({ log }: SharedContext, { pulls, base }: SharedPreviewRecord): Promise<void> {
  await log.group('Pull requests', () => {
    log.line(`Merged in the order of their numbers onto ${base?.branch ?? ''} at ${base?.commit ?? ''}.`);
    for (const line of sharedLines(pulls)) log.line(line);
  });
  const conflicting = pulls.filter(({ result }) => result === 'conflict' || result === 'unmergeable');
  if (conflicting.length === 0) return;
  log.warn(
    'shared preview',
    `${countOf(conflicting.length, 'pull request')} could not be merged and ${conflicting.length === 1 ? 'is' : 'are'} not in the shared preview: ${sharedLines(conflicting).join('; ')}.`,
  );
}

/** Deletes the shared preview, because no pull request is in it. */
async function finishEmpty(
  context: SharedContext,
  of: SharedPreviewId,
  name: string,
  { base, pulls }: { base: SharedPreviewRecord['base']; pulls: SharedPull[] },
): Promise<Outcome> {
  const { settings, record, log } = context;
  record.shared = { label: of.label, base, tree: undefined, pulls };
  log.line(
    pulls.length === 0
      ? `No open pull request has the label ${quote(of.label)}.`
      : `None of the ${countOf(pulls.length, 'pull request')} with the label ${quote(of.label)} can be in the shared preview.`,
  );
  const end = await removeOwnedPreviews(context, {
    names: [name],
    forms: [],
    isHidden: (deployment) => readSharedMarker(deployment).kind === 'hidden',
    whose: describeShared(of),
    check: (deployment) => checkSharedOwnership(deployment, of, settings),
    rename: RENAME,
  });
  if (end.reason !== 'already-gone') return end;
  return outcome(
    'torn-down',
    'already-gone',
    `No pull request can be in the shared preview of ${describeShared(of)}, and ${name} does not exist.`,
  );
}

async function deployMerged(
  context: SharedContext,
  { of, name, folder, tree }: { of: SharedPreviewId; name: string; folder: string; tree: string },
): Promise<Outcome> {
  const { settings, env, signal } = context;
  const there = await findByNames(context, [name]);
  const left = await untilFree(context, there);
  if (left !== undefined) return left;
  const found = there.find(({ status }) => !isBeingDeleted(status));
  const base = await readBase(context);
  const inherited = inheritSettings(settings.desired, base, { exists: found !== undefined });
  const desired = withMarker(inherited, of, contentOf(tree, settings.desired.sourcePath ?? '.'), found);
  const writeGuard = sharedGuard(of, settings);
  if (found !== undefined) writeGuard.update(found);
  const deploySettings: DeploySettings = {
    ...settings,
    desired,
    verification: compareWithBase(context, base),
    // `paths` would compare the event's commits, which are not the merged commits.
    paths: undefined,
    resolveCommit: false,
    verb: 'deploy',
    target: { by: 'name', name },
  };
  const merged = { ...env, GITHUB_WORKSPACE: folder };
  return withFreeName(context, { name, rename: RENAME }, () =>
    deploy({
      ...context,
      settings: deploySettings,
      writeGuard,
      packSource: createPackSource(merged),
      findNeededVariables: createFindNeededVariables(merged, signal),
    }),
  );
}

/**
 * Adds the marker to the secrets. If the inputs contain no secrets and the service hides values, an existing shared
 * preview keeps its secrets, because the marker can be sent only together with all secrets.
 */
function withMarker(
  desired: DesiredDeployment,
  of: SharedPreviewId,
  content: string,
  found: Deployment | undefined,
): DesiredDeployment {
  const marker = { name: SHARED_PREVIEW_MARKER, value: sharedMarkerText(of, content) };
  const mark = found === undefined ? undefined : readSharedMarker(found);
  const marked = { ...desired, isLatestUpload: mark?.kind === 'of' && mark.content === content };
  if (desired.secrets !== undefined) return { ...marked, secrets: [...desired.secrets, marker] };
  return { ...marked, secrets: mark?.kind === 'hidden' ? undefined : [marker], secretsStrategy: 'merge' };
}

/** Creates the check that runs immediately before each write (see `previewGuard` of previews of pull requests). */
function sharedGuard(
  of: SharedPreviewId,
  settings: SharedPreviewSettings,
): NonNullable<VerbContext['writeGuard']> {
  return {
    create: ({ secrets }) => {
      if (secrets?.some(({ name }) => name === SHARED_PREVIEW_MARKER)) return;
      throw new ActionError(
        'deployment-gone',
        `The shared preview of ${describeShared(of)} disappeared while it was being updated. Run the workflow again.`,
      );
    },
    update: (found) => {
      const verdict = checkSharedOwnership(found, of, settings);
      if (verdict.ours) return;
      throw new ActionError(
        'not-a-preview',
        `${found.name} (${found.id}) ${verdict.why}, so it was not changed. To keep the deployment, ${RENAME}. If the shared preview may replace it, delete it.`,
      );
    },
  };
}

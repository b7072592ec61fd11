import { type GitHubConnection, type GitHubFailure, toGitHubFailure } from '../github/client.ts';
import { type FileSearchResult, searchComparison, searchPullRequest } from '../github/pull-requests.ts';
import type {
  CommonSettings,
  DeploySettings,
  DesiredDeployment,
  PreviewSettings,
} from '../inputs/settings.ts';
import { outcome, type Outcome } from '../outcome.ts';
import type { CurrentDeployment } from '../plan/current.ts';
import type { VerbContext } from '../verb-context.ts';
import { parsePathFilter } from './glob.ts';

/**
 * Checks whether a pull request changes a file that matches `paths`. A preview and a plan consider all changes of the
 * pull request, not only the changes of the last push. Returns an outcome if no file matches, or `undefined` if the run
 * must continue.
 */
export async function checkPullRequestPaths(
  context: VerbContext<DeploySettings | PreviewSettings>,
): Promise<Outcome | undefined> {
  const { settings, event } = context;
  if (settings.paths === undefined || settings.force) return undefined;
  const number = settings.verb === 'preview' ? settings.pullRequest : event.pullRequest?.number;
  // A run that was started manually deploys even if no path matches.
  if (number === undefined || event.name === 'workflow_dispatch') return undefined;
  return checkChangedPaths(context, settings.paths, { kind: 'pull-request', number });
}

/**
 * Checks whether a push changes a file that matches `paths`, once the commit of the active revision is known. Considers
 * all changes since the active commit, because an earlier run might have been canceled or have failed, and no later
 * push would deploy the changes of that run. If the active commit is unknown, for example for an image, considers only
 * the changes of this push.
 */
export async function checkPushedPaths(
  context: VerbContext<DeploySettings | PreviewSettings>,
  desired: DesiredDeployment,
  current: CurrentDeployment,
): Promise<Outcome | undefined> {
  const { settings, event, log } = context;
  if (settings.paths === undefined || settings.force || settings.verb === 'preview') return undefined;
  if (event.name !== 'push' || current.active === undefined) return undefined;
  const head = event.commit;
  if (head === undefined || (desired.source === 'git_host' && desired.commit !== head)) {
    log.line('`paths` is ignored, because the deployed source is not the pushed commit.');
    return undefined;
  }
  const base = current.active.commit ?? event.before;
  // If the active commit is the desired commit, changed files prove nothing, so the plan decides whether to deploy.
  if (base === head) return undefined;
  return checkChangedPaths(context, settings.paths, { kind: 'since', base, head });
}

/** Range of changes to search, where `base` is `undefined` if the push created the branch. */
type ChangeRange =
  | { kind: 'pull-request'; number: number }
  | { kind: 'since'; base: string | undefined; head: string };

/**
 * Returns an outcome if no changed file matches the patterns. Returns `undefined` if a file matches or the changed
 * files are unknown, because an unneeded deployment costs minutes, but a missing deployment goes unnoticed.
 */
async function checkChangedPaths(
  context: VerbContext<CommonSettings>,
  patterns: readonly string[],
  span: ChangeRange,
): Promise<Outcome | undefined> {
  const match = await search(context, patterns, span);
  const { log } = context;
  switch (match.kind) {
    case 'touched':
      log.line(`${match.path} was changed ${inWhat(span)} and matches \`paths\`.`);
      return undefined;
    case 'unknown':
      log.line(
        `The action could not compare the changed files with \`paths\`: ${match.why}. It deploys to be safe.`,
      );
      return undefined;
    case 'untouched':
      return outcome(
        'unchanged',
        'paths-untouched',
        `None of the ${match.files} files changed ${inWhat(span)} matches \`paths\`, so nothing was sent. Set \`force: true\` to deploy anyway.`,
      );
  }
}

async function search(
  context: VerbContext<CommonSettings>,
  patterns: readonly string[],
  span: ChangeRange,
): Promise<FileSearchResult> {
  const filter = parsePathFilter(patterns);
  if (span.kind === 'since' && span.base === undefined) {
    return {
      kind: 'unknown',
      why: 'the push created its branch, so there is no earlier commit to compare with',
    };
  }
  let connection: GitHubConnection | undefined;
  try {
    connection = await context.github();
    if (connection === undefined)
      return { kind: 'unknown', why: 'no github-token is set, so the changed files cannot be read' };
    if (span.kind === 'pull-request') {
      return await searchPullRequest(connection, span.number, filter, context.signal);
    }
    const { base = '', head } = span;
    return await searchComparison(connection, { base, head }, filter, context.signal);
  } catch (error) {
    const failure = toGitHubFailure(error, connection?.redact ?? (() => 'GitHub could not be reached'));
    warnOfPermission(context, span, failure);
    return { kind: 'unknown', why: failure.description };
  }
}

/**
 * Warns about a missing permission, because the user can add the permission. Does not warn about a rate limit, because
 * the user need not do anything.
 */
function warnOfPermission(
  context: VerbContext<CommonSettings>,
  span: ChangeRange,
  failure: GitHubFailure,
): void {
  if (failure.status !== 403 || /rate limit/i.test(failure.message)) return;
  const [line = span.kind === 'pull-request' ? 'pull-requests: read' : 'contents: read'] =
    failure.permissions;
  context.log.warn(
    'paths',
    `The job's token cannot read which files changed, so every run deploys. Add this line under \`permissions:\` of the job: ${line}`,
  );
}

function inWhat(span: ChangeRange): string {
  if (span.kind === 'pull-request') return `in pull request #${span.number}`;
  return `between ${span.base?.slice(0, 7) ?? '?'} and ${span.head.slice(0, 7)}`;
}

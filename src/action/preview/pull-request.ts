import type { VerbContext } from '../verb-context.ts';
import { errorMessage } from '../../os/errors.ts';
import type { RunEvent } from '../event.ts';
import type { GitHubConnection } from '../github/client.ts';
import {
  describeUnreadable,
  PULL_REQUEST_PERMISSION,
  type PullRequestResult,
  readPullRequest,
} from '../github/pull-requests.ts';
import type { CommonSettings } from '../inputs/settings.ts';
import { ActionError } from '../outcome.ts';
import type { PullRequestId } from './ownership.ts';

/** Facts about a pull request that a preview needs. */
export interface CurrentPullRequest {
  closed: boolean;
  fork: boolean;
  labels: readonly string[];
  branch: string | undefined;
  commit: string | undefined;
  /** True if the event is about this pull request, so the event's ref and commit are the pull request's head. */
  ofEvent: boolean;
  /** True if GitHub returned these facts, or false if they come from the event. */
  isCurrent: boolean;
}

type PreviewContext = VerbContext<CommonSettings & { pullRequest: number }>;

/** Returns the pull request to which the preview belongs. */
export function pullRequestIdOf({ event, settings }: PreviewContext): PullRequestId {
  return { repository: repositoryOf(event), number: settings.pullRequest };
}

/** Returns the repository of the previews, or throws ActionError if the run has no repository. */
export function repositoryOf({ repository }: Pick<RunEvent, 'repository'>): string {
  if (/^[^/]+(?:\/[^/]+)+$/.test(repository)) return repository;
  throw new ActionError(
    'pull-request-unknown',
    'The run has no repository (GITHUB_REPOSITORY; on the command line, the remote of the checkout), but a preview belongs to a pull request of a repository.',
  );
}

/**
 * Reads the pull request from GitHub, because a re-run has the event of its first attempt. If GitHub does not respond,
 * returns the facts in the payload of an event about this pull request, and throws ActionError for any other event.
 */
export async function currentPullRequest(context: PreviewContext): Promise<CurrentPullRequest> {
  const { event, settings, log } = context;
  const number = settings.pullRequest;
  const payload = event.pullRequest?.number === number ? event.pullRequest : undefined;
  const reading = await fetchPullRequest(context, number);
  if (reading?.kind === 'read') {
    const { closed, fork, labels, commit } = reading.pull;
    // A branch whose bare name looks like a full ref cannot be sent to the service.
    const branch = reading.pull.branch.startsWith('refs/') ? undefined : reading.pull.branch;
    return { closed, fork, labels, branch, commit, ofEvent: payload !== undefined, isCurrent: true };
  }
  if (payload === undefined) throw unknownPullRequest(number, reading);
  if (reading !== undefined)
    log.line(`${describeUnreadable(number, reading.failure)} The action uses the event's payload instead.`);
  const { closed, labels } = payload;
  return {
    closed,
    fork: event.fork !== false,
    labels,
    branch: event.ref,
    commit: event.commit,
    ofEvent: true,
    isCurrent: false,
  };
}

/**
 * Returns the state of the pull request after the deployment of its preview, or `undefined` if the state is unknown.
 */
export async function currentPullRequestState(
  context: VerbContext<CommonSettings & { pullRequest: number; labels: readonly string[] }>,
): Promise<'closed' | 'unlabelled' | 'open' | undefined> {
  const { settings, log } = context;
  const reading = await fetchPullRequest(context, settings.pullRequest);
  if (reading?.kind === 'read') {
    if (reading.pull.closed) return 'closed';
    return hasLabel(settings.labels, reading.pull.labels) ? 'open' : 'unlabelled';
  }
  log.line(
    `It is unknown whether pull request #${settings.pullRequest} has been closed. If it has, \`action: sweep\` deletes the preview.`,
  );
  return undefined;
}

/**
 * Returns whether a pull request has one of the required labels. Ignores letter case, because labels on GitHub are
 * case-insensitive.
 */
export function hasLabel(required: readonly string[], labels: readonly string[]): boolean {
  if (required.length === 0) return true;
  const there = new Set(labels.map((label) => label.toLowerCase()));
  return required.some((label) => there.has(label.toLowerCase()));
}

/** Reads a pull request from GitHub, or returns `undefined` without a token or a client. */
export async function fetchPullRequest(
  { github, clock, signal, log }: Pick<VerbContext, 'github' | 'clock' | 'signal' | 'log'>,
  number: number,
): Promise<PullRequestResult | undefined> {
  try {
    const connection = await github();
    return connection && (await readPullRequest(connection, number, { clock, signal }));
  } catch (error) {
    log.line(`The request to GitHub failed: ${errorMessage(error)}`);
    return undefined;
  }
}

/** Returns the error of a run that requires a pull request which GitHub did not return. */
function unknownPullRequest(number: number, reading: PullRequestResult | undefined): ActionError {
  if (reading?.kind === 'unreadable') {
    return new ActionError('pull-request-unknown', describeUnreadable(number, reading.failure));
  }
  return new ActionError(
    'pull-request-unknown',
    `The action has to read pull request #${number} from GitHub. ${NO_TOKEN}`,
  );
}

/** Message for a run that cannot use GitHub. */
export const NO_TOKEN = `No token is available: remove an empty \`github-token\` (the default is the job's token) or pass a token, and add \`${PULL_REQUEST_PERMISSION}\` under \`permissions:\` of the workflow's job.`;

export interface PullRequestState {
  closed: boolean | undefined;
  /** Facts about the activity of the pull request, or `undefined` if the state is unknown. */
  activity:
    | { labels: readonly string[]; commit: string; fork: boolean; updatedAt: number | undefined }
    | undefined;
  /** Head branch of the pull request, or `undefined` if the branch is unknown. */
  branch: string | undefined;
  /**
   * Time of the pull request's state in epoch milliseconds: the earlier of GitHub's and our time, because a fast clock
   * would make a preview appear too old.
   */
  at: number;
}

export interface PullRequestReader {
  read(number: number): Promise<PullRequestState>;
  /** Reads the pull request again, because the state might have changed since the first read. */
  readAgain(number: number): Promise<PullRequestState>;
}

/**
 * Creates a reader that reads each pull request from GitHub at most once. After a general refusal or an outage, the
 * reader sends no more requests.
 */
export function createPullRequestReader(
  { clock, signal, log }: Pick<VerbContext, 'clock' | 'signal' | 'log'>,
  github: GitHubConnection,
): PullRequestReader {
  const known = new Map<number, PullRequestState>();
  let refused = false;
  const ask = async (number: number): Promise<PullRequestState> => {
    const unknown = { closed: undefined, activity: undefined, branch: undefined, at: clock.now() };
    if (refused) return unknown;
    const reading = await readPullRequest(github, number, { clock, signal });
    if (reading.kind === 'read') {
      const {
        closed,
        branch,
        labels,
        commit,
        fork,
        updatedAt,
        answeredAt = Number.POSITIVE_INFINITY,
      } = reading.pull;
      const at = Math.min(answeredAt, clock.now());
      return { closed, branch, at, activity: { labels, commit, fork, updatedAt } };
    }
    log.line(describeUnreadable(number, reading.failure));
    // A 404 concerns only one pull request, but any other failure would also affect further pull requests.
    refused = reading.failure.status !== 404;
    return unknown;
  };
  return {
    async read(number) {
      const state = known.get(number) ?? (await ask(number));
      known.set(number, state);
      return state;
    },
    readAgain: (number) => ask(number),
  };
}

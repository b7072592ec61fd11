import type { Clock } from '../../clients/clock.ts';
import { type ChangedFile, findIncluded, type PathFilter } from '../paths/glob.ts';
import {
  assertSame,
  assertSamePullRequest,
  type GitHubConnection,
  type GitHubFailure,
  createPatientClient,
} from './client.ts';

interface PullRequest {
  number: number;
  closed: boolean;
  labels: readonly string[];
  /** Name of the head branch without `refs/heads/`. */
  branch: string;
  /** SHA of the head commit, never of the merge commit, which is on no branch. */
  commit: string;
  /** True if the head is in another repository than the base, or in a deleted repository. */
  fork: boolean;
  /** Time of the last update in epoch milliseconds by GitHub's clock, or `undefined` if the time is unknown. */
  updatedAt: number | undefined;
  /** Time of the response in epoch milliseconds by GitHub's clock, or `undefined` if the time is unknown. */
  answeredAt: number | undefined;
}

export type PullRequestResult =
  | { kind: 'read'; pull: PullRequest }
  | { kind: 'unreadable'; failure: GitHubFailure };

/** Permission that a token needs to read pull requests. */
export const PULL_REQUEST_PERMISSION = 'pull-requests: read';

/** Reads a pull request of the repository. Returns failures as values, and throws only the signal's reason. */
export async function readPullRequest(
  connection: GitHubConnection,
  number: number,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<PullRequestResult> {
  const client = createPatientClient(connection, { clock, signal });
  try {
    const { data, headers } = await client.call((at) =>
      client.octokit.rest.pulls.get({ ...at, pull_number: number }),
    );
    assertSamePullRequest(connection, number, data);
    // `head.repo` is null if the fork was deleted.
    const head: { full_name: string } | null = data.head.repo;
    const pull = {
      number: data.number,
      closed: data.state === 'closed',
      labels: data.labels.map(({ name }) => name),
      branch: data.head.ref,
      commit: data.head.sha.toLowerCase(),
      fork: head === null || head.full_name !== data.base.repo.full_name,
      updatedAt: timeOf(data.updated_at),
      answeredAt: timeOf(headers.date),
    };
    return { kind: 'read', pull };
  } catch (error) {
    return { kind: 'unreadable', failure: client.failureOf(error) };
  }
}

/** Returns a message with the reason of a failed read and the usual remedy: a permission to add. */
export function describeUnreadable(number: number, failure: GitHubFailure): string {
  return describeFailure(`Pull request #${number} could not be read`, failure, PULL_REQUEST_PERMISSION);
}

/**
 * Returns a message about a failed read: a sentence without its final period, followed by the cause and the permission
 * to add.
 */
export function describeFailure(
  what: string,
  { status, description, permissions }: GitHubFailure,
  usualPermission: string,
): string {
  const denied = status === 401 || status === 403 || status === 404;
  const lines = permissions.length > 0 ? permissions.join('` and `') : usualPermission;
  const hint = denied ? ` Add \`${lines}\` under \`permissions:\` of the workflow's job.` : '';
  return `${what}. ${description}.${hint}`;
}

function timeOf(date: string | undefined): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : time;
}

export type FileSearchResult =
  | { kind: 'touched'; path: string }
  | { kind: 'untouched'; files: number }
  /**
   * `unknown` means that GitHub's list of changed files is unusable, because it is truncated or does not belong to the
   * request.
   */
  | { kind: 'unknown'; why: string };

/** Maximum number of files that GitHub lists for a pull request or a comparison. */
const PULL_LIMIT = 3000;
const COMPARE_LIMIT = 300;

/**
 * Searches the files that a pull request changes, page by page, until the first match. Rejects with Octokit's errors.
 */
export async function searchPullRequest(
  { octokit, owner, repo }: GitHubConnection,
  number: number,
  filter: PathFilter,
  signal: AbortSignal,
): Promise<FileSearchResult> {
  const pages = octokit.paginate.iterator(octokit.rest.pulls.listFiles, {
    owner,
    repo,
    pull_number: number,
    per_page: 100,
    request: { signal },
  });
  let files = 0;
  for await (const { data } of pages) {
    const path = findIncluded(filter, data);
    if (path !== undefined) return { kind: 'touched', path };
    files += data.length;
  }
  return none(files, PULL_LIMIT);
}

/**
 * Searches the files that changed from a commit to its descendant. Refuses two commits if the second is not a
 * descendant of the first, because GitHub would compare with the common ancestor and omit reverted changes.
 */
export async function searchComparison(
  { octokit, owner, repo }: GitHubConnection,
  { base, head }: { base: string; head: string },
  filter: PathFilter,
  signal: AbortSignal,
): Promise<FileSearchResult> {
  const { data } = await octokit.rest.repos.compareCommitsWithBasehead({
    owner,
    repo,
    basehead: `${base}...${head}`,
    // Reads one commit and no further page, because the first page contains all files.
    per_page: 1,
    page: 1,
    request: { signal },
  });
  const compared: { sha: string } | undefined = data.base_commit;
  assertSame('a comparison from', base, compared?.sha.slice(0, base.length));
  if (data.status !== 'ahead' && data.status !== 'identical') {
    return { kind: 'unknown', why: `${short(head)} is not a descendant of ${short(base)}` };
  }
  const files: readonly ChangedFile[] = data.files ?? [];
  const path = findIncluded(filter, files);
  if (path !== undefined) return { kind: 'touched', path };
  if (data.files === undefined) return { kind: 'unknown', why: 'GitHub did not return the changed files' };
  return none(files.length, COMPARE_LIMIT);
}

function none(files: number, limit: number): FileSearchResult {
  if (files < limit) return { kind: 'untouched', files };
  return {
    kind: 'unknown',
    why: `GitHub lists at most ${limit} changed files, so the list may be incomplete`,
  };
}

const short = (commit: string) => commit.slice(0, 7);

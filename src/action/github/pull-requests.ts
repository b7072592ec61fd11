import type { Clock } from '../../clients/clock.ts';
import { type GitHubFailure, toGitHubFailure } from '../../clients/github-failure.ts';
import type { GitHubConnection } from './connection.ts';
import { assertSamePullRequest } from './same-answer.ts';

/** A pull request as GitHub shows it now. */
export interface PullRequest {
  number: number;
  closed: boolean;
  labels: readonly string[];
  /** The head branch, by its bare name. */
  branch: string;
  /** The head commit: never the merge commit, which no branch holds. */
  commit: string;
  /** The head is in another repository than the base, or in one that is gone. */
  fork: boolean;
  /** GitHub's own time when it answered, in epoch milliseconds. */
  answeredAt: number | undefined;
}

export type PullRequestResult =
  | { kind: 'read'; pull: PullRequest }
  | { kind: 'unreadable'; failure: GitHubFailure };

/** What a workflow has to permit, so that its token may read pull requests. */
export const PULL_REQUEST_PERMISSION = 'pull-requests: read';

/** GitHub is ill for a moment now and then; more than that is not waited for. */
const PAUSES_MS = [1000, 4000] as const;

/** Reads a pull request of the repository. Never throws, except the signal's reason. */
export async function readPullRequest(
  connection: GitHubConnection,
  number: number,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<PullRequestResult> {
  const { octokit, owner, repo, redact } = connection;
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      const { data, headers } = await octokit.rest.pulls.get({
        owner,
        repo,
        pull_number: number,
        request: { signal },
      });
      assertSamePullRequest(connection, number, data);
      // It is null when the fork was deleted.
      const head: { full_name: string } | null = data.head.repo;
      const pull = {
        number: data.number,
        closed: data.state === 'closed',
        labels: data.labels.map(({ name }) => name),
        branch: data.head.ref,
        commit: data.head.sha.toLowerCase(),
        fork: head === null || head.full_name !== data.base.repo.full_name,
        answeredAt: timeOf(headers.date),
      };
      return { kind: 'read', pull };
    } catch (error) {
      signal.throwIfAborted();
      const failure = toGitHubFailure(error, redact);
      const pause = PAUSES_MS[attempt];
      if (pause === undefined || !mayPass(failure)) return { kind: 'unreadable', failure };
      await clock.sleep(pause, signal);
    }
  }
}

/** The reason in words, and what to write: a missing permission is the usual one. */
export function describeUnreadable(
  number: number,
  { status, description, permissions }: GitHubFailure,
): string {
  const denied = status === 401 || status === 403 || status === 404;
  const lines = permissions.length > 0 ? permissions.join('` and `') : PULL_REQUEST_PERMISSION;
  const cure = denied ? ` Add \`${lines}\` under \`permissions:\` of the workflow's job.` : '';
  return `Pull request #${number} could not be read. ${description}.${cure}`;
}

function mayPass({ status }: GitHubFailure): boolean {
  return status === null || status === 429 || status >= 500;
}

function timeOf(date: string | undefined): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : time;
}

import type { VerbContext } from '../verb-context.ts';
import type { GitHubConnection } from '../github/connection.ts';
import { describeUnreadable, readPullRequest } from '../github/pull-requests.ts';

/** What became of a pull request. */
export interface PullRequestState {
  /** Undefined: it could not be found out. */
  closed: boolean | undefined;
  /** The head branch, where it could be found out. */
  branch: string | undefined;
  /** When that was so: the earlier of GitHub's clock and ours, so that a clock that is ahead makes nothing old. */
  at: number;
}

export interface PullRequestReader {
  read(number: number): Promise<PullRequestState>;
}

/** Asks GitHub once for each pull request. When it refuses altogether, or is ill, it is asked no more. */
export function createPullRequestReader(
  { clock, signal, log }: Pick<VerbContext, 'clock' | 'signal' | 'log'>,
  github: GitHubConnection,
): PullRequestReader {
  const known = new Map<number, PullRequestState>();
  let refused = false;
  const ask = async (number: number): Promise<PullRequestState> => {
    const unknown = { closed: undefined, branch: undefined, at: clock.now() };
    if (refused) return unknown;
    const reading = await readPullRequest(github, number, { clock, signal });
    if (reading.kind === 'read') {
      const { closed, branch, answeredAt = Number.POSITIVE_INFINITY } = reading.pull;
      return { closed, branch, at: Math.min(answeredAt, clock.now()) };
    }
    log.line(describeUnreadable(number, reading.failure));
    // Only this one may be missing; anything else would be the answer for the others too.
    refused = reading.failure.status !== 404;
    return unknown;
  };
  return {
    async read(number) {
      const fate = known.get(number) ?? (await ask(number));
      known.set(number, fate);
      return fate;
    },
  };
}

import type { Clock } from '../../clients/clock.ts';
import type { Account, Approval, Review, RunReview } from '../preview/fork-approval.ts';
import {
  createPatientClient,
  type GitHubClient,
  type GitHubConnection,
  type GitHubFailure,
} from './client.ts';
import { hasWritePermission } from './permission.ts';

/** Result of reading evidence about approvals, or the failure of the request. */
export type ApprovalReading<T> = { kind: 'read'; value: T } | { kind: 'unreadable'; failure: GitHubFailure };

/** Reads evidence about approvals from GitHub. Returns failures as values, and throws only the signal's reason. */
export interface ApprovalReader {
  reviews(number: number): Promise<ApprovalReading<Review[]>>;
  /** Returns the decisions of reviewers about the environments of a workflow run. */
  runReviews(runId: number): Promise<ApprovalReading<RunReview[]>>;
  /** Returns the IDs of the accounts in the approvals that have write permission. */
  writers(approvals: readonly Approval[]): Promise<ApprovalReading<Set<number>>>;
}

/** Maximum number of pages of 100 reviews. A pull request with more reviews is not approved by reviews. */
const MAX_PAGES = 30;

/** Creates a reader of approvals. */
export function createApprovalReader(
  connection: GitHubConnection,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): ApprovalReader {
  const client = createPatientClient(connection, { clock, signal });
  const read = async <T>(work: () => Promise<T>): Promise<ApprovalReading<T>> => {
    try {
      return { kind: 'read', value: await work() };
    } catch (error) {
      signal.throwIfAborted();
      return { kind: 'unreadable', failure: client.failureOf(error) };
    }
  };
  return {
    reviews: (number) => read(() => listReviews(client, number)),
    runReviews: (runId) =>
      read(async () => {
        const { data } = await client.call((at) =>
          client.octokit.rest.actions.getReviewsForRun({ ...at, run_id: runId }),
        );
        return data.map(({ state, user, environments }) => ({
          by: accountOf(user),
          state,
          environments: environments.flatMap(({ name }) => name ?? []),
        }));
      }),
    writers: (approvals) =>
      read(async () => {
        const accounts = new Map(approvals.map(({ by }) => [by.id, by]));
        const writers = new Set<number>();
        for (const account of accounts.values()) {
          if (await hasWritePermission(client, account)) writers.add(account.id);
        }
        return writers;
      }),
  };
}

/** Reads all reviews, because a later review can replace an approval. */
async function listReviews(client: GitHubClient, number: number): Promise<Review[]> {
  const reviews: Review[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { data } = await client.call((at) =>
      client.octokit.rest.pulls.listReviews({ ...at, pull_number: number, per_page: 100, page }),
    );
    for (const { user, state, commit_id: commit } of data) {
      reviews.push({ by: accountOf(user), state, commit: commit?.toLowerCase() });
    }
    if (data.length < 100) return reviews;
  }
  throw new Error(`pull request #${number} has more than ${MAX_PAGES * 100} reviews`);
}

function accountOf(user: { login: string; id: number; type: string } | null): Account | undefined {
  return user === null ? undefined : { login: user.login, id: user.id, bot: user.type !== 'User' };
}

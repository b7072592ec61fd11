import type { Clock } from '../../clients/clock.ts';
import {
  assertSame,
  assertSamePullRequest,
  createPatientClient,
  type GitHubClient,
  type GitHubConnection,
  type GitHubFailure,
} from './client.ts';

/** An open pull request that has a label. */
export interface LabelledPull {
  number: number;
  title: string;
  /** Name of the head branch without `refs/heads/`. */
  branch: string;
  /** SHA of the head commit in lower case. */
  commit: string;
  /** Name of the branch into which the pull request would be merged. */
  into: string;
  /** True if the head is in another repository than the base, or in a deleted repository. */
  fork: boolean;
}

export type LabelledPulls =
  | {
      kind: 'read';
      /** Open pull requests with the label, ordered by number. */
      pulls: readonly LabelledPull[];
      /** Default branch of the repository and its head commit, or `undefined` if no pull request has the label. */
      base: { branch: string; commit: string } | undefined;
    }
  /** The repository has more open pull requests than the action lists. */
  | { kind: 'too-many' }
  | { kind: 'unreadable'; failure: GitHubFailure };

const PER_PAGE = 100;
/** Maximum number of pages of open pull requests that the action reads. */
export const MAX_PAGES = 20;
const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

type Listed = Awaited<ReturnType<GitHubConnection['octokit']['rest']['pulls']['list']>>['data'][number];

/**
 * Reads the open pull requests of the repository that have a label, and the head of the default branch. Ignores the
 * letter case of the label, as GitHub does. Returns failures as values, and throws only the signal's reason.
 */
export async function listLabelledPulls(
  connection: GitHubConnection,
  label: string,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<LabelledPulls> {
  const client = createPatientClient(connection, { clock, signal });
  try {
    const open = await listOpen(client, connection);
    if (open === undefined) return { kind: 'too-many' };
    const wanted = label.toLowerCase();
    const labelled = [...open.values()]
      .filter(({ labels }) => labels.some(({ name }) => name.toLowerCase() === wanted))
      .toSorted((a, b) => a.number - b.number);
    const branch = labelled[0]?.base.repo.default_branch;
    const base = branch === undefined ? undefined : { branch, commit: await headOf(client, branch) };
    return { kind: 'read', pulls: labelled.map(toLabelledPull), base };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'unreadable', failure: client.failureOf(error) };
  }
}

/** Returns the open pull requests by number, or `undefined` if the repository has too many. */
async function listOpen(
  client: GitHubClient,
  connection: GitHubConnection,
): Promise<ReadonlyMap<number, Listed> | undefined> {
  const open = new Map<number, Listed>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { data } = await client.call((at) =>
      client.octokit.rest.pulls.list({
        ...at,
        state: 'open',
        sort: 'created',
        direction: 'asc',
        per_page: PER_PAGE,
        page,
      }),
    );
    for (const pull of data) {
      assertSamePullRequest(connection, pull.number, pull);
      if (pull.state === 'open') open.set(pull.number, pull);
    }
    if (data.length < PER_PAGE) return open;
  }
  return undefined;
}

function toLabelledPull({ number, title, head, base }: Listed): LabelledPull {
  // `head.repo` is null if the fork was deleted.
  const repo: { full_name: string } | null = head.repo;
  return {
    number,
    title,
    branch: head.ref,
    commit: requireSha(head.sha),
    into: base.ref,
    fork: repo === null || repo.full_name !== base.repo.full_name,
  };
}

async function headOf(client: GitHubClient, branch: string): Promise<string> {
  const { data } = await client.call((at) => client.octokit.rest.repos.getBranch({ ...at, branch }));
  assertSame('the branch', branch, data.name);
  return requireSha(data.commit.sha);
}

/** Returns the SHA in lower case, or throws if git could read the text as a ref or an option. */
function requireSha(text: string): string {
  if (SHA.test(text)) return text.toLowerCase();
  throw new Error('GitHub returned a head commit that is not a full SHA');
}

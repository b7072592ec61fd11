import { type ChangedFile, firstIncluded, type PathFilter } from '../paths/glob.ts';
import type { GitHubConnection } from './connection.ts';
import { assertSame } from './same-answer.ts';

/** What the changed files say of a filter. */
export type FileSearchResult =
  | { kind: 'touched'; path: string }
  | { kind: 'untouched'; files: number }
  /** GitHub's list is no answer, because it is cut off or about something else. */
  | { kind: 'unknown'; why: string };

/** GitHub lists no more files of a pull request, and no more of a comparison, than this. */
const PULL_LIMIT = 3000;
const COMPARE_LIMIT = 300;

/** Looks through all that a pull request changes, up to the first file that counts. Throws what GitHub's client throws. */
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
    const path = firstIncluded(filter, data);
    if (path !== undefined) return { kind: 'touched', path };
    files += data.length;
  }
  return none(files, PULL_LIMIT);
}

/**
 * Looks through all that changed from one commit to another that descends from it. GitHub compares with the common
 * ancestor: of two commits that went apart, or of an older one, it would leave out what is taken back.
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
    // The files are all on the first page, whatever its length; the commits are of no use here.
    per_page: 1,
    page: 1,
    request: { signal },
  });
  const compared: { sha: string } | undefined = data.base_commit;
  assertSame('a comparison from', base, compared?.sha.slice(0, base.length));
  if (data.status !== 'ahead' && data.status !== 'identical') {
    return { kind: 'unknown', why: `${short(head)} does not come after ${short(base)}` };
  }
  const files: readonly ChangedFile[] = data.files ?? [];
  const path = firstIncluded(filter, files);
  if (path !== undefined) return { kind: 'touched', path };
  if (data.files === undefined) return { kind: 'unknown', why: 'GitHub does not say which files changed' };
  return none(files.length, COMPARE_LIMIT);
}

function none(files: number, limit: number): FileSearchResult {
  if (files < limit) return { kind: 'untouched', files };
  return { kind: 'unknown', why: `GitHub lists ${limit} changed files at most, and there may be more` };
}

const short = (commit: string) => commit.slice(0, 7);

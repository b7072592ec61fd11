import type { FileChange } from '../state/history.ts';
import { treeSha } from '../state/objects.ts';
import type { Commit, Repository } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import { userBody } from './account.ts';
import { repositoryPage, repositoryUrl, type Links } from './links.ts';
import type { CommitBody, FileBody } from './types.ts';

/** A commit as lists show it; with `changes`, as a single one is shown: statistics and files. */
export function commitBody(
  links: Links,
  repository: Repository,
  commit: Commit,
  changes?: { all: readonly FileChange[]; page: readonly FileChange[] },
): CommitBody {
  const api = repositoryUrl(links, repository);
  const page = repositoryPage(links, repository);
  const tree = treeSha(commit.tree);
  const account = commit.account === null ? null : userBody(links, commit.account);
  return {
    sha: commit.sha,
    node_id: nodeId('C', commit.sha),
    commit: {
      author: { ...commit.author },
      committer: { ...commit.committer },
      message: commit.message,
      tree: { sha: tree, url: `${api}/git/trees/${tree}` },
      url: `${api}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification: {
        verified: false,
        reason: 'unsigned',
        signature: null,
        payload: null,
        verified_at: null,
      },
    },
    url: `${api}/commits/${commit.sha}`,
    html_url: `${page}/commit/${commit.sha}`,
    comments_url: `${api}/commits/${commit.sha}/comments`,
    author: account,
    committer: account,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/commits/${sha}`,
      html_url: `${page}/commit/${sha}`,
    })),
    ...(changes === undefined
      ? {}
      : {
          stats: statistics(changes.all),
          files: changes.page.map((change) => fileBody(links, repository, commit.sha, change)),
        }),
  };
}

/**
 * A changed file. `patch` is left out, as GitHub does for large and binary files: nobody here reads it, and a wrong one
 * would be worse.
 */
export function fileBody(links: Links, repository: Repository, sha: string, change: FileChange): FileBody {
  const page = repositoryPage(links, repository);
  const path = change.path.split('/').map(encodeURIComponent).join('/');
  return {
    sha: change.sha,
    filename: change.path,
    status: change.status,
    additions: change.additions,
    deletions: change.deletions,
    changes: change.additions + change.deletions,
    blob_url: `${page}/blob/${sha}/${path}`,
    raw_url: `${page}/raw/${sha}/${path}`,
    contents_url: `${repositoryUrl(links, repository)}/contents/${path}?ref=${sha}`,
    ...(change.previous === null ? {} : { previous_filename: change.previous }),
  };
}

function statistics(changes: readonly FileChange[]) {
  const additions = changes.reduce((sum, change) => sum + change.additions, 0);
  const deletions = changes.reduce((sum, change) => sum + change.deletions, 0);
  return { total: additions + deletions, additions, deletions };
}

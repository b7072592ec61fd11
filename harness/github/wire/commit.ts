import { ZERO_SHA } from '../../events.ts';
import { ancestors, diffTrees, type FileChange, inOrder } from '../state/history.ts';
import type { Commit, Repository } from '../state/model.ts';
import { treeSha } from '../state/objects.ts';
import type { Push } from '../state/refs.ts';
import { nodeId } from '../state/state.ts';
import {
  type CommitBody,
  type FileBody,
  type Links,
  repositoryBody,
  repositoryPage,
  repositoryUrl,
  userBody,
} from './repository.ts';

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
 * A changed file. `patch` is left out, as GitHub does for large and binary files: it is not read here, and a wrong one
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

/** Commits a push payload lists at most. */
const COMMITS_LIMIT = 2_048;

/**
 * What a push event says of the push, but for who sent it. `withFiles` adds the files of each commit, which webhooks
 * carry and workflows never see.
 */
export function pushPayload(links: Links, push: Push, withFiles: boolean): Record<string, unknown> {
  const { repository, ref, before, after, head } = push;
  const page = repositoryPage(links, repository);
  const body = (commit: Commit) => commitPayload(links, repository, commit, withFiles);
  const commits = after === null ? [] : newCommits(push).slice(-COMMITS_LIMIT);
  const name = ref.replace(/^refs\/(heads|tags)\//, '');
  const email = `${push.pusher}@users.noreply.github.com`;
  return {
    ref,
    before: before ?? ZERO_SHA,
    after: after ?? ZERO_SHA,
    repository: pushedRepository(links, repository),
    pusher: { name: push.pusher, email },
    created: before === null,
    deleted: after === null,
    forced: push.forced,
    base_ref: before === null ? otherBranchAt(repository, ref, head) : null,
    compare:
      before === null || after === null
        ? `${page}/compare/${name}`
        : `${page}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits: commits.map(body),
    head_commit: after === null ? null : body(head),
  };
}

/** Commits that were nowhere before: not behind the ref, and for a new ref not behind any other. Oldest first. */
function newCommits({ repository, ref, before, head }: Push): Commit[] {
  const { network } = repository;
  const known = new Set<string>();
  const others = [...repository.refs].filter(([other]) => other !== ref && !other.startsWith('refs/pull/'));
  const starts = before === null ? others.map(([, sha]) => network.tags.get(sha)?.commit ?? sha) : [before];
  for (const start of starts) for (const sha of ancestors(network, start)) known.add(sha);
  return inOrder(
    network,
    [...ancestors(network, head.sha)].filter((sha) => !known.has(sha)),
  );
}

function otherBranchAt(repository: Repository, ref: string, head: Commit): string | null {
  const found = [...repository.refs].find(
    ([other, sha]) => other !== ref && other.startsWith('refs/heads/') && sha === head.sha,
  );
  return found?.[0] ?? null;
}

function commitPayload(
  links: Links,
  repository: Repository,
  commit: Commit,
  withFiles: boolean,
): Record<string, unknown> {
  const parent = repository.network.commits.get(commit.parents[0] ?? '');
  const changes = withFiles ? diffTrees(parent?.tree ?? new Map(), commit.tree) : [];
  const paths = (...statuses: string[]) =>
    changes.filter(({ status }) => statuses.includes(status)).map(({ path }) => path);
  const person = ({ name, email }: Commit['author']) => ({
    name,
    email,
    ...(commit.account === null ? {} : { username: commit.account.login }),
  });
  return {
    id: commit.sha,
    tree_id: treeSha(commit.tree),
    distinct: true,
    message: commit.message,
    timestamp: commit.committer.date,
    url: `${repositoryPage(links, repository)}/commit/${commit.sha}`,
    author: person(commit.author),
    committer: person(commit.committer),
    ...(withFiles
      ? {
          added: paths('added', 'renamed'),
          removed: [...paths('removed'), ...changes.flatMap(({ previous }) => previous ?? [])],
          modified: paths('modified'),
        }
      : {}),
  };
}

/** The repository of a push event differs from the API's: page for address, times as numbers. */
function pushedRepository(links: Links, repository: Repository): Record<string, unknown> {
  const { login } = repository.owner;
  const seconds = (at: string) => Math.floor(Date.parse(at) / 1000);
  return {
    ...repositoryBody(links, repository),
    owner: { ...userBody(links, repository.owner), name: login, email: null },
    url: repositoryPage(links, repository),
    created_at: seconds(repository.createdAt),
    pushed_at: seconds(repository.pushedAt),
    stargazers: 0,
    master_branch: repository.defaultBranch,
  };
}

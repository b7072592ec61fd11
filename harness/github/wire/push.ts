import { ZERO_SHA } from '../../events/index.ts';
import { ancestors, diffTrees, inOrder } from '../state/history.ts';
import type { Commit, Repository } from '../state/model.ts';
import { treeSha } from '../state/objects.ts';
import type { Push } from '../state/refs.ts';
import { userBody } from './account.ts';
import { repositoryPage, type Links } from './links.ts';
import { repositoryBody } from './repository.ts';

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

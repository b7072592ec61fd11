import type { RunnerEvent } from '../events/index.ts';
import { ZERO_SHA } from '../events/index.ts';
import { ancestors, diffTrees, inOrder } from './state/history.ts';
import { fullNameOf, type Commit, type PullRequest, type Repository } from './state/model.ts';
import type { Push } from './state/refs.ts';
import type { GitHubState } from './state/state.ts';
import { userBody } from './wire/account.ts';
import { labelBody } from './wire/issue.ts';
import { repositoryPage, type Links } from './wire/links.ts';
import { pullBody } from './wire/pull.ts';
import { repositoryBody } from './wire/repository.ts';
import type { WebhookEvent } from './webhooks.ts';

/** Commits a push payload lists at most. */
const COMMITS_LIMIT = 2_048;

export interface PullRequestEventOptions {
  /** `opened`, `synchronize`, `reopened`, `closed`, `labeled`, … */
  action: string;
  event?: 'pull_request' | 'pull_request_target';
  /** Who did it. Default: the author. */
  sender?: string;
  /** Of `labeled` and `unlabeled`. */
  label?: string;
  /** Of `synchronize`: the head before. */
  before?: string;
}

/** Builds events out of the double's state, with the API's own bodies: what an event says, the API says too. */
export interface EventSource {
  /** A push as a workflow sees it: commits without their lists of files, which only webhooks carry. */
  push(push: Push): RunnerEvent;
  /** Throws when GitHub would start no run: a pull request in conflict starts none, but for `pull_request_target`. */
  pullRequest(repository: Repository, pull: PullRequest, options: PullRequestEventOptions): RunnerEvent;
  /** Somebody pressed "Run workflow" on a ref (full; default: the default branch). */
  dispatch(
    repository: Repository,
    options?: { ref?: string; inputs?: Record<string, string>; sender?: string },
  ): RunnerEvent;
  schedule(repository: Repository): RunnerEvent;
  /** A push as webhooks carry it, with the files of each commit. */
  pushWebhook(push: Push): WebhookEvent;
}

export function createEvents(state: GitHubState, links: Links): EventSource {
  const envelope = (
    repository: Repository,
    event: Pick<RunnerEvent, 'name' | 'payload' | 'ref' | 'sha' | 'actor'> & Partial<RunnerEvent>,
  ): RunnerEvent => ({
    headRef: '',
    baseRef: '',
    repository: fullNameOf(repository),
    repositoryId: repository.id,
    ...event,
  });
  const common = (repository: Repository, sender: string) => ({
    ...(repository.owner.type === 'Organization' ? { organization: userBody(links, repository.owner) } : {}),
    sender: userBody(links, state.account(sender)),
  });
  const tipOf = (repository: Repository, ref: string): string => {
    const sha = repository.refs.get(ref);
    const commit = repository.network.tags.get(sha ?? '')?.commit ?? sha;
    if (commit === undefined) throw new Error(`there is no ref ${ref} in ${fullNameOf(repository)}`);
    return commit;
  };
  return {
    push: (push) =>
      envelope(push.repository, {
        name: 'push',
        // After a deletion the run is one of the default branch.
        ref: push.after === null ? `refs/heads/${push.repository.defaultBranch}` : push.ref,
        sha: push.head.sha,
        actor: push.pusher,
        payload: { ...pushPayload(links, push, false), ...common(push.repository, push.pusher) },
      }),
    pullRequest(repository, pull, options) {
      const { number } = pull.issue;
      const sender = options.sender ?? pull.issue.user.login;
      const target = options.event === 'pull_request_target';
      const merged = pull.mergedAt !== null;
      if (!target && pull.mergeSha === null) {
        throw new Error(
          `#${number} conflicts with ${pull.baseRef}: GitHub starts no pull_request run for it, whatever happens to it`,
        );
      }
      const label =
        options.label === undefined ? undefined : repository.labels.get(options.label.toLowerCase());
      return envelope(repository, {
        name: options.event ?? 'pull_request',
        ref: target || merged ? `refs/heads/${pull.baseRef}` : `refs/pull/${number}/merge`,
        sha: target ? tipOf(repository, `refs/heads/${pull.baseRef}`) : (pull.mergeSha ?? ''),
        headRef: pull.headRef,
        baseRef: pull.baseRef,
        actor: sender,
        payload: {
          action: options.action,
          number,
          pull_request: pullBody(links, repository, pull),
          ...(options.before === undefined ? {} : { before: options.before, after: pull.headSha }),
          ...(label === undefined ? {} : { label: labelBody(links, repository, label) }),
          repository: repositoryBody(links, repository),
          ...common(repository, sender),
        },
      });
    },
    dispatch(repository, options = {}) {
      const ref = options.ref ?? `refs/heads/${repository.defaultBranch}`;
      const sender = options.sender ?? 'octocat';
      return envelope(repository, {
        name: 'workflow_dispatch',
        ref,
        sha: tipOf(repository, ref),
        actor: sender,
        payload: {
          inputs: options.inputs ?? null,
          ref,
          repository: repositoryBody(links, repository),
          ...common(repository, sender),
          workflow: '.github/workflows/deploy.yml',
        },
      });
    },
    schedule(repository) {
      const ref = `refs/heads/${repository.defaultBranch}`;
      return envelope(repository, {
        name: 'schedule',
        ref,
        sha: tipOf(repository, ref),
        actor: 'octocat',
        payload: {
          schedule: '17 3 * * *',
          repository: repositoryBody(links, repository),
          workflow: '.github/workflows/deploy.yml',
        },
      });
    },
    pushWebhook: (push) => ({
      name: 'push',
      payload: { ...pushPayload(links, push, true), ...common(push.repository, push.pusher) },
    }),
  };
}

function pushPayload(links: Links, push: Push, withFiles: boolean): Record<string, unknown> {
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
    tree_id: commit.sha,
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

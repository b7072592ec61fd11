import { repositoryPayload, sender, ZERO_SHA, type RepositoryFacts, type RunnerEvent } from './repository.ts';

export interface PushFacts {
  repository?: RepositoryFacts;
  /** A branch's bare name. */
  branch: string;
  /** The commit now at the branch's head. */
  after: string;
  /** The commit before; absent = the branch was just created. */
  before?: string;
  message?: string;
  forced?: boolean;
}

/** A push to a branch. */
export function pushEvent(facts: PushFacts): RunnerEvent {
  const ref = `refs/heads/${facts.branch}`;
  return pushLike(facts.repository, {
    ref,
    before: facts.before ?? ZERO_SHA,
    after: facts.after,
    commit: facts.after,
    message: facts.message ?? 'Change the agent',
    created: facts.before === undefined,
    forced: facts.forced ?? false,
    baseRef: null,
  });
}

export interface TagPushFacts {
  repository?: RepositoryFacts;
  tag: string;
  /** The commit the tag leads to: GITHUB_SHA. */
  commit: string;
  /** An annotated tag's own object: `after` in the payload, never GITHUB_SHA. */
  tagObject?: string;
}

/** A push of a tag. */
export function tagEvent(facts: TagPushFacts): RunnerEvent {
  return pushLike(facts.repository, {
    ref: `refs/tags/${facts.tag}`,
    before: ZERO_SHA,
    after: facts.tagObject ?? facts.commit,
    commit: facts.commit,
    message: `Release ${facts.tag}`,
    created: true,
    forced: false,
    baseRef: 'refs/heads/main',
  });
}

/** A branch was deleted: GITHUB_SHA and GITHUB_REF then name the default branch. */
export function branchDeletedEvent(facts: {
  repository?: RepositoryFacts;
  branch: string;
  before: string;
  defaultHead: string;
}): RunnerEvent {
  const repository = repositoryPayload(facts.repository);
  return {
    name: 'push',
    ref: `refs/heads/${repository.default_branch}`,
    sha: facts.defaultHead,
    headRef: '',
    baseRef: '',
    repository: repository.full_name,
    repositoryId: repository.id,
    actor: 'octocat',
    payload: {
      ref: `refs/heads/${facts.branch}`,
      before: facts.before,
      after: ZERO_SHA,
      created: false,
      deleted: true,
      forced: false,
      base_ref: null,
      commits: [],
      head_commit: null,
      repository,
      pusher: { name: 'octocat', email: 'octocat@example.com' },
      sender: sender(),
    },
  };
}

interface PushLike {
  ref: string;
  before: string;
  after: string;
  commit: string;
  message: string;
  created: boolean;
  forced: boolean;
  baseRef: string | null;
}

function pushLike(facts: RepositoryFacts | undefined, push: PushLike): RunnerEvent {
  const repository = repositoryPayload(facts);
  const person = { name: 'Mona Lisa', email: 'mona@example.com', username: 'octocat' };
  const commit = {
    id: push.commit,
    tree_id: push.commit,
    distinct: true,
    message: push.message,
    timestamp: '2026-01-05T10:00:00Z',
    url: `${String(repository['html_url'])}/commit/${push.commit}`,
    author: person,
    committer: person,
    // A workflow's event has no lists of files: only webhooks carry them.
  };
  return {
    name: 'push',
    ref: push.ref,
    sha: push.commit,
    headRef: '',
    baseRef: '',
    repository: repository.full_name,
    repositoryId: repository.id,
    actor: 'octocat',
    payload: {
      ref: push.ref,
      before: push.before,
      after: push.after,
      created: push.created,
      deleted: false,
      forced: push.forced,
      base_ref: push.baseRef,
      compare: `${String(repository['html_url'])}/compare/${push.before.slice(0, 12)}...${push.after.slice(0, 12)}`,
      commits: push.created ? [] : [commit],
      head_commit: commit,
      repository,
      pusher: { name: 'octocat', email: 'octocat@example.com' },
      sender: sender(),
    },
  };
}

import { listAnswer } from '../server/paging.ts';
import { repositoryRoute, type RepositoryContext, type Route } from '../server/route.ts';
import { compareCommits } from '../state/history.ts';
import type { Commit, PullRequest, Repository } from '../state/model.ts';
import { commitBody, fileBody } from '../wire/commit.ts';
import { issueBody } from '../wire/issue.ts';
import { changesOf, pullBody, pullListBody } from '../wire/pull.ts';
import { issueOf, pullOf } from './support.ts';

const FILES_LIMIT = 3_000;
const COMMITS_LIMIT = 250;

export const pullRoutes: Route[] = [
  repositoryRoute({
    method: 'GET',
    path: '/pulls',
    docs: 'pulls/pulls#list-pull-requests',
    permissions: 'pull_requests=read',
    handle: (context) =>
      listAnswer(context, selected(context), (pull) => pullListBody(context.links, context.repository, pull)),
  }),
  repositoryRoute({
    method: 'GET',
    path: '/pulls/{pull_number}',
    docs: 'pulls/pulls#get-a-pull-request',
    permissions: 'pull_requests=read; contents=read',
    handle: (context) => ({
      status: 200,
      body: pullBody(context.links, context.repository, pullOf(context)),
    }),
  }),
  repositoryRoute({
    method: 'GET',
    path: '/pulls/{pull_number}/files',
    docs: 'pulls/pulls#list-pull-requests-files',
    permissions: 'pull_requests=read',
    handle(context) {
      const pull = pullOf(context);
      const files = changesOf(context.repository, pull).slice(0, FILES_LIMIT);
      return listAnswer(context, files, (file) =>
        fileBody(context.links, context.repository, pull.headSha, file),
      );
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/pulls/{pull_number}/commits',
    docs: 'pulls/pulls#list-commits-on-a-pull-request',
    permissions: 'pull_requests=read',
    handle(context) {
      const { repository, links } = context;
      const commits = commitsOf(repository, pullOf(context)).slice(0, COMMITS_LIMIT);
      return listAnswer(context, commits, (commit) => commitBody(links, repository, commit));
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/issues/{issue_number}',
    docs: 'issues/issues#get-an-issue',
    permissions: 'issues=read',
    handle: (context) => ({
      status: 200,
      body: issueBody(context.links, context.repository, issueOf(context)),
    }),
  }),
  repositoryRoute({
    method: 'GET',
    path: '/commits/{commit_sha}/pulls',
    docs: 'commits/commits#list-pull-requests-associated-with-a-commit',
    permissions: 'pull_requests=read',
    handle(context) {
      const { repository, links, params } = context;
      const sha = params['commit_sha'] ?? '';
      const found = [...repository.pulls.values()].filter(
        (pull) =>
          (pull.issue.state === 'open' || pull.mergedAt !== null) &&
          (pull.mergeSha === sha || commitsOf(repository, pull).some((commit) => commit.sha === sha)),
      );
      return listAnswer(context, found, (pull) => pullListBody(links, repository, pull));
    },
  }),
];

/** The commits a pull request brings, oldest first. */
function commitsOf(repository: Repository, pull: PullRequest): Commit[] {
  const { commits } = repository.network;
  const [base, head] = [commits.get(pull.baseSha), commits.get(pull.headSha)];
  return (base && head && compareCommits(repository.network, base, head)?.ahead) ?? [];
}

/**
 * What the query asks for: open ones unless said otherwise, newest first. `head` counts only as `owner:branch`: GitHub
 * ignores anything else, and answers every pull request.
 */
function selected({ repository, query }: RepositoryContext): PullRequest[] {
  const state = query.get('state') ?? 'open';
  const head = query.get('head');
  const base = query.get('base');
  const sort = query.get('sort') ?? 'created';
  const found = [...repository.pulls.values()].filter(
    (pull) =>
      (state === 'all' || pull.issue.state === state) &&
      (head === null || !head.includes(':') || head === `${pull.headOwner.login}:${pull.headRef}`) &&
      (base === null || base === pull.baseRef),
  );
  const key = ({ issue }: PullRequest) => (sort === 'updated' ? issue.updatedAt : issue.createdAt);
  const ascending = found.sort(
    (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) || a.issue.number - b.issue.number,
  );
  const direction = query.get('direction') ?? (sort === 'created' ? 'desc' : 'asc');
  return direction === 'asc' ? ascending : ascending.toReversed();
}

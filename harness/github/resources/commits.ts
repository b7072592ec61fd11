import { ApiError, notFound, type Answer } from '../server/answer.ts';
import { linkHeader, listAnswer, pageOf } from '../server/paging.ts';
import { repositoryRoute, type RepositoryContext, type Route } from '../server/route.ts';
import { ancestors, diffTrees, inOrder } from '../state/history.ts';
import type { Commit } from '../state/model.ts';
import { resolveRef } from '../state/objects.ts';
import { commitBody } from '../wire/commit.ts';

const FILES_PER_PAGE = 300;
const FILES_LIMIT = 3_000;

export const commitRoutes: Route[] = [
  repositoryRoute({
    method: 'GET',
    path: '/commits',
    docs: 'commits/commits#list-commits',
    permissions: 'contents=read',
    handle(context) {
      const { repository, links, query } = context;
      const name = query.get('sha') ?? repository.defaultBranch;
      const tip = resolveRef(repository, name)?.commit;
      if (tip === undefined) {
        if (repository.network.commits.size === 0) throw new ApiError(409, 'Git Repository is empty.');
        throw notFound();
      }
      const path = query.get('path');
      const all = inOrder(repository.network, [...ancestors(repository.network, tip.sha)]).toReversed();
      const wanted = path === null ? all : all.filter((commit) => touches(context, commit, path));
      return listAnswer(context, wanted, (commit) => commitBody(links, repository, commit));
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/commits/{ref+}',
    docs: 'commits/commits#get-a-commit',
    permissions: 'contents=read',
    handle: one,
  }),
];

function one(context: RepositoryContext): Answer {
  const { repository, links, params, media, query, self } = context;
  const ref = params['ref'] ?? '';
  const commit = resolveRef(repository, ref)?.commit;
  if (commit === undefined) throw new ApiError(422, `No commit found for SHA: ${ref}`);
  if (media === 'sha') return { status: 200, raw: { type: 'text/plain', content: commit.sha } };
  const all = changes(context, commit).slice(0, FILES_LIMIT);
  const number = pageOf(query).number;
  const page = { number, size: FILES_PER_PAGE };
  return {
    status: 200,
    headers: linkHeader(self, page, all.length),
    body: commitBody(links, repository, commit, {
      all,
      page: all.slice((number - 1) * FILES_PER_PAGE, number * FILES_PER_PAGE),
    }),
  };
}

function changes({ repository }: RepositoryContext, commit: Commit) {
  const parent = repository.network.commits.get(commit.parents[0] ?? '');
  return diffTrees(parent?.tree ?? new Map(), commit.tree);
}

const touches = (context: RepositoryContext, commit: Commit, path: string): boolean =>
  changes(context, commit).some(
    (change) => change.path === path || change.path.startsWith(`${path.replace(/\/+$/, '')}/`),
  );

import { notFound, type Answer } from '../server/answer.ts';
import { linkHeader, pageOf, slice } from '../server/paging.ts';
import { repositoryRoute, type RepositoryContext, type Route } from '../server/route.ts';
import { compareCommits, diffTrees } from '../state/history.ts';
import type { Commit, Repository } from '../state/model.ts';
import { resolveRef } from '../state/objects.ts';
import { commitBody, fileBody } from '../wire/commit.ts';
import { repositoryPage, repositoryUrl } from '../wire/links.ts';
import type { ComparisonBody } from '../wire/types.ts';

const FILES_LIMIT = 300;
/** Commits of an answer to a request that does not page. */
const COMMITS_LIMIT = 250;

export const compareRoutes: Route[] = [
  repositoryRoute({
    method: 'GET',
    path: '/compare/{basehead+}',
    docs: 'commits/commits#compare-two-commits',
    permissions: 'contents=read',
    handle: compare,
  }),
];

function compare(context: RepositoryContext): Answer {
  const { repository, links, params, query, self } = context;
  const basehead = params['basehead'] ?? '';
  const [baseName, headName, rest] = basehead.split('...');
  if (baseName === undefined || headName === undefined || rest !== undefined) throw notFound();
  const base = sideOf(context, baseName);
  const head = sideOf(context, headName);
  const comparison = compareCommits(repository.network, base, head);
  if (comparison === null) throw notFound(`No common ancestor between ${baseName} and ${headName}.`);
  const { ahead, behindBy, mergeBase, status } = comparison;
  const paged = query.has('page') || query.has('per_page');
  const page = pageOf(query);
  // Unpaged, the list ends with the newest commit; paged, it begins with the oldest.
  const commits = paged ? slice(ahead, page) : ahead.slice(-COMMITS_LIMIT);
  const files = paged && page.number > 1 ? [] : diffTrees(mergeBase.tree, head.tree).slice(0, FILES_LIMIT);
  const web = repositoryPage(links, repository);
  const body: ComparisonBody = {
    url: `${repositoryUrl(links, repository)}/compare/${basehead}`,
    html_url: `${web}/compare/${basehead}`,
    permalink_url: `${web}/compare/${permalink(repository, base)}...${permalink(repository, head)}`,
    diff_url: `${web}/compare/${basehead}.diff`,
    patch_url: `${web}/compare/${basehead}.patch`,
    base_commit: commitBody(links, repository, base),
    merge_base_commit: commitBody(links, repository, mergeBase),
    status,
    ahead_by: ahead.length,
    behind_by: behindBy,
    total_commits: ahead.length,
    commits: commits.map((commit) => commitBody(links, repository, commit)),
    files: files.map((file) => fileBody(links, repository, head.sha, file)),
  };
  return { status: 200, headers: paged ? linkHeader(self, page, ahead.length) : {}, body };
}

/** One side: a branch, tag or commit of this repository, or `owner:branch` of another in its network. Throws 404. */
function sideOf({ state, repository }: RepositoryContext, name: string): Commit {
  const [, owner, ref] = /^([^:]+):(.+)$/.exec(name) ?? [];
  const where =
    owner === undefined
      ? repository
      : [...state.repositories.values()].find(
          (other) =>
            other.network === repository.network && other.owner.login.toLowerCase() === owner.toLowerCase(),
        );
  const found = where === undefined ? undefined : resolveRef(where, ref ?? name);
  if (found === undefined) throw notFound();
  return found.commit;
}

const permalink = (repository: Repository, commit: Commit): string =>
  `${repository.owner.login}:${commit.sha.slice(0, 7)}`;

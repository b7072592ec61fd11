import * as z from 'zod';
import {
  type Answer,
  ApiError,
  linkHeader,
  listAnswer,
  notFound,
  pageOf,
  slice,
  validationFailed,
} from '../server/http.ts';
import { type RepositoryContext, repositoryRoute, type Route } from '../server/route.ts';
import { addCommitStatus, statusesOf } from '../state/deployments.ts';
import { ancestors, compareCommits, diffTrees, inOrder } from '../state/history.ts';
import type { Blob, Commit, CommitStatus, Repository } from '../state/model.ts';
import { resolveRef, treeSha } from '../state/objects.ts';
import { nodeId } from '../state/state.ts';
import {
  type CommitStatusBody,
  type ComparisonBody,
  repositoryBody,
  repositoryPage,
  repositoryUrl,
  userBody,
} from '../wire/repository.ts';
import { commitBody, fileBody } from '../wire/commit.ts';
import { actorOf, lengthOf } from './support.ts';

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

const COMPARE_FILES_LIMIT = 300;
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
  const files =
    paged && page.number > 1 ? [] : diffTrees(mergeBase.tree, head.tree).slice(0, COMPARE_FILES_LIMIT);
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

/** Above this the content of a file is only given raw. */
const INLINE_LIMIT = 1024 * 1024;
const LINE = 60;

export const contentRoutes: Route[] = [
  repositoryRoute({
    method: 'GET',
    path: '/contents',
    docs: 'repos/contents#get-repository-content',
    permissions: 'contents=read',
    handle: (context) => contents(context, ''),
  }),
  repositoryRoute({
    method: 'GET',
    path: '/contents/{path+}',
    docs: 'repos/contents#get-repository-content',
    permissions: 'contents=read',
    handle: (context) => contents(context, context.params['path'] ?? ''),
  }),
];

function contents(context: RepositoryContext, path: string): Answer {
  const { repository, query, media } = context;
  const ref = query.get('ref') ?? repository.defaultBranch;
  const commit = resolveRef(repository, ref)?.commit;
  if (commit === undefined) {
    if (repository.network.commits.size === 0) throw notFound('This repository is empty.');
    throw notFound(`No commit found for the ref ${ref}`);
  }
  const blob = commit.tree.get(path);
  if (blob !== undefined) return file(context, path, ref, blob, media);
  const below = path === '' ? '' : `${path.replace(/\/+$/, '')}/`;
  const names = new Map<string, Blob | null>();
  for (const [name, content] of commit.tree) {
    if (!name.startsWith(below)) continue;
    const [first = '', ...rest] = name.slice(below.length).split('/');
    names.set(first, rest.length === 0 ? content : null);
  }
  if (names.size === 0) throw notFound();
  const entries = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    status: 200,
    body: entries.map(([name, content]) =>
      content === null
        ? entry(context, `${below}${name}`, ref, 'dir', 0, treeSha(subtree(commit.tree, `${below}${name}/`)))
        : entry(context, `${below}${name}`, ref, 'file', content.bytes.length, content.sha),
    ),
  };
}

function file(context: RepositoryContext, path: string, ref: string, blob: Blob, media: string): Answer {
  const size = blob.bytes.length;
  if (media === 'raw') {
    return { status: 200, raw: { type: 'application/vnd.github.raw; charset=utf-8', content: blob.bytes } };
  }
  if (size > 100 * INLINE_LIMIT) throw new ApiError(403, 'This API returns blobs up to 100 MB in size.');
  const inline = size <= INLINE_LIMIT;
  return {
    status: 200,
    body: {
      ...entry(context, path, ref, 'file', size, blob.sha),
      content: inline ? wrapped(blob.bytes.toString('base64')) : '',
      encoding: inline ? 'base64' : 'none',
    },
  };
}

/** Base64 comes in lines, the last one ended too. */
function wrapped(base64: string): string {
  return base64.replaceAll(new RegExp(`.{1,${LINE}}`, 'g'), '$&\n');
}

function entry(
  { repository, links }: RepositoryContext,
  path: string,
  ref: string,
  type: 'file' | 'dir',
  size: number,
  sha: string,
) {
  const api = repositoryUrl(links, repository);
  const page = repositoryPage(links, repository);
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const self = `${api}/contents/${encoded}?ref=${encodeURIComponent(ref)}`;
  const git = `${api}/git/${type === 'file' ? 'blobs' : 'trees'}/${sha}`;
  const html = `${page}/${type === 'file' ? 'blob' : 'tree'}/${ref}/${encoded}`;
  return {
    name: path.split('/').at(-1) ?? '',
    path,
    sha,
    size,
    url: self,
    html_url: html,
    git_url: git,
    download_url: type === 'file' ? `${page}/raw/${ref}/${encoded}` : null,
    type,
    _links: { self, git, html },
  };
}

const subtree = (tree: ReadonlyMap<string, Blob>, below: string): ReadonlyMap<string, Blob> =>
  new Map(
    [...tree].flatMap(([path, blob]) => (path.startsWith(below) ? [[path.slice(below.length), blob]] : [])),
  );

const SCOPES = ['repo', 'repo:status'];
const NewStatus = z.looseObject({
  state: z.enum(['error', 'failure', 'pending', 'success']),
  context: z.string().default('default'),
  description: z.string().nullish(),
  target_url: z.string().nullish(),
});

/** Commit statuses: what `required_contexts` of a deployment asks about. */
export const statusRoutes: Route[] = [
  repositoryRoute({
    method: 'POST',
    path: '/statuses/{sha}',
    docs: 'commits/statuses#create-a-commit-status',
    permissions: 'statuses=write',
    scopes: SCOPES,
    body: NewStatus,
    handle(context, body) {
      const commit = commitOf(context, context.params['sha'] ?? '');
      if (lengthOf(body.description ?? '') > 140) {
        throw validationFailed({
          resource: 'Status',
          code: 'custom',
          field: 'description',
          message: 'description is too long (maximum is 140 characters)',
        });
      }
      const status = addCommitStatus(context.state, context.repository, commit.sha, {
        context: body.context,
        state: body.state,
        actor: actorOf(context),
        description: body.description ?? null,
        targetUrl: body.target_url ?? null,
      });
      return { status: 201, body: statusBody(context, commit, status) };
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/commits/{ref+}/status',
    docs: 'commits/statuses#get-the-combined-status-for-a-specific-reference',
    permissions: 'statuses=read',
    scopes: SCOPES,
    handle(context) {
      const { repository, links, params } = context;
      const commit = commitOf(context, params['ref'] ?? '');
      const statuses = statusesOf(repository, commit.sha);
      const url = `${repositoryUrl(links, repository)}/commits/${commit.sha}`;
      return listAnswer(
        context,
        statuses,
        (status) => statusBody(context, commit, status),
        (page) => ({
          state: combined(statuses),
          statuses: page,
          sha: commit.sha,
          total_count: statuses.length,
          repository: repositoryBody(links, repository),
          commit_url: url,
          url: `${url}/status`,
        }),
      );
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/commits/{ref+}/statuses',
    docs: 'commits/statuses#list-commit-statuses-for-a-reference',
    permissions: 'statuses=read',
    scopes: SCOPES,
    handle(context) {
      const commit = commitOf(context, context.params['ref'] ?? '');
      const all = context.repository.statuses.get(commit.sha) ?? [];
      return listAnswer(context, all.toReversed(), (status) => statusBody(context, commit, status));
    },
  }),
];

function commitOf({ repository }: RepositoryContext, name: string): Commit {
  const found = resolveRef(repository, name)?.commit;
  if (found === undefined) throw new ApiError(422, `No commit found for SHA: ${name}`);
  return found;
}

/** Nothing reported yet counts as pending. */
function combined(statuses: readonly CommitStatus[]): string {
  const states = new Set(statuses.map(({ state }) => state));
  if (states.has('error') || states.has('failure')) return 'failure';
  return states.has('pending') || states.size === 0 ? 'pending' : 'success';
}

function statusBody(
  { repository, links }: RepositoryContext,
  commit: Commit,
  status: CommitStatus,
): CommitStatusBody {
  return {
    url: `${repositoryUrl(links, repository)}/statuses/${commit.sha}`,
    avatar_url: `${links.html}/avatars/u/${status.actor.account.id}?v=4`,
    id: status.id,
    node_id: nodeId('SC', status.id),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: status.createdAt,
    updated_at: status.createdAt,
    creator: userBody(links, status.actor.account),
  };
}

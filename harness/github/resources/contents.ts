import { ApiError, notFound, type Answer } from '../server/answer.ts';
import { repositoryRoute, type RepositoryContext, type Route } from '../server/route.ts';
import type { Blob } from '../state/model.ts';
import { resolveRef, treeSha } from '../state/objects.ts';
import { repositoryPage, repositoryUrl } from '../wire/links.ts';

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

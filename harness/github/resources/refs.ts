import { listAnswer, notFound } from '../server/http.ts';
import { repositoryRoute, type RepositoryContext, type Route } from '../server/route.ts';
import { commitAt } from '../state/objects.ts';
import { nodeId } from '../state/state.ts';
import { commitBody } from '../wire/commit.ts';
import {
  type BranchBody,
  type RefBody,
  repositoryPage,
  repositoryUrl,
  type TagBody,
} from '../wire/repository.ts';

export const refRoutes: Route[] = [
  repositoryRoute({
    method: 'GET',
    path: '/git/ref/{ref+}',
    docs: 'git/refs#get-a-reference',
    permissions: 'contents=read',
    handle(context) {
      const ref = `refs/${context.params['ref'] ?? ''}`;
      const sha = context.repository.refs.get(ref);
      if (sha === undefined) throw notFound();
      return { status: 200, body: refBody(context, ref, sha) };
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/git/matching-refs/{ref+}',
    docs: 'git/refs#list-matching-references',
    permissions: 'contents=read',
    handle(context) {
      const start = `refs/${context.params['ref'] ?? ''}`;
      const found = refsBelow(context, start);
      return listAnswer(context, found, ([ref, sha]) => refBody(context, ref, sha));
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/git/tags/{tag_sha}',
    docs: 'git/tags#get-a-tag',
    permissions: 'contents=read',
    handle(context) {
      const { repository, links, params } = context;
      const tag = repository.network.tags.get(params['tag_sha'] ?? '');
      if (tag === undefined) throw notFound();
      const api = repositoryUrl(links, repository);
      const body: TagBody = {
        node_id: nodeId('TA', tag.sha),
        sha: tag.sha,
        url: `${api}/git/tags/${tag.sha}`,
        tagger: { ...tag.tagger },
        object: { sha: tag.commit, type: 'commit', url: `${api}/git/commits/${tag.commit}` },
        tag: tag.tag,
        message: tag.message,
      };
      return { status: 200, body };
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/branches',
    docs: 'branches/branches#list-branches',
    permissions: 'contents=read',
    handle(context) {
      const { repository, links } = context;
      const branches = refsBelow(context, 'refs/heads/');
      return listAnswer(context, branches, ([ref, sha]) => {
        const name = ref.slice('refs/heads/'.length);
        const url = `${repositoryUrl(links, repository)}/commits/${sha}`;
        return { name, commit: { sha, url }, protected: false };
      });
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/branches/{branch+}',
    docs: 'branches/branches#get-a-branch',
    permissions: 'contents=read',
    handle(context) {
      const { repository, links, params } = context;
      const name = params['branch'] ?? '';
      const commit = commitAt(repository, repository.refs.get(`refs/heads/${name}`));
      if (commit === undefined) throw notFound('Branch not found');
      const url = `${repositoryUrl(links, repository)}/branches/${encodeURIComponent(name)}`;
      const body: BranchBody = {
        name,
        commit: commitBody(links, repository, commit),
        _links: { self: url, html: `${repositoryPage(links, repository)}/tree/${name}` },
        protected: false,
        protection: {
          enabled: false,
          required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] },
        },
        protection_url: `${url}/protection`,
      };
      return { status: 200, body };
    },
  }),
];

const refsBelow = ({ repository }: RepositoryContext, start: string): [string, string][] =>
  [...repository.refs].filter(([ref]) => ref.startsWith(start)).sort(([a], [b]) => (a < b ? -1 : 1));

/** A ref as git has it: an annotated tag's object is a tag, not the commit it leads to. */
function refBody({ repository, links }: RepositoryContext, ref: string, sha: string): RefBody {
  const api = repositoryUrl(links, repository);
  const type = repository.network.tags.has(sha) ? 'tag' : 'commit';
  return {
    ref,
    node_id: nodeId('REF', `${repository.id}:${ref}`),
    url: `${api}/git/${ref}`,
    object: { sha, type, url: `${api}/git/${type}s/${sha}` },
  };
}

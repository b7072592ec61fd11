import { fullNameOf, type Repository } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import { userBody } from './account.ts';
import { repositoryPage, repositoryUrl, type Links } from './links.ts';
import type { FullRepositoryBody, RepositoryBody } from './types.ts';

/** What somebody may do in a repository. */
export type RepositoryPermissions = NonNullable<FullRepositoryBody['permissions']>;

/** A repository asked for by itself. `permissions` only for those who came with a token. */
export function fullRepositoryBody(
  links: Links,
  repository: Repository,
  permissions: RepositoryPermissions | null,
): FullRepositoryBody {
  const parent = repository.parent === null ? null : repositoryBody(links, repository.parent);
  return {
    ...fields(links, repository),
    ...(permissions === null ? {} : { permissions }),
    ...(parent === null ? {} : { parent, source: parent }),
    network_count: 0,
    subscribers_count: 0,
  };
}

/** A repository as it stands within other bodies and in events. */
export function repositoryBody(links: Links, repository: Repository): RepositoryBody {
  return fields(links, repository);
}

function fields(links: Links, repository: Repository) {
  const page = repositoryPage(links, repository);
  const host = new URL(links.html).host;
  const fullName = fullNameOf(repository);
  const openIssues = [...repository.issues.values()].filter(({ state }) => state === 'open').length;
  return {
    id: repository.id,
    node_id: nodeId('R', repository.id),
    name: repository.name,
    full_name: fullName,
    private: repository.private,
    owner: userBody(links, repository.owner),
    html_url: page,
    description: null,
    fork: repository.parent !== null,
    ...addresses(repositoryUrl(links, repository)),
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
    pushed_at: repository.pushedAt,
    git_url: `git://${host}/${fullName}.git`,
    ssh_url: `git@${host}:${fullName}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    homepage: null,
    size: 1,
    stargazers_count: 0,
    watchers_count: 0,
    language: 'TypeScript',
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: repository.archived,
    disabled: repository.disabled,
    open_issues_count: openIssues,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repository.private ? 'private' : 'public',
    forks: 0,
    open_issues: openIssues,
    watchers: 0,
    default_branch: repository.defaultBranch,
  };
}

/** Every address below a repository's own. */
function addresses(url: string) {
  return {
    url,
    forks_url: `${url}/forks`,
    keys_url: `${url}/keys{/key_id}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    teams_url: `${url}/teams`,
    hooks_url: `${url}/hooks`,
    issue_events_url: `${url}/issues/events{/number}`,
    events_url: `${url}/events`,
    assignees_url: `${url}/assignees{/user}`,
    branches_url: `${url}/branches{/branch}`,
    tags_url: `${url}/tags`,
    blobs_url: `${url}/git/blobs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    trees_url: `${url}/git/trees{/sha}`,
    statuses_url: `${url}/statuses/{sha}`,
    languages_url: `${url}/languages`,
    stargazers_url: `${url}/stargazers`,
    contributors_url: `${url}/contributors`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    commits_url: `${url}/commits{/sha}`,
    git_commits_url: `${url}/git/commits{/sha}`,
    comments_url: `${url}/comments{/number}`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    contents_url: `${url}/contents/{+path}`,
    compare_url: `${url}/compare/{base}...{head}`,
    merges_url: `${url}/merges`,
    archive_url: `${url}/{archive_format}{/ref}`,
    downloads_url: `${url}/downloads`,
    issues_url: `${url}/issues{/number}`,
    pulls_url: `${url}/pulls{/number}`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    labels_url: `${url}/labels{/name}`,
    releases_url: `${url}/releases{/id}`,
    deployments_url: `${url}/deployments`,
  };
}

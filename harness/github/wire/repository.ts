import type { getOctokit } from '@actions/github';
import { type Account, type App, fullNameOf, type Repository } from '../state/model.ts';
import { nodeId } from '../state/state.ts';

/** What a user may do in a repository. */
type RepositoryPermissions = NonNullable<FullRepositoryBody['permissions']>;

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

/** An account as it stands in every body. */
export function userBody(links: Links, account: Account): UserBody {
  // The brackets of a bot's login are escaped in addresses.
  const url = `${links.api}/users/${encodeURIComponent(account.login)}`;
  const prefixes = { Bot: 'BOT', User: 'U', Organization: 'O' };
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(prefixes[account.type], account.id),
    avatar_url: `${links.html}/avatars/u/${account.id}?v=4`,
    gravatar_id: '',
    url,
    html_url: accountPage(links, account),
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    user_view_type: 'public',
    site_admin: false,
  };
}

/** A GitHub App as `performed_via_github_app` shows it. */
export function appBody(links: Links, app: App): AppBody {
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId('A', app.id),
    owner: userBody(links, app.owner),
    name: app.name,
    description: '',
    external_url: `${links.html}/apps/${app.slug}`,
    html_url: `${links.html}/apps/${app.slug}`,
    created_at: '2018-07-30T09:30:17Z',
    updated_at: '2024-04-10T20:33:16Z',
    permissions: { metadata: 'read' },
    events: [],
  };
}

/** The addresses in use: answers hold absolute URLs of the very host that was asked. */
export interface Links {
  /** Base of the REST API, without a slash at the end. */
  readonly api: string;
  /** Base of the web pages. */
  readonly html: string;
}

/** A repository's API address. */
export const repositoryUrl = (links: Links, repository: Repository): string =>
  `${links.api}/repos/${fullNameOf(repository)}`;

/** A repository's page. */
export const repositoryPage = (links: Links, repository: Repository): string =>
  `${links.html}/${fullNameOf(repository)}`;

/** An account's page; a bot's is that of its App. */
const accountPage = (links: Links, account: Account): string =>
  account.type === 'Bot'
    ? `${links.html}/apps/${account.login.replace('[bot]', '')}`
    : `${links.html}/${account.login}`;

/**
 * The bodies GitHub publishes, as its own client knows them: what the double writes is checked against them by the
 * compiler.
 */
type Rest = ReturnType<typeof getOctokit>['rest'];
type Data<Method extends (...args: never[]) => Promise<{ data: unknown }>> = Awaited<
  ReturnType<Method>
>['data'];

export type DeploymentBody = Data<Rest['repos']['getDeployment']>;
export type DeploymentStatusBody = Data<Rest['repos']['getDeploymentStatus']>;
export type EnvironmentBody = Data<Rest['repos']['getEnvironment']>;
export type CommentBody = Data<Rest['issues']['getComment']>;
type UserBody = NonNullable<CommentBody['user']>;
type AppBody = NonNullable<CommentBody['performed_via_github_app']>;
type FullRepositoryBody = Data<Rest['repos']['get']>;
/** A repository as it stands within other bodies. */
type RepositoryBody = Data<Rest['pulls']['get']>['base']['repo'];
export type IssueBody = Data<Rest['issues']['get']>;
export type LabelBody = Data<Rest['issues']['listLabelsOnIssue']>[number];
export type CommitBody = Data<Rest['repos']['getCommit']>;
export type FileBody = NonNullable<CommitBody['files']>[number];
export type ComparisonBody = Data<Rest['repos']['compareCommitsWithBasehead']>;
export type BranchBody = Data<Rest['repos']['getBranch']>;
export type RefBody = Data<Rest['git']['getRef']>;
export type TagBody = Data<Rest['git']['getTag']>;
export type CommitStatusBody = Data<Rest['repos']['createCommitStatus']>;
export type RateLimitBody = Data<Rest['rateLimit']['get']>;

type Pull = Data<Rest['pulls']['get']>;
/** The published types forget that `head.repo` is null once a fork is deleted, and that labels need no description. */
type AsItIs<Body extends { head: { repo: unknown } }> = Omit<Body, 'head' | 'labels'> & {
  head: Omit<Body['head'], 'repo'> & { repo: RepositoryBody | null };
  labels: Pull['labels'];
};
export type PullRequestBody = AsItIs<Pull>;
export type PullRequestListBody = AsItIs<Data<Rest['pulls']['list']>[number]>;

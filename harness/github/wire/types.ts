import type { getOctokit } from '@actions/github';

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
export type UserBody = NonNullable<CommentBody['user']>;
export type AppBody = NonNullable<CommentBody['performed_via_github_app']>;
export type FullRepositoryBody = Data<Rest['repos']['get']>;
/** A repository as it stands within other bodies. */
export type RepositoryBody = Data<Rest['pulls']['get']>['base']['repo'];
export type IssueBody = Data<Rest['issues']['get']>;
export type LabelBody = Data<Rest['issues']['listLabelsOnIssue']>[number];
export type CommitBody = Data<Rest['repos']['getCommit']>;
export type FileBody = NonNullable<CommitBody['files']>[number];
export type ComparisonBody = Data<Rest['repos']['compareCommitsWithBasehead']>;
export type BranchBody = Data<Rest['repos']['getBranch']>;
export type RefBody = Data<Rest['git']['getRef']>;
export type TagBody = Data<Rest['git']['getTag']>;
export type CommitStatusBody = Data<Rest['repos']['createCommitStatus']>;
export type CombinedStatusBody = Data<Rest['repos']['getCombinedStatusForRef']>;
export type RateLimitBody = Data<Rest['rateLimit']['get']>;

type Pull = Data<Rest['pulls']['get']>;
/** The published types forget that `head.repo` is null once a fork is deleted, and that labels need no description. */
type AsItIs<Body extends { head: { repo: unknown } }> = Omit<Body, 'head' | 'labels'> & {
  head: Omit<Body['head'], 'repo'> & { repo: RepositoryBody | null };
  labels: Pull['labels'];
};
export type PullRequestBody = AsItIs<Pull>;
export type PullRequestListBody = AsItIs<Data<Rest['pulls']['list']>[number]>;

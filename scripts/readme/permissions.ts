/** A permission that a workflow may grant, its use by the action, and the behavior without it. */
export interface PermissionNeed {
  /** Line under `permissions:` of the job. */
  permission: string;
  neededFor: string;
  without: string;
  /** Octokit methods that need the permission. A test compares these methods with the calls in the sources. */
  calls: readonly string[];
}

/** All permissions that the action can use. The README's table is generated from this list. */
export const PERMISSIONS: readonly PermissionNeed[] = [
  {
    permission: 'deployments: write',
    neededFor: 'the deployment on GitHub with its status, address and log (`github-deployment`)',
    without: 'the run shows no deployment on GitHub',
    calls: [
      'repos.createDeployment',
      'repos.createDeploymentStatus',
      'repos.deleteDeployment',
      'repos.listDeployments',
      'repos.listDeploymentStatuses',
    ],
  },
  {
    permission: 'pull-requests: write',
    neededFor: 'the comment on the pull request (`comment`), and the notice of a sweep with `preview-idle`',
    without: 'the run writes no comment; a sweep deletes no inactive preview and fails',
    calls: ['issues.createComment', 'issues.deleteComment', 'issues.listComments', 'issues.updateComment'],
  },
  {
    permission: 'contents: read',
    neededFor: '`paths` on a push: reading which files changed since the deployed commit',
    without: 'every file counts as changed, so the action deploys',
    calls: ['repos.compareCommitsWithBasehead'],
  },
  {
    permission: 'contents: read',
    neededFor: 'reading the [lock](../locks.md) of the deployment before a change (`locks`)',
    without:
      'in a private repository, the action changes the deployment without checking the lock; with `locks: required`, the run fails as `lock-unreadable`',
    calls: ['git.listMatchingRefs', 'git.getCommit'],
  },
  {
    permission: 'contents: read',
    neededFor: '`action: command`: reading when the head of the pull request was pushed',
    without: 'a command in a private repository fails as `command-unverified`',
    calls: ['repos.listActivities'],
  },
  {
    permission: 'pull-requests: read',
    neededFor: '`action: command`: reading the comment',
    without: 'a command in a private repository fails as `command-unverified`',
    calls: ['issues.getComment'],
  },
  {
    permission: 'contents: read',
    neededFor:
      '`action: shared-preview`: reading the head of the default branch, and checking out all branches',
    without: 'in a private repository, the run fails, and nothing changes',
    calls: ['repos.getBranch'],
  },
  {
    permission: 'pull-requests: read',
    neededFor: '`action: shared-preview`: reading which open pull requests have the label',
    without: 'in a private repository, the run fails as `pull-request-unknown`, and nothing changes',
    calls: ['pulls.list'],
  },
  {
    permission: 'contents: write',
    neededFor: '`action: lock` and `action: unlock`: storing the lock',
    without: 'the lock is unchanged, and the run fails as `lock-not-stored`',
    calls: ['git.createTree', 'git.createCommit', 'git.createRef', 'git.updateRef'],
  },
  {
    permission: 'pull-requests: read',
    neededFor:
      'previews: reading the state, labels and head of the pull request; `action: sweep`: reading which pull requests are closed',
    without:
      'a preview uses the state in the event, and does not notice that the pull request was closed later; a sweep deletes nothing and fails',
    calls: ['pulls.get'],
  },
  {
    permission: 'pull-requests: read',
    neededFor: '`paths` on a pull request: reading which files the pull request changes',
    without: 'every file counts as changed, so the action deploys',
    calls: ['pulls.listFiles'],
  },
  {
    permission: 'pull-requests: read',
    neededFor: '`fork-approval: review`: reading the reviews of a fork',
    without: 'no commit of a fork is approved, and the run fails',
    calls: ['pulls.listReviews'],
  },
  {
    permission: 'actions: read',
    neededFor: '`fork-approval: environment`: reading who approved the run',
    without: 'no commit of a fork is approved, and the run fails',
    calls: ['actions.getReviewsForRun'],
  },
  {
    permission: 'administration: write',
    neededFor:
      'deleting the empty environment of a deleted preview; the token of a workflow never has this permission, but the token of a GitHub app, passed as `github-token`, can have it',
    without: 'the environment stays in the list without a deployment',
    calls: ['repos.deleteAnEnvironment'],
  },
];

/** Calls that need no permission: the owner of the token, and the permission of an approver or of a comment's author. */
export const FREE_CALLS: readonly string[] = [
  'graphql',
  'users.getAuthenticated',
  'repos.getCollaboratorPermissionLevel',
];

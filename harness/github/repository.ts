import type { RunnerEvent } from '../events.ts';
import type { EventSource, PullRequestEventOptions } from './events.ts';
import { importGit } from './git-import.ts';
import { commitAt, type CommitDraft, type FileEdits } from './state/objects.ts';
import { addCommitStatus, addDeployment, addDeploymentStatus } from './state/deployments.ts';
import {
  type Comment,
  type CommitStatus,
  type Deployment,
  type Environment,
  fullNameOf,
  type Issue,
  type PullRequest,
  type Repository,
} from './state/model.ts';
import { deleteRef, pushCommits, pushTag, setFiles, type Push } from './state/refs.ts';
import {
  addIssue,
  addPullRequest,
  closePullRequest,
  pullOf,
  reopenPullRequest,
  type IssueSeed,
  type PullRequestSeed,
} from './state/pulls.ts';
import { ACTIONS_BOT, type GitHubState, labelOf } from './state/state.ts';
import { deleteRepository, renameRepository } from './state/repositories.ts';
import { type Links, repositoryPage } from './wire/repository.ts';
import type { WebhookEvent } from './webhooks.ts';

/** A repository of the double: what its people do to it, and what is true of it, past the API. */
export interface RepositoryHandle {
  readonly id: number;
  readonly fullName: string;
  /** The commit a branch, or a full ref, leads to; throws when it is not there. */
  head(ref?: string): string;

  /** Puts commits on a branch, which is made when it is new. */
  pushCommits(
    branch: string,
    commits: readonly CommitDraft[],
    options?: { force?: boolean; pusher?: string },
  ): Push;
  /** One commit with these files. */
  setFiles(branch: string, files: FileEdits, message?: string): Push;
  pushTag(tag: string, options?: { commit?: string; annotated?: boolean; object?: string }): Push;
  deleteBranch(branch: string): Push;
  /** Brings in everything a real git repository has, under its real names. */
  importGit(folder: string): Promise<Push[]>;

  addPullRequest(seed: PullRequestSeed): PullRequest;
  closePullRequest(number: number, options?: { merged?: boolean; by?: string }): PullRequest;
  reopenPullRequest(number: number): PullRequest;
  setLabels(number: number, labels: readonly string[]): void;
  addIssue(seed?: IssueSeed): Issue;
  /** A comment, as if written on the page. */
  addComment(number: number, body: string, login?: string): Comment;
  setStatus(context: string, state: CommitStatus['state'], ref?: string): void;
  /** A workflow's job starts: its check, and the deployment of its `environment:`. */
  startJob(options: JobOptions): Job;
  set(details: Partial<Pick<Repository, 'private' | 'archived' | 'disabled' | 'defaultBranch'>>): void;
  rename(fullName: string): void;
  /** Deletes it. Pull requests that came from it stay. */
  delete(): void;

  pull(number: number): PullRequest;
  pulls(): PullRequest[];
  /** Comments of an issue or a pull request, oldest first. */
  comments(number: number): Comment[];
  /** Oldest first; of one environment when named. */
  deployments(environment?: string): Deployment[];
  environments(): Environment[];

  /** Events of what happened here, in the API's own words. */
  readonly events: {
    push(push: Push): RunnerEvent;
    pullRequest(number: number, options: PullRequestEventOptions): RunnerEvent;
    dispatch(options?: { ref?: string; inputs?: Record<string, string>; sender?: string }): RunnerEvent;
    schedule(): RunnerEvent;
    pushWebhook(push: Push): WebhookEvent;
  };
}

/** Binds everything that can be done to a repository. */
export function repositoryHandle(
  state: GitHubState,
  repository: Repository,
  links: Links,
  events: EventSource,
): RepositoryHandle {
  const commitOf = (ref: string): string => {
    const full = ref.startsWith('refs/') ? ref : `refs/heads/${ref}`;
    const commit = commitAt(repository, repository.refs.get(full));
    if (commit === undefined) throw new Error(`there is no ${full} in ${fullNameOf(repository)}`);
    return commit.sha;
  };
  const issueOf = (number: number): Issue => {
    const issue = repository.issues.get(number);
    if (issue === undefined) throw new Error(`there is no #${number} in ${fullNameOf(repository)}`);
    return issue;
  };
  return {
    id: repository.id,
    get fullName() {
      return fullNameOf(repository);
    },
    head: (ref = repository.defaultBranch) => commitOf(ref),
    pushCommits: (branch, commits, options) => pushCommits(state, repository, branch, commits, options),
    setFiles: (branch, files, message) => setFiles(state, repository, branch, files, message),
    pushTag: (tag, options) => pushTag(state, repository, tag, options),
    deleteBranch: (branch) => deleteRef(state, repository, `refs/heads/${branch}`),
    importGit: (folder) => importGit(state, repository, folder),
    addPullRequest: (seed) => addPullRequest(state, repository, seed),
    closePullRequest: (number, options) => closePullRequest(state, repository, number, options),
    reopenPullRequest: (number) => reopenPullRequest(state, repository, number),
    setLabels(number, labels) {
      const issue = issueOf(number);
      issue.labels = labels.map((name) => labelOf(state, repository, name));
      issue.updatedAt = state.stamp();
    },
    addIssue: (seed) => addIssue(state, repository, seed),
    addComment(number, body, login = 'octocat') {
      const at = state.stamp();
      const comment: Comment = {
        id: state.nextId('comment'),
        issue: issueOf(number).number,
        body,
        actor: { account: state.account(login), app: null },
        createdAt: at,
        updatedAt: at,
      };
      repository.comments.set(comment.id, comment);
      return comment;
    },
    setStatus(context, of, ref = repository.defaultBranch) {
      const actor = { account: state.account('ci-bot'), app: null };
      addCommitStatus(state, repository, commitOf(ref), { context, state: of, actor });
    },
    startJob: (options) => startJob(state, links, repository, options),
    set: (details) => void Object.assign(repository, details),
    rename: (fullName) => void renameRepository(state, fullNameOf(repository), fullName),
    delete: () => deleteRepository(state, fullNameOf(repository)),
    pull: (number) => pullOf(repository, number),
    pulls: () => [...repository.pulls.values()],
    comments: (number) => [...repository.comments.values()].filter(({ issue }) => issue === number),
    deployments: (environment) =>
      repository.deployments.filter((item) => environment === undefined || item.environment === environment),
    environments: () => [...repository.environments.values()],
    events: {
      push: (push) => events.push(push),
      pullRequest: (number, options) => events.pullRequest(repository, pullOf(repository, number), options),
      dispatch: (options) => events.dispatch(repository, options),
      schedule: () => events.schedule(repository),
      pushWebhook: (push) => events.pushWebhook(push),
    },
  };
}

export interface JobOptions {
  /** What the run is of: GITHUB_REF (full or short) and GITHUB_SHA. */
  ref: string;
  sha: string;
  /** GITHUB_RUN_ID. */
  runId: string;
  /** The job's name: its check on the commit. Default: `deploy`. */
  name?: string;
  /** `environment:` of the job. `null`: it names none. */
  environment?: string | null;
  /** `deployment: false` under `environment:` keeps GitHub from making a deployment. */
  deployment?: boolean;
}

/** A job that runs. */
export interface Job {
  /** The deployment GitHub made because the job names an environment. */
  readonly deployment: Deployment | null;
  /** Ends it: the check is done, and the deployment gets its last status, with the `url` of `environment:`. */
  finish(outcome: 'success' | 'failure', url?: string): void;
}

/**
 * What GitHub itself does when a workflow's job starts and ends: a check on the commit (pending meanwhile, so it fails
 * every `required_contexts` of the job's own doing), and for a job with `environment:` a deployment by
 * `github-actions[bot]`, linked to the run and closed after the last step.
 */
export function startJob(state: GitHubState, links: Links, repository: Repository, options: JobOptions): Job {
  const actor = { account: state.account(ACTIONS_BOT), app: state.app('github-actions') };
  const context = options.name ?? 'deploy';
  const logUrl = `${repositoryPage(links, repository)}/actions/runs/${options.runId}/job/${state.nextId('commitStatus')}`;
  const check = (of: 'pending' | 'success' | 'failure') =>
    addCommitStatus(state, repository, options.sha, { context, state: of, actor, targetUrl: logUrl });
  check('pending');
  const environment = options.environment ?? null;
  const deployment =
    environment === null || options.deployment === false
      ? null
      : addDeployment(state, repository, {
          sha: options.sha,
          ref: options.ref.replace(/^refs\/(heads|tags)\//, ''),
          actor,
          payload: {},
          environment,
          production: false,
        });
  const report = (of: 'queued' | 'in_progress' | 'success' | 'failure', url = '') => {
    if (deployment === null) return;
    addDeploymentStatus(state, repository, deployment, { state: of, actor, logUrl, environmentUrl: url });
  };
  report('queued');
  report('in_progress');
  return {
    deployment,
    finish(outcome, url) {
      check(outcome);
      report(outcome, url);
    },
  };
}

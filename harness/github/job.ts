import { addCommitStatus, addDeployment, addDeploymentStatus } from './state/deployments.ts';
import type { Deployment, Repository } from './state/model.ts';
import { ACTIONS_BOT, type GitHubState } from './state/state.ts';
import { repositoryPage, type Links } from './wire/links.ts';

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

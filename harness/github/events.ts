import type { RunnerEvent } from '../events.ts';
import { fullNameOf, type PullRequest, type Repository } from './state/model.ts';
import type { Push } from './state/refs.ts';
import type { GitHubState } from './state/state.ts';
import { type Links, repositoryBody, userBody } from './wire/repository.ts';
import { labelBody, pullBody } from './wire/pull.ts';
import { pushPayload } from './wire/commit.ts';
import type { WebhookEvent } from './webhooks.ts';

export interface PullRequestEventOptions {
  /** `opened`, `synchronize`, `reopened`, `closed`, `labeled`, … */
  action: string;
  event?: 'pull_request' | 'pull_request_target';
  /** Who did it. Default: the author. */
  sender?: string;
  /** Of `labeled` and `unlabeled`. */
  label?: string;
  /** Of `synchronize`: the head before. */
  before?: string;
}

/** Builds events out of the double's state, with the API's own bodies: what an event says, the API says too. */
export interface EventSource {
  /** A push as a workflow sees it: commits without their lists of files, which only webhooks carry. */
  push(push: Push): RunnerEvent;
  /** Throws when GitHub would start no run: a pull request in conflict starts none, but for `pull_request_target`. */
  pullRequest(repository: Repository, pull: PullRequest, options: PullRequestEventOptions): RunnerEvent;
  /** "Run workflow" was pressed on a ref (full; default: the default branch). */
  dispatch(
    repository: Repository,
    options?: { ref?: string; inputs?: Record<string, string>; sender?: string },
  ): RunnerEvent;
  schedule(repository: Repository): RunnerEvent;
  /** A push as webhooks carry it, with the files of each commit. */
  pushWebhook(push: Push): WebhookEvent;
}

export function createEvents(state: GitHubState, links: Links): EventSource {
  const envelope = (
    repository: Repository,
    event: Pick<RunnerEvent, 'name' | 'payload' | 'ref' | 'sha' | 'actor'> & Partial<RunnerEvent>,
  ): RunnerEvent => ({
    headRef: '',
    baseRef: '',
    repository: fullNameOf(repository),
    repositoryId: repository.id,
    ...event,
  });
  const common = (repository: Repository, sender: string) => ({
    ...(repository.owner.type === 'Organization' ? { organization: userBody(links, repository.owner) } : {}),
    sender: userBody(links, state.account(sender)),
  });
  const tipOf = (repository: Repository, ref: string): string => {
    const sha = repository.refs.get(ref);
    const commit = repository.network.tags.get(sha ?? '')?.commit ?? sha;
    if (commit === undefined) throw new Error(`there is no ref ${ref} in ${fullNameOf(repository)}`);
    return commit;
  };
  return {
    push: (push) =>
      envelope(push.repository, {
        name: 'push',
        // After a deletion the run is one of the default branch.
        ref: push.after === null ? `refs/heads/${push.repository.defaultBranch}` : push.ref,
        sha: push.head.sha,
        actor: push.pusher,
        payload: { ...pushPayload(links, push, false), ...common(push.repository, push.pusher) },
      }),
    pullRequest(repository, pull, options) {
      const { number } = pull.issue;
      const { defaultBranch } = repository;
      const sender = options.sender ?? pull.issue.user.login;
      const target = options.event === 'pull_request_target';
      const merged = pull.mergedAt !== null;
      if (!target && pull.mergeSha === null) {
        throw new Error(
          `#${number} conflicts with ${pull.baseRef}: GitHub starts no pull_request run for it on any activity`,
        );
      }
      const label =
        options.label === undefined ? undefined : repository.labels.get(options.label.toLowerCase());
      return envelope(repository, {
        name: options.event ?? 'pull_request',
        // Since 2025-12-08 pull_request_target runs on the default branch, not on the base.
        ref: target
          ? `refs/heads/${defaultBranch}`
          : merged
            ? `refs/heads/${pull.baseRef}`
            : `refs/pull/${number}/merge`,
        sha: target ? tipOf(repository, `refs/heads/${defaultBranch}`) : (pull.mergeSha ?? ''),
        headRef: pull.headRef,
        baseRef: pull.baseRef,
        actor: sender,
        payload: {
          action: options.action,
          number,
          pull_request: pullBody(links, repository, pull),
          ...(options.before === undefined ? {} : { before: options.before, after: pull.headSha }),
          ...(label === undefined ? {} : { label: labelBody(links, repository, label) }),
          repository: repositoryBody(links, repository),
          ...common(repository, sender),
        },
      });
    },
    dispatch(repository, options = {}) {
      const ref = options.ref ?? `refs/heads/${repository.defaultBranch}`;
      const sender = options.sender ?? 'octocat';
      return envelope(repository, {
        name: 'workflow_dispatch',
        ref,
        sha: tipOf(repository, ref),
        actor: sender,
        payload: {
          inputs: options.inputs ?? null,
          ref,
          repository: repositoryBody(links, repository),
          ...common(repository, sender),
          workflow: '.github/workflows/deploy.yml',
        },
      });
    },
    schedule(repository) {
      const ref = `refs/heads/${repository.defaultBranch}`;
      return envelope(repository, {
        name: 'schedule',
        ref,
        sha: tipOf(repository, ref),
        actor: 'octocat',
        payload: {
          schedule: '17 3 * * *',
          repository: repositoryBody(links, repository),
          workflow: '.github/workflows/deploy.yml',
        },
      });
    },
    pushWebhook: (push) => ({
      name: 'push',
      payload: { ...pushPayload(links, push, true), ...common(push.repository, push.pusher) },
    }),
  };
}

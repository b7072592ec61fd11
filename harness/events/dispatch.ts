import { repositoryPayload, sender, type RepositoryFacts, type RunnerEvent } from './repository.ts';

export interface DispatchFacts {
  repository?: RepositoryFacts;
  /** The full ref the workflow was started on. */
  ref: string;
  sha: string;
  inputs?: Record<string, string>;
}

/** Somebody pressed "Run workflow": no commit object in the payload, only the ref. */
export function dispatchEvent(facts: DispatchFacts): RunnerEvent {
  const repository = repositoryPayload(facts.repository);
  return {
    name: 'workflow_dispatch',
    ref: facts.ref,
    sha: facts.sha,
    headRef: '',
    baseRef: '',
    repository: repository.full_name,
    repositoryId: repository.id,
    actor: 'octocat',
    payload: {
      inputs: facts.inputs ?? null,
      ref: facts.ref,
      repository,
      sender: sender(),
      workflow: '.github/workflows/deploy.yml',
    },
  };
}

/** A nightly run: the payload holds the schedule and nothing about a commit. */
export function scheduleEvent(facts: { repository?: RepositoryFacts; sha: string }): RunnerEvent {
  const repository = repositoryPayload(facts.repository);
  return {
    name: 'schedule',
    ref: `refs/heads/${repository.default_branch}`,
    sha: facts.sha,
    headRef: '',
    baseRef: '',
    repository: repository.full_name,
    repositoryId: repository.id,
    actor: 'octocat',
    payload: { schedule: '17 3 * * *', repository, workflow: '.github/workflows/deploy.yml' },
  };
}

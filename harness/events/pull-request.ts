import { repositoryPayload, sender, type RepositoryFacts, type RunnerEvent } from './repository.ts';

export interface PullRequestFacts {
  repository?: RepositoryFacts;
  /** `null`: the fork it came from was deleted. Absent: the same repository. */
  headRepository?: RepositoryFacts | null;
  event?: 'pull_request' | 'pull_request_target';
  action?: string;
  number: number;
  head: { branch: string; sha: string };
  base?: { branch?: string; sha?: string };
  /** The commit GitHub makes of both sides: GITHUB_SHA, never what is to be deployed. */
  mergeSha?: string;
  merged?: boolean;
  draft?: boolean;
  actor?: string;
}

/** Something happened to a pull request. */
export function pullRequestEvent(facts: PullRequestFacts): RunnerEvent {
  const repository = repositoryPayload(facts.repository);
  const headRepository =
    facts.headRepository === null
      ? null
      : repositoryPayload(facts.headRepository ?? { ...facts.repository, fullName: repository.full_name });
  const baseBranch = facts.base?.branch ?? repository.default_branch;
  const baseSha = facts.base?.sha ?? 'b'.repeat(40);
  const mergeSha = facts.mergeSha ?? 'c'.repeat(40);
  const action = facts.action ?? 'opened';
  const closed = action === 'closed';
  const target = facts.event === 'pull_request_target';
  const ref = target
    ? // Since 2025-12-08 these run on the default branch, whatever the base is.
      `refs/heads/${repository.default_branch}`
    : closed && facts.merged === true
      ? // A merged one runs on the branch it went to.
        `refs/heads/${baseBranch}`
      : `refs/pull/${facts.number}/merge`;
  const actor = facts.actor ?? 'octocat';
  const owner = (full: string) => full.split('/')[0] ?? '';
  return {
    name: facts.event ?? 'pull_request',
    ref,
    sha: target ? baseSha : mergeSha,
    headRef: facts.head.branch,
    baseRef: baseBranch,
    repository: repository.full_name,
    repositoryId: repository.id,
    actor,
    payload: {
      action,
      number: facts.number,
      pull_request: {
        id: 1_000_000 + facts.number,
        number: facts.number,
        state: closed ? 'closed' : 'open',
        title: 'Change the agent',
        body: null,
        draft: facts.draft ?? false,
        merged: facts.merged ?? false,
        merge_commit_sha: mergeSha,
        html_url: `${String(repository['html_url'])}/pull/${facts.number}`,
        user: sender(actor),
        labels: [],
        head: {
          label: `${owner(headRepository?.full_name ?? 'unknown')}:${facts.head.branch}`,
          ref: facts.head.branch,
          sha: facts.head.sha,
          repo: headRepository,
        },
        base: {
          label: `${owner(repository.full_name)}:${baseBranch}`,
          ref: baseBranch,
          sha: baseSha,
          repo: repository,
        },
      },
      repository,
      sender: sender(actor),
    },
  };
}

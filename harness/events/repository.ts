/** An event as the runner hands it to a step: its name, its payload, and what GITHUB_* says about it. */
export interface RunnerEvent {
  /** GITHUB_EVENT_NAME. */
  name: string;
  /** What stands in the file of GITHUB_EVENT_PATH. */
  payload: Record<string, unknown>;
  /** GITHUB_REF, the full ref. */
  ref: string;
  /** GITHUB_SHA: of a pull request it is the merge commit. */
  sha: string;
  /** GITHUB_HEAD_REF and GITHUB_BASE_REF: empty but for pull requests. */
  headRef: string;
  baseRef: string;
  /** GITHUB_REPOSITORY, `owner/name`. */
  repository: string;
  repositoryId: number;
  actor: string;
}

/** The repository an event happened in. */
export interface RepositoryFacts {
  /** `owner/name`. */
  fullName?: string;
  id?: number;
  defaultBranch?: string;
  serverUrl?: string;
  fork?: boolean;
}

export const ZERO_SHA = '0'.repeat(40);

/** The `repository` object of a webhook payload, with the fields a deploy action may look at. */
export function repositoryPayload(facts: RepositoryFacts = {}): Record<string, unknown> & {
  full_name: string;
  id: number;
  default_branch: string;
} {
  const fullName = facts.fullName ?? 'octo-org/echo-agent';
  const [owner = '', name = ''] = fullName.split('/');
  const server = facts.serverUrl ?? 'https://github.com';
  const id = facts.id ?? 735_001_127;
  return {
    id,
    node_id: `R_${id}`,
    name,
    full_name: fullName,
    private: false,
    owner: { login: owner, name: owner, id: 9_919, type: 'Organization' },
    html_url: `${server}/${fullName}`,
    description: null,
    fork: facts.fork ?? false,
    url: `${server}/${fullName}`,
    git_url: `git://${new URL(server).host}/${fullName}.git`,
    ssh_url: `git@${new URL(server).hostname}:${fullName}.git`,
    clone_url: `${server}/${fullName}.git`,
    default_branch: facts.defaultBranch ?? 'main',
    visibility: 'public',
  };
}

/** The `sender` of every payload. */
export function sender(login = 'octocat'): Record<string, unknown> {
  return { login, id: 583_231, type: 'User', site_admin: false };
}

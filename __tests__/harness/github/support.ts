import { getOctokit } from '@actions/github';
import { afterEach } from '@jest/globals';
import { startGitHub, type GitHubDouble, type GitHubOptions } from '../../../harness/github/double.ts';
import type { RepositoryHandle } from '../../../harness/github/repository.ts';
import type { WorkflowPermission } from '../../../harness/github/tokens.ts';

export type Octokit = ReturnType<typeof getOctokit>;

/** A GitHub with one repository, and a client with everything a workflow can be permitted. */
export interface GitHubFixture {
  github: GitHubDouble;
  repository: RepositoryHandle;
  token: string;
  octokit: Octokit;
  /** `owner` and `repo`, as every method of the client takes them. */
  at: { owner: string; repo: string };
  /** Moves the double's clock on. */
  wait(ms: number): void;
  /** Plain HTTP with the token, without any client's conveniences. */
  http(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

export const EVERYTHING: Record<WorkflowPermission, 'write'> = {
  actions: 'write',
  checks: 'write',
  contents: 'write',
  deployments: 'write',
  issues: 'write',
  'pull-requests': 'write',
  statuses: 'write',
};

const open: GitHubDouble[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((github) => github.close()));
});

/** A double that is closed after the test. */
export async function started(options: GitHubOptions = {}): Promise<GitHubDouble> {
  const github = await startGitHub(options);
  open.push(github);
  return github;
}

/** GitHub's own client, with a token and nothing else said. */
export function clientOf(github: GitHubDouble, token: string): Octokit {
  const quiet = () => {};
  return getOctokit(token, {
    baseUrl: github.apiUrl,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}

/** A double with one repository; its clock starts on a fixed day and stands still. */
export async function createFixture(
  options: GitHubOptions & { private?: boolean; permissions?: Partial<typeof EVERYTHING> } = {},
): Promise<GitHubFixture> {
  const { private: hidden = false, permissions = EVERYTHING, ...rest } = options;
  let now = Date.parse('2026-03-01T12:00:00Z');
  const github = await started({ now: () => now, ...rest });
  const repository = github.addRepository({ private: hidden });
  const token = github.addToken({ kind: 'actions', repository: repository.fullName, permissions });
  return {
    github,
    repository,
    token,
    octokit: clientOf(github, token),
    at: { owner: 'octo-org', repo: 'echo-agent' },
    wait(ms) {
      now += ms;
    },
    http: (method, path, body, headers) =>
      fetch(`${github.apiUrl}${path}`, {
        method,
        redirect: 'manual',
        headers: { Authorization: `Bearer ${token}`, 'User-Agent': 'test', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}

/** What a call failed with: status, message and headers of GitHub's refusal. */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ status: number; message: string; headers: Record<string, string>; data: unknown }> {
  try {
    await call;
  } catch (error) {
    const { status, response } = error as {
      status: number;
      response?: { headers: Record<string, string>; data: { message?: string } };
    };
    return {
      status,
      message: response?.data.message ?? '',
      headers: response?.headers ?? {},
      data: response?.data,
    };
  }
  throw new Error('the call was answered, and should have been refused');
}

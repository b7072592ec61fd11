import { startGitHub, type GitHubDouble } from '../github/double.ts';
import type { Push, Repository } from '../github/repository.ts';
import type { RunnerEvent } from '../events.ts';
import type { Source } from './source.ts';

/** What the README tells a workflow for pushes to grant. */
export const PERMISSIONS = { contents: 'read', deployments: 'write' } as const;
/** What the example workflow for pull requests grants. */
export const PULL_REQUEST_PERMISSIONS = { ...PERMISSIONS, 'pull-requests': 'write' } as const;

/** The GitHub the pushes come from, and the job's token on it. */
export interface StartGitHub {
  readonly apiUrl: string;
  /** What the runner wants to know of it. */
  readonly forRunner: { serverUrl: string; apiUrl: string; token: string };
  /** The source was pushed; gives the event. With a `folder` (a git repository) GitHub knows its whole history. */
  pushed(source: Source, folder?: string): Promise<RunnerEvent>;
  /** A pull request was opened for a branch that was pushed. */
  opened(branch: string): OpenPullRequest;
  /** What was asked of it so far, in one line. */
  asked(): string;
  close(): Promise<void>;
}

/** A pull request, from its opening to its end. */
export interface OpenPullRequest {
  readonly number: number;
  /** What the runner of its workflow wants to know. */
  readonly forRunner: StartGitHub['forRunner'];
  /** The event of something that happened to it. */
  event(action: 'opened' | 'synchronize'): RunnerEvent;
  /** It was merged or closed. */
  closed(): RunnerEvent;
  /** Its comments, oldest first. */
  comments(): string[];
  /** What the repository's page shows: each environment with the newest status of its deployments, and an address. */
  environments(): { name: string; state: string; url: string; deployments: number }[];
}

/** Starts a GitHub with one repository of that name, still empty. */
export async function startOwnGitHub(name: string): Promise<StartGitHub> {
  const github = await startGitHub();
  const repository = github.addRepository({ fullName: `octo-org/${name}`, files: null });
  const token = github.addToken({
    kind: 'actions',
    repository: repository.fullName,
    permissions: PERMISSIONS,
  });
  return {
    apiUrl: github.apiUrl,
    forRunner: github.forRunner(token),
    async pushed(source, folder) {
      const pushes = folder === undefined ? [] : await repository.importGit(folder);
      const push = pushes.find(({ ref }) => ref === source.ref) ?? pushAlone(repository, source);
      return repository.events.push(push);
    },
    opened(branch) {
      const { number } = repository.addPullRequest({ head: { ref: branch } });
      const own = github.addToken({
        kind: 'actions',
        repository: repository.fullName,
        permissions: PULL_REQUEST_PERMISSIONS,
      });
      const event = (action: string) => repository.events.pullRequest(number, { action });
      return {
        number,
        forRunner: github.forRunner(own),
        event,
        closed() {
          repository.closePullRequest(number);
          return event('closed');
        },
        comments: () => repository.comments(number).map(({ body }) => body),
        environments: () => environmentsOf(repository),
      };
    },
    asked: () => asked(github),
    close: () => github.close(),
  };
}

/** A push of one commit of which nothing but its name is known. */
function pushAlone(repository: Repository, { ref, commit }: Source): Push {
  const tag = /^refs\/tags\/(.*)$/.exec(ref)?.[1];
  const branch = tag === undefined ? ref.replace('refs/heads/', '') : 'main';
  const push = repository.setFiles(branch, {}, { sha: commit });
  return tag === undefined ? push : repository.pushTag(tag, commit);
}

function environmentsOf(repository: Repository): ReturnType<OpenPullRequest['environments']> {
  return repository.environments().map(({ name }) => {
    const deployments = repository.deployments(name);
    const last = deployments.at(-1)?.statuses.at(-1);
    const url = last?.environmentUrl ?? '';
    return { name, state: last?.state ?? 'empty', url, deployments: deployments.length };
  });
}

function asked({ journal }: GitHubDouble): string {
  const granted = Object.entries(PULL_REQUEST_PERMISSIONS)
    .map((permission) => permission.join(': '))
    .join(', ');
  const counts = new Map<string, number>();
  for (const { operation, method, path } of journal) {
    const name = operation?.replace('/repos/{owner}/{repo}/', '') ?? `${method} ${path}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const calls = [...counts].map(([name, count]) => `${count} × ${name}`);
  return `asked of GitHub: ${calls.length === 0 ? 'nothing' : calls.join(', ')} (its token may: ${granted})`;
}

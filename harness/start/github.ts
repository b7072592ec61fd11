import { startGitHub, type FakeGitHub } from '../github/fake.ts';
import type { Push, Repository } from '../github/repository.ts';
import type { RunnerEvent } from '../events.ts';
import type { Source } from './source.ts';

/** Permissions in the README's workflow for pushes. */
export const PERMISSIONS = { contents: 'read', deployments: 'write' } as const;
/** Permissions in the example workflow for pull requests. */
export const PULL_REQUEST_PERMISSIONS = { ...PERMISSIONS, 'pull-requests': 'write' } as const;

/** A simulated GitHub that sends the pushes, and the job's token for this GitHub. */
export interface StartGitHub {
  readonly apiUrl: string;
  /** Settings of the runner for this GitHub. */
  readonly forRunner: { serverUrl: string; apiUrl: string; token: string };
  /**
   * Pushes the source and returns the event; the simulated GitHub gets the complete history of the git repository
   * `folder`, if given.
   */
  pushed(source: Source, folder?: string): Promise<RunnerEvent>;
  /** Opens a pull request for a pushed branch. */
  opened(branch: string): OpenPullRequest;
  /** Returns a one-line summary of the requests so far. */
  asked(): string;
  close(): Promise<void>;
}

/** A pull request that is open until `closed` is called. */
export interface OpenPullRequest {
  readonly number: number;
  /** Settings of the runner for the pull request's workflow. */
  readonly forRunner: StartGitHub['forRunner'];
  /** Returns an event of the pull request. */
  event(action: 'opened' | 'synchronize'): RunnerEvent;
  /** Merges or closes the pull request, and returns the event. */
  closed(): RunnerEvent;
  /** Returns the bodies of the pull request's comments, oldest first. */
  comments(): string[];
  /**
   * Returns the environments that the repository's page shows, each with the newest status and URL of its
   * deployments.
   */
  environments(): { name: string; state: string; url: string; deployments: number }[];
}

/** Starts a simulated GitHub with one empty repository of that name. */
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

/** Pushes a commit of which only the hash is known. */
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

function asked({ journal }: FakeGitHub): string {
  const granted = Object.entries(PULL_REQUEST_PERMISSIONS)
    .map((permission) => permission.join(': '))
    .join(', ');
  const counts = new Map<string, number>();
  for (const { operation, method, path } of journal) {
    const name = operation?.replace('/repos/{owner}/{repo}/', '') ?? `${method} ${path}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const calls = [...counts].map(([name, count]) => `${count} × ${name}`);
  return `requests to GitHub: ${calls.length === 0 ? 'nothing' : calls.join(', ')} (permissions of its token: ${granted})`;
}

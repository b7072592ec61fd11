import { startGitHub, type GitHubDouble, type Push, type RepositoryHandle } from '../github/index.ts';
import type { RunnerEvent } from '../events/index.ts';
import type { Source } from './source.ts';

/** What the README tells a workflow to grant. */
export const PERMISSIONS = { contents: 'read' } as const;

/** The GitHub the pushes come from, and the job's token on it. */
export interface StartGitHub {
  readonly apiUrl: string;
  /** What the runner wants to know of it. */
  readonly forRunner: { serverUrl: string; apiUrl: string; token: string };
  /** Somebody pushed the source; gives the event. With a `folder` (a git repository) GitHub knows its whole history. */
  pushed(source: Source, folder?: string): Promise<RunnerEvent>;
  /** What was asked of it so far, in one line. */
  asked(): string;
  close(): Promise<void>;
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
    asked: () => asked(github),
    close: () => github.close(),
  };
}

/** A push of one commit of which nothing but its name is known. */
function pushAlone(repository: RepositoryHandle, { ref, commit }: Source): Push {
  const tag = /^refs\/tags\/(.*)$/.exec(ref)?.[1];
  const branch = tag === undefined ? ref.replace('refs/heads/', '') : 'main';
  const push = repository.pushCommits(branch, [{ sha: commit }], { force: true });
  return tag === undefined ? push : repository.pushTag(tag, { commit });
}

function asked({ journal }: GitHubDouble): string {
  const granted = Object.entries(PERMISSIONS)
    .map((permission) => permission.join(': '))
    .join(', ');
  const calls = journal.summary().map(({ operation, count }) => `${count} × ${operation}`);
  return `asked of GitHub: ${calls.length === 0 ? 'nothing' : calls.join(', ')} (its token may: ${granted})`;
}

import type { GitHub } from '../../clients/github.ts';

/** GitHub as this run may use it: the client, and the repository whose workflow runs. */
export interface GitHubConnection {
  octokit: GitHub;
  owner: string;
  repo: string;
  /** GitHub's number of it, which it keeps when it is renamed; undefined where the runner does not say. */
  repositoryId?: number | undefined;
  /** Takes secrets out of what GitHub says. */
  redact: (text: string) => string;
}

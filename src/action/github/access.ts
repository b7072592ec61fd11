import type { CodeHostAccess } from '../publish/code-host.ts';
import type { GitHubConnection } from './client.ts';

/** Returns the access of a run to GitHub, which reports nothing if it has no token. */
export function gitHubAccess(
  token: string | undefined,
  connect: () => Promise<GitHubConnection | undefined>,
): CodeHostAccess {
  return {
    name: 'GitHub',
    showsDeployments: true,
    open:
      token === undefined
        ? undefined
        : async (story, stop, limits) => {
            const connection = await connect();
            if (connection === undefined) return undefined;
            const { createGitHubCodeHost } = await import('./code-host.ts');
            return createGitHubCodeHost(connection, story, stop, limits);
          },
  };
}

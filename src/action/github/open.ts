import type { Transport } from '../../clients/transport.ts';
import type { GitHubConnection } from './connection.ts';

/** GitHub as the environment says it is reached; undefined without a token or outside a repository. */
export async function openGitHub(options: {
  token: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  transport: Pick<Transport, 'dispatcher'>;
  redact: (text: string) => string;
}): Promise<GitHubConnection | undefined> {
  const { token, env, transport, redact } = options;
  const [owner, repo, ...rest] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  if (token === undefined || !owner || !repo || rest.length > 0) return undefined;
  // The client is most of the bundle: it is loaded when something is first asked of GitHub.
  const { createGitHub } = await import('../../clients/github.ts');
  const apiUrl = env['GITHUB_API_URL'] || 'https://api.github.com';
  const octokit = await createGitHub({ token, apiUrl, transport });
  return { octokit, owner, repo, repositoryId: readId(env['GITHUB_REPOSITORY_ID']), redact };
}

function readId(text: string | undefined): number | undefined {
  const id = Number(text);
  return text && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

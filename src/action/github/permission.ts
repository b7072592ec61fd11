import { assertSame, type GitHubClient } from './client.ts';

/** An account whose permission is read. */
interface Person {
  login: string;
  /** GitHub's ID of the account, which another account with the same login does not have. */
  id: number;
}

/**
 * Returns whether an account may push to the repository. The roles `triage` and `read` may not, nor may an account that
 * GitHub does not find. Rejects with Octokit's other errors, and if GitHub's response is about another account.
 */
export async function hasWritePermission(client: GitHubClient, { login, id }: Person): Promise<boolean> {
  try {
    const { data } = await client.call((at) =>
      client.octokit.rest.repos.getCollaboratorPermissionLevel({ ...at, username: login }),
    );
    assertSame('account', id, data.user?.id ?? 'no account');
    // `permission` is `write` for the role `maintain`, and `read` for the role `triage`.
    return data.permission === 'admin' || data.permission === 'write';
  } catch (error) {
    if (client.failureOf(error).status === 404) return false;
    throw error;
  }
}

import type { LockState } from '../../contract/deploy-lock.ts';
import type { Clock } from '../../clients/clock.ts';
import {
  createPatientClient,
  type GitHubClient,
  type GitHubConnection,
  type GitHubFailure,
} from '../github/client.ts';
import { decodeLock, encodeLock, lockRefOf } from './lock-state.ts';

/** The stored lock of a deployment. */
export interface StoredLock {
  /** State of the lock, or `undefined` if the deployment was never locked. */
  state: LockState | undefined;
  /** Commit that stores the state, or `undefined` if the deployment was never locked. */
  commit: string | undefined;
  /**
   * Time of the read in epoch milliseconds: the earlier of GitHub's and our time, because a fast clock would end a lock
   * too early.
   */
  at: number;
}

export type LockReading =
  | { ok: true; lock: StoredLock }
  | { ok: false; why: string; failure?: GitHubFailure };

/** Result of a write. `changed` means that another run changed the lock first. */
export type LockWriting =
  | { kind: 'written' }
  | { kind: 'changed' }
  | { kind: 'failed'; failure: GitHubFailure };

interface StoreContext {
  clock: Clock;
  signal: AbortSignal;
}

/**
 * Reads the lock of a deployment. An empty list of refs proves that no lock exists. A 404 response does not, because
 * GitHub also responds with 404 to tokens without access to the repository.
 */
export async function readLock(
  connection: GitHubConnection,
  deployment: string,
  { clock, signal }: StoreContext,
): Promise<LockReading> {
  const client = createPatientClient(connection, { clock, signal });
  const ref = lockRefOf(deployment);
  try {
    const { data, headers } = await client.call((at) =>
      client.octokit.rest.git.listMatchingRefs({ ...at, ref: shortRef(ref) }),
    );
    const at = Math.min(timeOf(headers.date), clock.now());
    const refs: readonly { ref: string; object: { sha: string } }[] | undefined = Array.isArray(data)
      ? data
      : undefined;
    if (refs?.every((item) => item.ref.startsWith(ref)) !== true) {
      return { ok: false, why: 'GitHub returned other refs than the requested ref' };
    }
    const commit = refs.find((item) => item.ref === ref)?.object.sha;
    if (commit === undefined) return { ok: true, lock: { state: undefined, commit, at } };
    const { data: stored } = await client.call((where) =>
      client.octokit.rest.git.getCommit({ ...where, commit_sha: commit }),
    );
    if (stored.sha !== commit) return { ok: false, why: 'GitHub returned another commit than the lock' };
    const decoded = decodeLock(stored.message, deployment);
    return decoded.ok ? { ok: true, lock: { state: decoded.state, commit, at } } : decoded;
  } catch (error) {
    signal.throwIfAborted();
    const failure = client.failureOf(error);
    return { ok: false, why: failure.description, failure };
  }
}

/**
 * Stores a new state of a lock as a commit whose parent is the commit that was read. GitHub accepts only a commit whose
 * parent is the ref's current commit, so the later of two simultaneous changes is refused.
 */
export async function writeLock(
  connection: GitHubConnection,
  state: LockState,
  parent: string | undefined,
  { clock, signal }: StoreContext,
): Promise<LockWriting> {
  const client = createPatientClient(connection, { clock, signal });
  const ref = lockRefOf(state.deployment);
  let commit: string | undefined;
  try {
    commit = await createCommit(client, state, parent);
    const sha = commit;
    await client.call(
      async (at) => {
        if (parent === undefined) await client.octokit.rest.git.createRef({ ...at, ref, sha });
        else await client.octokit.rest.git.updateRef({ ...at, ref: shortRef(ref), sha, force: false });
      },
      { repeatable: false },
    );
    return { kind: 'written' };
  } catch (error) {
    signal.throwIfAborted();
    const failure = client.failureOf(error);
    // After a lost response, the ref shows whether GitHub accepted the change.
    const now = await readLock(connection, state.deployment, { clock, signal });
    if (now.ok && commit !== undefined && now.lock.commit === commit) return { kind: 'written' };
    if (now.ok && now.lock.commit !== parent) return { kind: 'changed' };
    return { kind: 'failed', failure };
  }
}

async function createCommit(
  client: GitHubClient,
  state: LockState,
  parent: string | undefined,
): Promise<string> {
  const content = `${JSON.stringify(state, undefined, 2)}\n`;
  // Objects without a ref have no effect, so these requests may be repeated.
  const { data: tree } = await client.call((at) =>
    client.octokit.rest.git.createTree({
      ...at,
      tree: [{ path: 'lock.json', mode: '100644', type: 'blob', content }],
    }),
  );
  const { data: commit } = await client.call((at) =>
    client.octokit.rest.git.createCommit({
      ...at,
      message: encodeLock(state),
      tree: tree.sha,
      parents: parent === undefined ? [] : [parent],
    }),
  );
  return commit.sha;
}

/** Returns a ref without `refs/`, as the paths of GitHub's API expect. */
const shortRef = (ref: string): string => ref.slice('refs/'.length);

function timeOf(date: string | undefined): number {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

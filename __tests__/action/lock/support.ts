import type { Repository } from '../../../harness/github/repository.ts';
import { encodeLock, lockRefOf } from '../../../src/action/lock/lock-state.ts';
import { LOCK_VERSION, type LockState } from '../../../src/contract/deploy-lock.ts';

/** Returns a lock of `my-agent` by octocat, with the given changes. */
export function lockState(changes: Partial<LockState> = {}): LockState {
  return {
    version: LOCK_VERSION,
    deployment: 'my-agent',
    locked: true,
    by: 'octocat',
    at: '2026-01-05T10:00:00.000Z',
    reason: 'migrating the store',
    until: null,
    run: '',
    ...changes,
  };
}

/** Stores a lock in the repository, as if another run had locked the deployment, and returns the commit. */
export function storeLock(repository: Repository, changes: Partial<LockState> = {}): string {
  const state = lockState(changes);
  return storeLockMessage(repository, state.deployment, encodeLock(state));
}

/** Stores any commit message as the lock of a deployment, and returns the commit. */
export function storeLockMessage(repository: Repository, deployment: string, message: string): string {
  const ref = lockRefOf(deployment);
  const parent = repository.refs.get(ref);
  const tree = repository.addTree({ 'lock.json': message });
  const { sha } = repository.addCommit({ message, tree, parents: parent === undefined ? [] : [parent] });
  repository.refs.set(ref, sha);
  return sha;
}

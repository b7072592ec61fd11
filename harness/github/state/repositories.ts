import { type Account, fullNameOf, type Repository } from './model.ts';
import type { FileEdits } from './objects.ts';
import { moveRef, pushCommits } from './refs.ts';
import { findRepository, type GitHubState, repositoryOf } from './state.ts';

export interface RepositorySeed {
  /** `owner/name`. */
  fullName?: string;
  /** Default: an organization. */
  ownerType?: Account['type'];
  private?: boolean;
  archived?: boolean;
  disabled?: boolean;
  defaultBranch?: string;
  /** `owner/name` of the repository it is a fork of; it starts with that one's branches. */
  forkOf?: string;
  /** Files of the first commit. `null`: no commit yet (an empty repository). Default: a README. */
  files?: FileEdits | null;
  id?: number;
}

/** The repository everything happens in unless another is named. */
export const DEFAULT_REPOSITORY = 'octo-org/echo-agent';

/** Adds a repository with one commit on its default branch, or a fork of another. Throws when the name is taken. */
export function addRepository(state: GitHubState, seed: RepositorySeed = {}): Repository {
  const fullName = seed.fullName ?? DEFAULT_REPOSITORY;
  const [owner = '', name = '', rest] = fullName.split('/');
  if (owner === '' || name === '' || rest !== undefined) throw new Error(`'${fullName}' is not owner/name`);
  if (findRepository(state, fullName) !== undefined) throw new Error(`${fullName} is there already`);
  const parent = seed.forkOf === undefined ? null : repositoryOf(state, seed.forkOf);
  const at = state.stamp();
  const repository: Repository = {
    id: seed.id ?? state.nextId('repository'),
    owner: state.account(owner, seed.ownerType ?? (parent === null ? 'Organization' : 'User')),
    name,
    private: seed.private ?? parent?.private ?? false,
    archived: seed.archived ?? false,
    disabled: seed.disabled ?? false,
    parent,
    defaultBranch: seed.defaultBranch ?? parent?.defaultBranch ?? 'main',
    network: parent?.network ?? { commits: new Map(), tags: new Map() },
    refs: new Map(),
    issues: new Map(),
    pulls: new Map(),
    comments: new Map(),
    labels: new Map(),
    deployments: [],
    environments: new Map(),
    statuses: new Map(),
    createdAt: at,
    updatedAt: at,
    pushedAt: at,
  };
  state.repositories.set(repository.id, repository);
  state.moved.delete(fullName.toLowerCase());
  if (parent !== null) {
    for (const [ref, sha] of parent.refs) {
      if (!ref.startsWith('refs/pull/')) moveRef(state, repository, ref, sha, {});
    }
  } else if (seed.files !== null) {
    const files = seed.files ?? { 'README.md': `# ${name}\n` };
    pushCommits(state, repository, repository.defaultBranch, [{ message: 'Initial commit', files }]);
  }
  return repository;
}

/** Gives a repository another name; requests for the old one are redirected. */
export function renameRepository(state: GitHubState, fullName: string, to: string): Repository {
  const repository = repositoryOf(state, fullName);
  const [owner = '', name = ''] = to.split('/');
  if (owner === '' || name === '') throw new Error(`'${to}' is not owner/name`);
  if (findRepository(state, to) !== undefined) throw new Error(`${to} is there already`);
  state.moved.set(fullNameOf(repository).toLowerCase(), repository.id);
  repository.owner = state.account(owner, repository.owner.type);
  repository.name = name;
  repository.updatedAt = state.stamp();
  return repository;
}

/** Deletes a repository. Pull requests that came from it stay, with no head repository. */
export function deleteRepository(state: GitHubState, fullName: string): void {
  const repository = repositoryOf(state, fullName);
  state.repositories.delete(repository.id);
  for (const other of state.repositories.values()) {
    for (const pull of other.pulls.values()) {
      if (pull.headRepository === repository) pull.headRepository = null;
    }
  }
}

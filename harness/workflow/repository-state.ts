import type { RunnerEvent } from '../events.ts';
import { git } from '../git.ts';
import type { RepositoryState } from './trigger.ts';

/**
 * Maximum number of commits in a push for which GitHub evaluates path filters. For larger pushes, workflows always
 * run.
 */
const COMMITS_SEEN = 1000;
const ZERO = /^0+$/;

/**
 * Reads the repository's state for an event. Without a local repository, `changedFiles` throws, because a workflow's
 * payload does not list the changed files.
 */
export function readRepositoryState(event: RunnerEvent, folder: string | undefined): RepositoryState {
  const payload = event.payload;
  const lines = async (...args: string[]) =>
    folder === undefined ? [] : (await git(folder, args)).split('\n').filter((line) => line !== '');
  return {
    async changedFiles() {
      if (Array.isArray(payload['commits']) && payload['commits'].length > COMMITS_SEEN) return null;
      if (folder === undefined) {
        throw new Error('a filter of paths needs to know what changed: give `repository`');
      }
      const range = event.name === 'push' ? await pushed(payload, lines) : proposed(payload);
      return range === null ? [] : lines('diff', '--name-only', '--no-renames', ...range);
    },
    async message() {
      const fromPayload = text(object(payload['head_commit'])['message']);
      if (fromPayload !== null || folder === undefined) return fromPayload;
      const head = text(object(object(payload['pull_request'])['head'])['sha']);
      if (head === null) return null;
      // The repository may not contain the commits of an invented event.
      return git(folder, ['log', '-1', '--format=%B', head]).catch(() => null);
    },
  };
}

type Lines = (...args: string[]) => Promise<string[]>;

/** Returns both ends of a push's changes, which for a new branch begin before its first own commit. */
async function pushed(payload: Record<string, unknown>, lines: Lines): Promise<string[] | null> {
  const before = text(payload['before']) ?? '';
  const after = text(payload['after']) ?? '';
  if (ZERO.test(after)) return null;
  if (!ZERO.test(before)) return [before, after];
  const branch = text(payload['ref']) ?? '';
  const others = (await lines('for-each-ref', '--format=%(refname)', 'refs/heads')).filter(
    (ref) => ref !== branch,
  );
  const own = await lines('rev-list', after, '--not', ...others);
  const first = own.at(-1);
  if (first === undefined) return null;
  const [parent] = await lines('rev-list', '--max-count=1', '--skip=1', first);
  // A first commit has no parent, so it is compared with the empty tree.
  return [parent ?? '4b825dc642cb6eb9a060e54bf8d69288fbee4904', after];
}

/** Returns both ends of a pull request's changes, which begin at the common ancestor of both sides. */
function proposed(payload: Record<string, unknown>): string[] {
  const pull = object(payload['pull_request']);
  return [`${text(object(pull['base'])['sha']) ?? ''}...${text(object(pull['head'])['sha']) ?? ''}`];
}

function object(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

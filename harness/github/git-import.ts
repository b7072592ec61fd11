import { git } from '../git.ts';
import type { Push, Repository } from './repository.ts';

/**
 * Imports all commits, branches and tags of a git repository (a folder, bare or not) into a simulated repository, with
 * the same hashes. Returns a push for each ref that moved. Throws with git's message.
 */
export async function importGit(repository: Repository, folder: string): Promise<Push[]> {
  const lines = async (...command: string[]) =>
    (await git(folder, command)).split('\n').filter((line) => line !== '');
  const log = ['log', '--branches', '--tags', '--topo-order', '--reverse', '--format=%H%x09%P%x09%s'];
  for (const line of await lines(...log)) {
    const [sha = '', parents = '', message = ''] = line.split('\t');
    if (repository.commits.has(sha)) continue;
    const listed = (await git(folder, ['ls-tree', '-r', '-z', sha])).split('\0');
    const tree = new Map(
      listed.flatMap((entry) => {
        const [, content = '', path] = /^\d+ blob (\S+)\t(.*)$/s.exec(entry) ?? [];
        return path === undefined ? [] : [[path, content] as const];
      }),
    );
    repository.commits.set(sha, { sha, parents: parents.split(' ').filter(Boolean), message, tree });
  }
  const format = '--format=%(objectname) %(*objectname) %(refname)';
  return (await lines('for-each-ref', format, 'refs/heads', 'refs/tags')).flatMap((line) => {
    const [object = '', commit = '', ref = ''] = line.split(' ');
    const to = commit || object;
    return repository.refs.get(ref) === to ? [] : [repository.moveRef(ref, to, object)];
  });
}

import type { RemoteRefs } from '../../ports/remote-heads.ts';
import { StepAborted } from '../build/step-failure.ts';
import type { Git } from '../git/git.ts';
import { parseRepositoryUrl } from '../git/repository-url.ts';
import { parseLsRemote } from './read-heads.ts';

/**
 * Asks local repositories where their refs lead, by one `git ls-remote` for all refs of a repository. `allowLocal`: false
 * when others can reach us; then no repository is local.
 */
export function createRemoteHeads(options: { git: Git; allowLocal: boolean }): RemoteRefs {
  const { git, allowLocal } = options;
  return {
    addressOf(repoUrl) {
      const read = parseRepositoryUrl(repoUrl, { local: allowLocal });
      return read.ok && read.url.local ? read.url.address : undefined;
    },
    async read(address, refs, signal) {
      // A tag may be an object of its own: what it leads to stands under its peeled name.
      const patterns = refs.flatMap((ref) => (ref.startsWith('refs/tags/') ? [ref, `${ref}^{}`] : [ref]));
      const answer = await git.withFacade(address, (gitDir) =>
        git.run({ args: ['ls-remote', '--quiet', '--', gitDir, ...patterns], gitDir, signal }),
      );
      if (answer?.end.kind === 'aborted') throw new StepAborted('looking at the repository was aborted');
      return answer?.ok ? parseLsRemote(answer.stdout, refs) : undefined;
    },
  };
}

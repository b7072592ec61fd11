import type { Cluster } from '../../ports/workspace-settings.ts';
import type { RemoteRefs } from '../../ports/git.ts';
import type { GitHeads } from '../../ports/store.ts';
import { resolveCommit } from '../git/remote-heads.ts';
import type { Tarballs } from '../tarball/tarballs.ts';
import { requireImage, type RevisionJob, type Workload } from './workload.ts';

/**
 * Creates a workload that accepts every source, and runs no code of a revision. The build resolves the commit with git,
 * and checks the requirements of an image.
 */
export function createStubWorkload(dependencies: {
  pushed: Pick<GitHeads, 'find'>;
  heads: RemoteRefs;
  tarballs: Tarballs;
  cluster: Cluster;
}): Workload {
  const build = async ({ deployment, revision, log, signal, onCommit }: RevisionJob) => {
    if (revision.source === 'internal_source') {
      const { path, size } = await dependencies.tarballs.need(revision);
      log.write('build', `With the stub runtime, ${path} (${size} bytes) is not built.`);
    }
    if (revision.source !== 'git_host') return;
    const found = await resolveCommit(dependencies, deployment, revision, signal);
    if (found.kind === 'unknown') {
      if (found.reason !== undefined) {
        log.write('build', `The commit could not be resolved: ${found.reason}.`, 'WARNING');
      }
      return;
    }
    log.write('build', `With the stub runtime, commit ${found.commit} is not built.`);
    if (found.kind !== 'given') await onCommit(found.commit);
  };
  return {
    // The build stage has passed if the history contains AWAITING_DEPLOY, because the stub writes no artifact.
    isBuilt: ({ history }) => Promise.resolve(history.some(({ status }) => status === 'AWAITING_DEPLOY')),
    build,
    async launch(job) {
      const image = requireImage(job.revision);
      if (image === undefined) return undefined;
      const { checkCluster } = await import('../places/container/image-plan.ts');
      checkCluster(dependencies.cluster, { ...job, image }, job.log);
      return undefined;
    },
  };
}

import type { Artifact, RevisionFolders } from '../build/artifact.ts';
import type { Workload } from '../workload/workload.ts';
import type { ArtifactStore, BuiltRevision } from './artifact-store.ts';

/** What builds revisions of code, for replicas that share nothing but the store. */
export type StoredBuilds = Pick<
  Workload,
  'isBuilt' | 'build' | 'discard' | 'isDiskFull' | 'listStored' | 'prune' | 'close'
>;

/**
 * Builds on this machine and stores the result where every replica finds it: what is built here is then removed, but for the
 * packages that the next build may need.
 */
export function createStoredBuilds(
  local: Workload,
  options: {
    folders: RevisionFolders;
    artifacts: ArtifactStore;
    /** Who will answer the requests of what was built. */
    attributesOf: (artifact: Artifact) => BuiltRevision['attributes'];
  },
): StoredBuilds {
  const { folders, artifacts, attributesOf } = options;
  return {
    isBuilt: ({ id }) => artifacts.has(id),
    async build(job) {
      const { id } = job.revision;
      await local.build(job);
      const artifact = await folders.read(id);
      if (artifact === undefined) throw new Error(`revision ${id} is gone although it was just built`);
      const log = (message: string) => job.log.write('build', message);
      const built = { artifact, attributes: attributesOf(artifact) };
      await artifacts.save(id, built, { signal: job.signal, log });
      await local.discard([id]);
    },
    async discard(revisionIds) {
      const ids = [...revisionIds];
      await local.discard(ids);
      await artifacts.remove(ids);
    },
    isDiskFull: () => local.isDiskFull(),
    listStored: () => local.listStored(),
    async prune() {
      // What a replica of the same data directory left before it was killed is stored, or built again.
      await local.discard(await local.listStored());
      await local.prune();
      await artifacts.sweep();
    },
    close: () => local.close(),
  };
}

import type { Artifact } from '../build/artifact.ts';
import type { RevisionJob, Workload } from '../workload/workload.ts';
import type { ArtifactStore } from './artifact-store.ts';

/** What builds revisions of code, for replicas that share nothing but the store. */
export type StoredBuilds = Omit<Workload, 'launch'> & {
  /** Who will answer the requests of a built revision; undefined when it is not stored. */
  attributesOf: ArtifactStore['attributesOf'];
};

/** How often packages that were not used for long are removed, in milliseconds. */
const PRUNE_MS = 60 * 60_000;

/**
 * Builds on this machine and stores the result where every replica finds it: what is built here is then removed, but for the
 * packages that the next build may need.
 */
export function createStoredBuilds(
  local: Workload,
  options: {
    artifacts: ArtifactStore;
    /** What was just built here. */
    readArtifact: (revisionId: string) => Promise<Artifact | undefined>;
  },
): StoredBuilds {
  const { artifacts, readArtifact } = options;
  let building = 0;
  let hasBuilt = false;
  let prunedAt = Date.now();
  let pruning: Promise<void> | undefined;

  const build = async (job: RevisionJob): Promise<void> => {
    const { id } = job.revision;
    await local.build(job);
    const artifact = await readArtifact(id);
    if (artifact === undefined) throw new Error(`revision ${id} is gone although it was just built`);
    const log = (message: string) => job.log.write('build', message);
    const { servingFacts } = await import('../workload/worker-settings.ts');
    const built = { artifact, attributes: servingFacts(artifact) };
    await artifacts.save(id, built, { signal: job.signal, log });
    await local.discard([id]);
  };
  /** A replica that lives long must not keep the packages of all that it ever built. */
  const pruneSometimes = () => {
    if (building > 0 || Date.now() - prunedAt < PRUNE_MS) return;
    prunedAt = Date.now();
    pruning = local.prune().finally(() => {
      pruning = undefined;
    });
    // What could not be removed is in the way of nothing but disk space.
    pruning.catch(() => undefined);
  };

  return {
    isBuilt: ({ id }) => artifacts.has(id),
    attributesOf: (revisionId) => artifacts.attributesOf(revisionId),
    async build(job) {
      for (let before = pruning; before !== undefined; before = pruning) await before.catch(() => undefined);
      hasBuilt = true;
      building += 1;
      try {
        await build(job);
      } finally {
        building -= 1;
        pruneSometimes();
      }
    },
    async discard(revisionIds) {
      const ids = [...revisionIds];
      await local.discard(ids);
      await artifacts.remove(ids);
    },
    isDiskFull: async () => hasBuilt && (await local.isDiskFull()),
    listStored: () => local.listStored(),
    async prune() {
      // What a replica of the same data directory left before it was killed is stored, or built again.
      await local.discard(await local.listStored());
      await local.prune();
      await artifacts.sweep();
    },
    async close() {
      await pruning?.catch(() => undefined);
      await local.close();
    },
  };
}

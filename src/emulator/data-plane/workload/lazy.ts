import { memoizeAsync } from '../../../clients/memoize.ts';
import type { Workload } from './workload.ts';

/**
 * Returns a workload that calls `load` when it is first needed, because loading the build code would double the time
 * of a start. `hasData` returns whether an earlier start may have left data. The start must examine such data.
 */
export function lazyWorkload(
  load: () => Promise<Workload>,
  hasData: () => boolean,
): Required<Omit<Workload, 'buildsApart'>> {
  const loaded = memoizeAsync(load);
  const forData = async () => loaded.current() ?? (hasData() ? loaded() : undefined);
  return {
    isBuilt: async (revision) => (await loaded()).isBuilt(revision),
    build: async (job) => (await loaded()).build(job),
    launch: async (job) => (await loaded()).launch(job),
    discard: async (revisionIds) => (await forData())?.discard?.(revisionIds),
    isDiskFull: async () => (await loaded()).isDiskFull?.() ?? false,
    listStored: async () => (await forData())?.listStored?.() ?? [],
    prune: async () => (await forData())?.prune?.(),
    close: async () => (await loaded.current())?.close?.(),
  };
}

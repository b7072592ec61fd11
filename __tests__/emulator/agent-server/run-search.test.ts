import { expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { createRunSearch } from '../../../src/emulator/agent-server/run-search.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aDeployment, aWorkspace, runRow, threadRow } from '../store/samples.ts';

/** Opens a store with a number of deployments in each workspace, and with a pending run of each deployment. */
async function withPendingRuns(counts: readonly number[]) {
  const store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
  const workspaces: Set<string>[] = [];
  for (const count of counts) {
    const workspaceId = await aWorkspace(store);
    const ids = new Set<string>();
    for (let n = 0; n < count; n += 1) {
      const { id } = await aDeployment(store, { workspaceId, name: `agent-${n}` });
      const thread = threadRow(id);
      await store.threads.insert(thread);
      await store.runs.insert(runRow(thread));
      ids.add(id);
    }
    workspaces.push(ids);
  }
  return { store, workspaces };
}

// docs/kubernetes/scale.md#waiting-runs
test('a poll wakes few deployments, with an equal share for each workspace, and continues only while runs begin', async () => {
  const { store, workspaces } = await withPendingRuns([200, 3]);
  const woken: string[] = [];
  let begun = 0;
  let begins = false;
  const search = createRunSearch({
    store,
    wake(deploymentId) {
      woken.push(deploymentId);
      if (begins) begun += 1;
    },
    ended: () => Promise.resolve(),
    begun: () => begun,
    closing: new AbortController().signal,
  });
  await search.poll();
  expect(woken.filter((id) => workspaces[0]?.has(id))).toHaveLength(32);
  expect(new Set(woken.filter((id) => workspaces[1]?.has(id)))).toEqual(workspaces[1]);
  await search.close();
  // The next page contains other deployments of the large workspace.
  await search.poll();
  await search.close();
  expect(new Set(woken.filter((id) => workspaces[0]?.has(id))).size).toBe(64);

  begins = true;
  woken.length = 0;
  await search.poll();
  await until(() => new Set(woken).size === 203);
  await search.close();
  woken.length = 0;
  begins = false;
  await search.wakeAll();
  await search.close();
  expect(new Set(woken).size).toBe(203);
  await store.close();
});

test('a start wakes all deployments of a workspace, even if a page of other workspaces contains no new deployment', async () => {
  const { store, workspaces } = await withPendingRuns([...Array.from({ length: 20 }, () => 1), 40]);
  const woken = new Set<string>();
  const search = createRunSearch({
    store,
    wake: (deploymentId) => void woken.add(deploymentId),
    ended: () => Promise.resolve(),
    begun: () => 0,
    closing: new AbortController().signal,
  });
  await search.wakeAll();
  await search.close();
  expect(woken).toEqual(new Set(workspaces.flatMap((ids) => [...ids])));
  await store.close();
});

test('a search that hangs does not delay the next poll for longer than a second', async () => {
  const { store } = await withPendingRuns([70]);
  const woken = new Set<string>();
  const search = createRunSearch({
    store,
    wake: (deploymentId) => void woken.add(deploymentId),
    ended: () => new Promise(() => undefined),
    begun: () => 0,
    closing: new AbortController().signal,
  });
  await search.poll();
  await search.close();
  await search.poll();
  expect(woken.size).toBe(70);
  await search.close();
  await store.close();
});

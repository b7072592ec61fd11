import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aWorkspace, deploymentRow, revisionRow } from './samples.ts';

/** Writes without end and says each deployment's id once the store has acknowledged it, until it is killed. */
const dataDir = process.argv[2] ?? '';
const store = await openStore({
  location: `${dataDir}/emulator.db`,
  keyring: await loadKeyring({ dataDir }),
});
const workspaceId = await aWorkspace(store);
for (;;) {
  const row = deploymentRow(workspaceId);
  await store.transaction(async (tx) => {
    await tx.deployments.insert(row, [{ name: 'KEY', value: row.id }]);
    const revision = await tx.revisions.insert(revisionRow(row.id), [{ name: 'KEY', value: row.id }]);
    await tx.deployments.update(row.id, { latestRevisionId: revision.id });
  });
  await new Promise<void>((resolve) => process.stdout.write(`${row.id}\n`, () => resolve()));
}

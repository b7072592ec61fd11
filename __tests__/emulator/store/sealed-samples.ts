import type { Store } from '../../../src/emulator/seams/store.ts';
import { aDeployment, revisionRow } from './samples.ts';

/** A record with a sealed value in one column: how it is read again, whatever store is open then. */
export interface SealedRecord {
  id: string;
  read(store: Store): Promise<string | null | undefined>;
  write(store: Store, value: string): Promise<void>;
  /** It cannot be written again. */
  fixed?: true;
}

/** For each sealed column, what makes a record in a workspace. A new column gets its line here, or a test says so. */
export const SEALED_RECORDS: Record<
  string,
  (store: Store, where: { workspaceId: string; id: string }, value: string) => Promise<SealedRecord>
> = {
  'integrations.webhook_secret': async (store, { workspaceId, id }, value) => {
    await store.integrations.upsert({ id, workspaceId, name: 'host', installationId: 1 });
    const write = (to: Store, secret: string) => to.integrations.putWebhookSecret(id, secret);
    await write(store, value);
    return { id, read: (from) => from.integrations.webhookSecret(id), write };
  },
  'deployment_secrets.sealed': async (store, { workspaceId, id }, value) => {
    await aDeployment(store, { workspaceId, id });
    const write = (to: Store, secret: string) =>
      to.deployments.putSecrets(id, [{ name: 'KEY', value: secret }]);
    await write(store, value);
    return { id, read: async (from) => (await from.deployments.secrets(id))[0]?.value, write };
  },
  'revision_secrets.sealed': async (store, { workspaceId, id }, value) => {
    const deployment = await aDeployment(store, { workspaceId });
    await store.revisions.insert(revisionRow(deployment.id, { id }), [{ name: 'KEY', value }]);
    const read = async (from: Store) => (await from.revisions.secrets(id))[0]?.value;
    // A revision's environment never changes.
    return { id, read, write: () => Promise.resolve(), fixed: true };
  },
};

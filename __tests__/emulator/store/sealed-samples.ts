import { createHash } from 'node:crypto';
import type { Store } from '../../../src/emulator/ports/store.ts';
import {
  aDeployment,
  datasetRow,
  datasetShareRow,
  feedbackTokenRow,
  revisionRow,
  sandboxRow,
} from './samples.ts';

/** A record with a sealed value in one column, and functions that read and write it in any store. */
export interface SealedRecord {
  id: string;
  read(store: Store): Promise<string | null | undefined>;
  write(store: Store, value: string): Promise<void>;
  /** Set if the value cannot be written again. */
  fixed?: true;
}

/** Creates a record in a workspace, for each sealed column. A test fails for a new column that has no entry. */
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
  'agent_tokens.sealed': async (store, { workspaceId, id }, value) => {
    const deployment = await aDeployment(store, { workspaceId });
    await store.revisions.insert(revisionRow(deployment.id, { id }), []);
    await store.agentTokens.put(id, value);
    // The pods of a revision have its first token, so the token is never replaced.
    return { id, read: (from) => from.agentTokens.find(id), write: () => Promise.resolve(), fixed: true };
  },
  'authorities.sealed': async (store, { workspaceId, id }, value) => {
    const generation = (await store.authorities.list()).length + 1;
    const times = { createdAt: 0, expiresAt: 1 };
    await store.authorities.insert({ id, workspaceId, generation, certificate: 'pem', ...times }, value);
    // The key of a CA never changes.
    return { id, read: (from) => from.authorities.keyOf(id), write: () => Promise.resolve(), fixed: true };
  },
  'feedback_tokens.sealed': async (store, { workspaceId, id }, value) => {
    const deployment = await aDeployment(store, { workspaceId });
    const row = feedbackTokenRow(deployment.id, id, { id });
    await store.feedbackTokens.insert(workspaceId, [{ row, token: value }]);
    const page = { now: 0, limit: 1, offset: 0 };
    const read = async (from: Store) => (await from.feedbackTokens.listOfRun(id, page))[0]?.token;
    // A feedback token never changes.
    return { id, read, write: () => Promise.resolve(), fixed: true };
  },
  'dataset_shares.sealed': async (store, { workspaceId, id }, value) => {
    await store.datasets.insert(datasetRow(workspaceId, { id, name: id }));
    await store.datasetShares.insert(workspaceId, datasetShareRow(id, id), value);
    const read = (from: Store) => from.datasetShares.tokenOf(workspaceId, id);
    // The token of a share never changes.
    return { id, read, write: () => Promise.resolve(), fixed: true };
  },
  'workspace_secrets.sealed': async (store, { workspaceId, id }, value) => {
    const write = (to: Store, secret: string) => to.workspaceSecrets.put(workspaceId, id, secret, 1);
    await write(store, value);
    const read = async (from: Store) => (await from.workspaceSecrets.values(workspaceId, [id])).get(id);
    return { id, read, write };
  },
  'sandboxes.env': async (store, { workspaceId, id }, value) => {
    await store.sandboxes.insert(sandboxRow(workspaceId, { id, name: id }), [], { KEY: value });
    const write = (to: Store, secret: string) => to.sandboxes.putEnv(id, { KEY: secret });
    return { id, read: async (from) => (await from.sandboxes.env(id))['KEY'], write };
  },
  'sandbox_header_values.sealed': async (store, { workspaceId, id }, value) => {
    const header = { ruleId: 'rule', headerId: 'header' };
    await store.sandboxes.insert(sandboxRow(workspaceId, { id, name: id }), [{ ...header, value }], {});
    const write = (to: Store, secret: string) =>
      to.sandboxes.putProxy(id, null, [{ ...header, value: secret }]);
    return { id, read: async (from) => (await from.sandboxes.opaqueValues(id))[0]?.value, write };
  },
  'auth_providers.client_secret': async (store, { workspaceId, id }, value) => {
    await addProvider(store, workspaceId, id, value);
    const write = (to: Store, clientSecret: string) => to.auth.updateProvider(id, { clientSecret });
    return { id, read: (from) => from.auth.clientSecret(id), write };
  },
  'auth_flows.verifier': async (store, { workspaceId, id }, value) => {
    await addProvider(store, workspaceId, `${id}-of`, 'secret');
    const flow = {
      id,
      provider: `${id}-of`,
      workspaceId,
      userId: 'ada',
      agentId: null,
      scopes: [],
      stateHash: createHash('sha256').update(id).digest('hex'),
      redirectUri: 'http://127.0.0.1/',
      status: 'pending',
      createdAt: 1,
      expiresAt: 2,
    } as const;
    await store.auth.insertFlow({ ...flow, scopes: [] }, value, 0);
    return { id, read: (from) => from.auth.verifier(id), write: () => Promise.resolve(), fixed: true };
  },
  'auth_tokens.sealed': async (store, { workspaceId, id }, value) => {
    await addProvider(store, workspaceId, `${id}-of`, 'secret');
    const row = { id, provider: `${id}-of`, userId: 'ada', scopes: ['a'], expiresAt: null, updatedAt: 1 };
    const write = (to: Store, accessToken: string) =>
      to.auth.putToken(row, { accessToken, refreshToken: null });
    await write(store, value);
    return { id, read: async (from) => (await from.auth.grant(id))?.accessToken, write };
  },
};

function addProvider(store: Store, workspaceId: string, id: string, secret: string): Promise<void> {
  const row = {
    id,
    workspaceId,
    providerId: id,
    name: 'forge',
    clientId: 'client',
    authUrl: 'https://provider.test/authorize',
    tokenUrl: 'https://provider.test/token',
    usesPkce: true,
    challengeMethod: 'S256',
    createdAt: 1,
    updatedAt: 1,
  };
  return store.auth.insertProvider(row, secret);
}

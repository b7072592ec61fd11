import { createHash } from 'node:crypto';
import type { Repositories, Store } from '../ports/store.ts';
import type { SeedWorkspace } from './seed.ts';

/** The integration of a workspace that seeds none. */
const UNSEEDED: NonNullable<SeedWorkspace['integrations']>[number] = { name: 'local', installation_id: 1 };

/** Puts what is seeded into the store. Doing it again changes nothing: rows without an ID get the same one each time. */
export async function applySeed(
  store: Store,
  workspaces: readonly SeedWorkspace[],
  now: number,
): Promise<void> {
  await store.transaction(async (tx) => {
    for (const workspace of workspaces) {
      const workspaceId = workspace.id;
      await tx.workspaces.upsert({
        id: workspaceId,
        name: workspace.name,
        redactSecretValues: workspace.redact_secret_values,
      });
      for (const given of workspace.integrations ?? [UNSEEDED]) {
        const id = integrationId(workspaceId, given);
        const installationId = given.installation_id;
        await tx.integrations.upsert({ id, workspaceId, name: given.name, installationId });
        // One that was taken out of the file opens nothing any more.
        await tx.integrations.putWebhookSecret(id, given.webhook_secret ?? null);
      }
      for (const [name, value] of Object.entries(workspace.secrets)) {
        await tx.workspaceSecrets.put(workspaceId, name, value, now);
      }
      await applyTemplates(tx, workspace, now);
      const kept = new Map((await tx.listeners.list(workspaceId)).map((row) => [row.id, row.createdAt]));
      for (const given of workspace.listeners) {
        const id = given.id ?? stableId(workspaceId, 'listener', given.compute_id);
        await tx.listeners.upsert({
          id,
          workspaceId,
          computeType: given.compute_type,
          computeId: given.compute_id,
          namespaces: given.compute_config.k8s_namespaces,
          version: given.version ?? null,
          createdAt: kept.get(id) ?? now,
          updatedAt: now,
        });
      }
    }
  });
}

async function applyTemplates(
  { sandboxTemplates }: Pick<Repositories, 'sandboxTemplates'>,
  { id: workspaceId, templates }: SeedWorkspace,
  now: number,
): Promise<void> {
  for (const given of templates) {
    const { name, ...settings } = typeof given === 'string' ? { name: given } : given;
    const known = await sandboxTemplates.get(workspaceId, name);
    await sandboxTemplates.put({
      workspaceId,
      name,
      settings,
      createdAt: known?.createdAt ?? now,
      updatedAt: now,
    });
  }
}

/** The ID of a seeded integration: the same at every start. */
export function integrationId(
  workspaceId: string,
  { id, name }: NonNullable<SeedWorkspace['integrations']>[number],
): string {
  return id ?? stableId(workspaceId, 'integration', name);
}

/** A UUID (version 8) made of these texts. */
function stableId(...parts: string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

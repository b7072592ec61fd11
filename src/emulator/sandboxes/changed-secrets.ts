import { secretReferencesIn } from '../../contract/secret-template.ts';
import type { SandboxRow } from '../ports/store.ts';
import type { SandboxDependencies } from './deps.ts';
import { resolveStoredConfig } from './lifecycle/prepare.ts';

/**
 * Secrets of a workspace changed. Sandboxes get them at their next push (spec §2.10), or at once when that was asked
 * for; one that cannot be pushed to keeps what it has, and the log says so.
 */
export async function pushChangedSecrets(
  deps: SandboxDependencies,
  workspaceId: string,
  names: readonly string[],
): Promise<void> {
  if (!deps.config.pushChangedSecrets) return;
  const { store, desk, log } = deps;
  const rows = (await store.sandboxes.list(workspaceId)).filter((row) => refersTo(row, names));
  for (const { id } of rows) {
    await desk.inTurn(id, async () => {
      const row = await store.sandboxes.findById(id);
      if (row === undefined || row.status !== 'ready' || row.proxy === null) return;
      const kept = { kept: row.proxy, values: await store.sandboxes.opaqueValues(id) };
      const prepared = await resolveStoredConfig(store, workspaceId, kept);
      if (prepared.kind === 'problems') {
        log(`sandbox ${id} keeps its secrets: ${prepared.problems.map(({ msg }) => msg).join('; ')}`);
        return;
      }
      await desk.pushConfig(row, prepared.resolved).catch((error: unknown) => {
        log(`sandbox ${id} keeps its secrets: ${error instanceof Error ? error.message : String(error)}`);
      });
    });
  }
}

function refersTo({ proxy }: SandboxRow, names: readonly string[]): boolean {
  return (proxy?.config.rules ?? []).some(({ headers }) =>
    headers?.some(
      ({ type, value }) =>
        type === 'workspace_secret' && secretReferencesIn(value ?? '').some((name) => names.includes(name)),
    ),
  );
}

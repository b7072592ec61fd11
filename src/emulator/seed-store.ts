import { applySeed, defaultWorkspace, type Seed, type SeedWorkspace } from './admin/seed.ts';
import { createIds } from './ids.ts';
import type { EmulatorConfig } from './ports/context.ts';
import type { ApiKeyRow, Store } from './ports/store.ts';
import { hashKey } from './server/authenticate.ts';

/** Seeds the store, if so asked; gives the workspace of the emulator's key, and the state that IDs are drawn from. */
export async function seedStore(
  store: Store,
  { config, seed, now }: { config: EmulatorConfig; seed: Seed | undefined; now: number },
  workspaceId: string | undefined,
  seeded: boolean,
): Promise<{ own: string; drawn: string }> {
  const own =
    workspaceId ??
    seed?.workspaces[0]?.id ??
    (await store.workspaces.list())[0]?.id ??
    createIds(config.randomSeed, 'workspace')();
  // Read before anything is added: another start on the same data draws other IDs, another start on none the same.
  const drawn = config.randomSeed === undefined ? '' : await store.snapshots.fingerprint();
  if (seeded) await applySeed(store, seededWorkspaces(seed, own), now);
  return { own, drawn };
}

/** The seeded workspaces, with the one that the emulator's key opens. */
export function seededWorkspaces(seed: Seed | undefined, own: string): SeedWorkspace[] {
  const seeded = seed?.workspaces ?? [];
  return seeded.some(({ id }) => id === own) ? seeded : [...seeded, defaultWorkspace(own)];
}

/** The keys of the configuration, by hash. They are not stored: what is removed from it opens nothing any more. */
export function keyTable(
  seed: Seed | undefined,
  apiKey: string,
  own: string,
): ReadonlyMap<string, ApiKeyRow> {
  const rows = (seed?.workspaces ?? []).flatMap((workspace) =>
    workspace.api_keys.map(({ key, scope }) => ({ hash: hashKey(key), workspaceId: workspace.id, scope })),
  );
  const start = { hash: hashKey(apiKey), workspaceId: own, scope: 'workspace' } as const;
  return new Map([start, ...rows].map((row) => [row.hash, row]));
}

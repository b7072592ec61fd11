import { parseRepositoryName } from '../ports/repository-names.ts';
import type { SeededRepository, WorkspaceSettings } from '../ports/workspace-settings.ts';
import { integrationId } from './apply-seed.ts';
import type { SeedWorkspace } from './seed.ts';

/** Sandboxes of a workspace, unless its seed says another number. */
const SANDBOX_LIMIT = 100;

/** What the seed file says of workspaces beside what is kept. A workspace that it does not name has everything. */
export function seedSettings(workspaces: readonly SeedWorkspace[]): WorkspaceSettings {
  const byId = new Map(workspaces.map((workspace) => [workspace.id, workspace]));
  const repositories = new Map(
    workspaces.flatMap(({ id, integrations }) =>
      (integrations ?? []).map(
        (given) => [integrationId(id, given), given.repositories?.map(seeded)] as const,
      ),
    ),
  );
  return {
    deploymentEnabled: (id) => byId.get(id)?.deployment_enabled ?? true,
    sandboxLimit: (id) => byId.get(id)?.sandbox_limit ?? SANDBOX_LIMIT,
    listenersAllowed: (id) => byId.get(id)?.listeners_allowed ?? true,
    repositories: (id) => repositories.get(id),
  };
}

type Given = NonNullable<NonNullable<SeedWorkspace['integrations']>[number]['repositories']>[number];

function seeded({ url, owner, name, default_branch, id }: Given): SeededRepository {
  const read = parseRepositoryName(url);
  return { url, owner: owner ?? read.owner, name: name ?? read.name, defaultBranch: default_branch, id };
}

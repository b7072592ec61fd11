import type { IntegrationRepository } from '../../contract/integration.ts';
import { parseRepositoryName } from '../ports/repository-names.ts';
import type { SeededRepository } from '../ports/workspace-settings.ts';

/** Until something else is seeded: what a git host calls a new repository's branch. */
const DEFAULT_BRANCH = 'main';

/**
 * The repositories of an integration as answered (facts/service §1.9). Nobody can be asked what it reaches: they are
 * the seeded ones, else the addresses of the deployments that name it, each once.
 */
export function repositoriesOf(
  integrationId: string,
  seeded: readonly SeededRepository[] | undefined,
  deployed: readonly string[],
): IntegrationRepository[] {
  const known =
    seeded ??
    [...new Set(deployed)].map((url) => ({
      ...parseRepositoryName(url),
      url,
      defaultBranch: DEFAULT_BRANCH,
      id: undefined,
    }));
  return known.map(({ id, name, owner, url, defaultBranch }) => ({
    host_integration_id: integrationId,
    id: id ?? numberOf(url),
    name,
    owner,
    url,
    default_branch: defaultBranch,
  }));
}

/** The same positive number for the same address, as a git host has one (FNV-1a, 31 bits). */
function numberOf(url: string): number {
  let hash = 0x811c9dc5;
  for (const character of url) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 1) + 1;
}

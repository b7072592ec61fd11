/** A repository that a git-host integration reaches, as it was seeded. */
export interface SeededRepository {
  url: string;
  owner: string;
  name: string;
  defaultBranch: string;
  id: number | undefined;
}

/**
 * What the configuration says of workspaces and is not kept, as the keys are not: what is taken out of the seed file
 * holds no longer at the next start.
 */
export interface WorkspaceSettings {
  /** How many sandboxes it may have. */
  sandboxLimit(workspaceId: string): number;
  /** Whether the organisation has Deployment at all (facts/service §1.1). */
  deploymentEnabled(workspaceId: string): boolean;
  /** Whether its plan includes listeners (facts/service §1.9). */
  listenersAllowed(workspaceId: string): boolean;
  /** What an integration reaches; undefined when nothing was seeded. */
  repositories(integrationId: string): readonly SeededRepository[] | undefined;
}
